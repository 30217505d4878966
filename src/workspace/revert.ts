/** Taking commits back, and the history that tells which and why not. */
import type { RepoPath } from '../lib/types.ts';
import { createGit, GitError } from './git.ts';
import { storeGit } from './history.ts';
import type { Remote } from './remote.ts';
import { type Identity, restore, type Workspace } from './workspace.ts';

export interface HistoryCommit {
  id: string;
  parents: string[];
  authorEmail: string;
  /** Hostile. */
  message: string;
}

const open = (workspace: Workspace, author?: Identity & { date: string }) =>
  createGit({
    home: workspace.home,
    cwd: workspace.dir,
    gitDir: workspace.gitDir,
    workTree: workspace.dir,
    ...(author ? { author } : {}),
  });

/** Commits that `from` has and `without` (when given) has not, newest first, at most `most`. */
export async function history(
  workspace: Workspace,
  range: { from: string; without: string | undefined; most: number },
): Promise<HistoryCommit[]> {
  const out = await open(workspace).raw(
    'log',
    '-z',
    '--topo-order',
    '--format=%H%n%P%n%ae%n%B',
    `--max-count=${range.most}`,
    range.from,
    ...(range.without ? [`^${range.without}`] : []),
    '--',
  );
  return out
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => {
      const [id = '', parents = '', authorEmail = '', ...message] = record.split('\n');
      return { id, parents: parents.split(' ').filter(Boolean), authorEmail, message: message.join('\n') };
    });
}

/** Ids of the commits after `after` up to HEAD that change one of `paths`, newest first. */
export async function commitsTouching(
  workspace: Workspace,
  after: string,
  paths: readonly RepoPath[],
): Promise<string[]> {
  const range = ['log', '--format=%H', `${after}..HEAD`, '--', ...paths];
  const out = await open(workspace).raw('--literal-pathspecs', ...range);
  return out.split('\n').filter(Boolean);
}

export type Revert =
  | { ok: true }
  /** `commit` cannot be taken back: later commits changed the same places of `paths`. The files are as before. */
  | { ok: false; commit: string; paths: RepoPath[] };

/**
 * Takes `commits` (none of them a merge) back in this order, in files and index, all or none. Commits nothing. Renames are
 * not followed: the contents that this would compare are not all here.
 */
export async function revertCommits(
  workspace: Workspace,
  commits: readonly string[],
  options: { remote: Remote; author: Identity /** seconds since 1970, UTC */; time: number },
): Promise<Revert> {
  const own = open(workspace, { ...options.author, date: `${options.time} +0000` });
  for (const commit of commits) {
    await fetchContents(workspace, commit, options.remote);
    try {
      await own.raw('revert', '--no-commit', '--strategy=ort', '--strategy-option=no-renames', commit);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      const unmerged = await own.raw('diff', '--name-only', '--diff-filter=U', '-z');
      const paths = unmerged.split('\0').filter((name) => name !== '');
      if (paths.length === 0) throw error;
      await restore(workspace);
      return { ok: false, commit, paths };
    }
  }
  return { ok: true };
}

/** What a commit changed, before and after: the cache holds no contents that nobody asked for. */
async function fetchContents(workspace: Workspace, commit: string, remote: Remote): Promise<void> {
  const git = await storeGit(workspace, remote);
  await git.raw('diff', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv', `${commit}^`, commit);
}
