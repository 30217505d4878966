/** Tokens for git: minted for one repository, with the least rights, right before they are needed. */

import type { Probot } from 'probot';
import { z } from 'zod';

/** A push of a large branch may take minutes; Octokit's own cache hands out tokens with one minute left. */
const LEAST_LIFE_MS = 10 * 60_000;

const tokenSchema = z.object({ token: z.string(), expires_at: z.string() });

export interface GitTokens {
  /** A token that is valid for ten minutes or more. */
  fresh(installation: number, repository: number): Promise<string>;
}

/** `learn` is told every new token, so that logs and comments never show it. */
export function gitTokens(
  probot: Probot,
  options: { learn(secret: string): void; now(): number },
): GitTokens {
  const known = new Map<string, { token: string; expires: number }>();
  return {
    async fresh(installation, repository) {
      const key = `${installation}/${repository}`;
      const cached = known.get(key);
      if (cached && cached.expires - options.now() > LEAST_LIFE_MS) return cached.token;
      const app = await probot.auth();
      const { data } = await app.request('POST /app/installations/{installation_id}/access_tokens', {
        installation_id: installation,
        repository_ids: [repository],
        permissions: { contents: 'write', metadata: 'read' },
      });
      const minted = tokenSchema.parse(data);
      options.learn(minted.token);
      known.set(key, { token: minted.token, expires: Date.parse(minted.expires_at) });
      return minted.token;
    },
  };
}
