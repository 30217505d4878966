/** Who the App is on GitHub. */

import type { Probot } from 'probot';
import { z } from 'zod';

export interface AppIdentity {
  slug: string;
  /** `<slug>[bot]` */
  login: string;
  /** Of the bot user, not of the App: the number in its commit address. */
  userId: number;
}

const appSchema = z.object({ slug: z.string() });
const userSchema = z.object({ id: z.number().int() });

/** Asks GitHub once, at the start; a wrong App id or key shows here and not in the first run. */
export async function appIdentity(probot: Probot): Promise<AppIdentity> {
  const octokit = await probot.auth();
  const { slug } = appSchema.parse((await octokit.request('GET /app')).data);
  const login = `${slug}[bot]`;
  // Users are public, but an App's JWT is refused there: asked without authentication.
  const { data } = await octokit.request('GET /users/{username}', {
    username: login,
    headers: { authorization: undefined },
  });
  return { slug, login, userId: userSchema.parse(data).id };
}

/** The domain of private commit addresses on this GitHub. */
export function noreplyDomain(webUrl: string): string {
  const { hostname } = new URL(webUrl);
  return hostname === 'github.com' || hostname === '127.0.0.1' || hostname === 'localhost'
    ? 'users.noreply.github.com'
    : `users.noreply.${hostname}`;
}
