/** Who the bot is on GitHub. */

import { Octokit } from '@octokit/rest';
import type { Probot } from 'probot';
import { z } from 'zod';
import type { ServerConfig } from '../config/env.ts';

export interface AppIdentity {
  slug: string;
  /** `<slug>[bot]` of an App, a person's login with a token. */
  login: string;
  /** Of the bot user, not of the App: the number in its commit address. */
  userId: number;
}

const appSchema = z.object({ slug: z.string() });
const userSchema = z.object({ id: z.number().int() });
const ownerSchema = userSchema.extend({ login: z.string() });

/** Asks GitHub once, at the start; a wrong App id, key or token shows here and not in the first run. */
export async function botIdentity(probot: Probot, config: ServerConfig): Promise<AppIdentity> {
  return config.identity.kind === 'app' ? appIdentity(probot, config.apiUrl) : ownerOfToken(probot);
}

/** With a token the bot is whoever made it. */
async function ownerOfToken(probot: Probot): Promise<AppIdentity> {
  const { data } = await (await probot.auth()).request('GET /user');
  const { login, id } = ownerSchema.parse(data);
  return { slug: login, login, userId: id };
}

async function appIdentity(probot: Probot, apiUrl: string): Promise<AppIdentity> {
  const app = await probot.auth();
  const { slug } = appSchema.parse((await app.request('GET /app')).data);
  const login = `${slug}[bot]`;
  // The App itself may not ask for users. They are public, except on a GitHub Enterprise Server in private mode.
  const { data } = await new Octokit({ baseUrl: apiUrl, userAgent: 'aiderbot' })
    .request('GET /users/{username}', { username: login })
    .catch(async (error: unknown) => {
      const { data: installations } = await app.request('GET /app/installations', { per_page: 1 });
      const [first] = installations;
      if (!first) throw error;
      return (await probot.auth(first.id)).request('GET /users/{username}', { username: login });
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
