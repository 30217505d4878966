/** git towards a remote: with a token that is asked for right before each use, and once more when it is refused. */
import { createGit, createRemoteGit, type Git, GitError, type GitOptions } from './git.ts';

/** Where a repository is fetched from and pushed to. */
export interface Remote {
  /** https (or, for tests and the demo, http and file) URL without credentials. */
  url: string;
  /**
   * A token that is valid for at least the next ten minutes; undefined where none is needed. Asked for right before each
   * use; `renew`: the last one was refused, so another is wanted.
   */
  token(options?: { renew: boolean }): Promise<string | undefined>;
  /** Names the cache folder. Never shared between repositories: use the host's immutable repository id. */
  cacheKey: string;
}

/** For commands that talk to the remote. */
export function gitTo(remote: Remote, options: Omit<GitOptions, 'token'>): Git {
  return withToken(remote, (token) => createRemoteGit({ ...options, ...token }));
}

/** For local commands that may find an object missing, which git then fetches from the remote by itself. */
export function fillingGit(remote: Remote, options: Omit<GitOptions, 'token'>): Git {
  return withToken(remote, (token) => createGit({ ...options, ...token }));
}

/** A token may be revoked, or run out, however fresh it was said to be: a long run must not die of that. */
function withToken(remote: Remote, open: (token: { token?: string }) => Git): Git {
  const ask = async (options?: { renew: boolean }) => {
    const token = await remote.token(options);
    return open(token === undefined ? {} : { token });
  };
  return {
    async raw(...args) {
      try {
        return await (await ask()).raw(...args);
      } catch (error) {
        if (!(error instanceof GitError) || !refusesToken.test(error.message)) throw error;
        return (await ask({ renew: true })).raw(...args);
      }
    },
  };
}

/** What git says after a 401. A 403 is about rights, which another token of the same kind does not have either. */
const refusesToken =
  /Authentication failed|Invalid username or (?:token|password)|could not read (?:Username|Password)|returned error: 401/i;
