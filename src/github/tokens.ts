/** Tokens for git: minted for one repository, with the least rights, right before they are needed. */

import type { Probot } from 'probot';
import { z } from 'zod';
import { statusOf } from './client.ts';

export interface GitToken {
  token: string;
  /** False where the owner granted the App no more than reading. */
  writes: boolean;
}

/** A push of a large branch may take minutes; Octokit's own cache hands out tokens with one minute left. */
const LEAST_LIFE_MS = 10 * 60_000;

const tokenSchema = z.object({ token: z.string(), expires_at: z.string() });

export interface GitTokens {
  /**
   * A token that is valid for ten minutes or more, to write with where the App may. `renew`: not the last one, since it was
   * refused.
   */
  fresh(installation: number, repository: number, options?: { renew: boolean }): Promise<GitToken>;
}

/** `learn` is told every new token, so that logs and comments never show it. */
export function gitTokens(
  probot: Probot,
  options: { learn(secret: string): void; now(): number },
): GitTokens {
  const known = new Map<string, GitToken & { expires: number }>();
  return {
    async fresh(installation, repository, { renew } = { renew: false }) {
      const key = `${installation}/${repository}`;
      const cached = known.get(key);
      if (!renew && cached && cached.expires - options.now() > LEAST_LIFE_MS) return cached;
      const app = await probot.auth();
      const mint = async (contents: 'read' | 'write') => {
        const { data } = await app.request('POST /app/installations/{installation_id}/access_tokens', {
          installation_id: installation,
          repository_ids: [repository],
          permissions: { contents, metadata: 'read' },
        });
        const minted = tokenSchema.parse(data);
        options.learn(minted.token);
        return { token: minted.token, writes: contents === 'write', expires: Date.parse(minted.expires_at) };
      };
      const made = await mint('write').catch((error: unknown) => {
        if (statusOf(error) === 422) return mint('read');
        throw error;
      });
      known.set(key, made);
      return made;
    },
  };
}

/** One token for everything: a personal one, whose owner decides what it may. */
export function ownToken(token: string): GitTokens {
  return { fresh: async () => ({ token, writes: true }) };
}
