/** A request on its way to a handler, and what a route declares about itself. */
import type { z } from 'zod';
import type { Hooks } from '../hooks/emit.ts';
import { findRepo } from '../lookup.ts';
import type { Account, Installation, Permissions, Repo, World } from '../world.ts';
import { type Answer, ApiError, notFound } from './answers.ts';

/** Who calls: the App itself (JWT), an installation (ghs_ token), a person (ghp_ token) or nobody. */
export type Actor =
  | { kind: 'app' }
  | {
      kind: 'installation';
      installation: Installation;
      permissions: Permissions;
      repositories: Set<number> | null;
      token: string;
    }
  | { kind: 'user'; user: Account }
  | { kind: 'anonymous' };

export interface Call {
  world: World;
  hooks: Hooks;
  actor: Actor;
  method: string;
  /** The full URL without its query, for links to other pages. */
  url: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  accept: string;
}

/** `read`/`write` on named permissions; every inner object is one sufficient set. */
export type Needs = Permissions[];

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path template as in GitHub's published description: it is the key of the validation. */
  path: string;
  /** `jwt`: the App itself; `token`: any installation token; otherwise the repository permissions that suffice. */
  access: 'jwt' | 'token' | 'open' | { needs: Needs };
  handle(call: Call): Answer | Promise<Answer>;
}

/** The repository that the path names; access was checked by the router. */
export function repoOf(call: Call): Repo {
  const { owner, repo, repository_id: id } = call.params;
  const found =
    id === undefined ? findRepo(call.world, owner ?? '', repo ?? '') : call.world.repos.get(Number(id));
  if (!found) throw notFound();
  return found;
}

export function numberOf(call: Call, name: string): number {
  return Number(call.params[name]);
}

/** The request body in the shape a handler needs; the published schema was checked before. */
export function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  const read = schema.safeParse(call.body ?? {});
  if (!read.success) throw new ApiError(422, `Invalid request.\n\n${read.error.issues[0]?.message ?? ''}`);
  return read.data;
}

/** The account on whose behalf the call acts: the App's bot for an installation. */
export function accountOf(call: Call): Account {
  if (call.actor.kind === 'user') return call.actor.user;
  return call.world.app.bot;
}

export function viaApp(call: Call): boolean {
  return call.actor.kind === 'installation';
}
