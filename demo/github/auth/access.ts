/** May this actor make this call? Answers as GitHub does: 401, 403 with the missing permission, or 404. */
import { ApiError, badCredentials, forbidden, notFound } from '../http/answers.ts';
import type { Actor, Needs, Route } from '../http/call.ts';
import { atLeast, covers, roleOf } from '../lookup.ts';
import type { Permissions, Repo, World } from '../world.ts';
import { verifyAppJwt } from './jwt.ts';
import type { TokenBook } from './tokens.ts';

/** Reads the Authorization header. GitHub accepts `Bearer` and `token`, and Basic with the token as password. */
export function authenticate(
  world: World,
  tokens: TokenBook,
  header: string | undefined,
  now: number,
): Actor {
  if (!header) return { kind: 'anonymous' };
  const secret = readSecret(header);
  if (secret.startsWith('ghs_')) return tokens.actor(secret);
  if (secret.startsWith('ghp_')) {
    const user = [...world.accounts.values()].find((account) => account.token === secret);
    if (!user) throw badCredentials();
    return { kind: 'user', user };
  }
  if (secret.split('.').length !== 3) throw badCredentials();
  verifyAppJwt(world.app, secret, Math.floor(now / 1000));
  return { kind: 'app' };
}

function readSecret(header: string): string {
  const [scheme = '', value = ''] = header.split(/\s+/, 2);
  if (/^(bearer|token)$/i.test(scheme)) return value;
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString().split(':').slice(1).join(':');
  throw badCredentials();
}

/** `contents=write; pull_requests=write,statuses=read`: alternatives by semicolon, as GitHub writes them. */
export function acceptedPermissions(needs: Needs): string {
  return needs
    .map((set) =>
      Object.entries(set)
        .map(([name, level]) => `${name}=${level}`)
        .join(','),
    )
    .join('; ');
}

export function satisfies(granted: Permissions, needs: Needs): boolean {
  const has = ([name, level]: [string, string]) =>
    name === 'metadata' || granted[name] === 'write' || granted[name] === level;
  return needs.some((set) => Object.entries(set).every(has));
}

export function mayRead(actor: Actor, repo: Repo): boolean {
  if (!repo.private) return true;
  if (actor.kind === 'user') return atLeast(roleOf(repo, actor.user.login), 'read');
  return actor.kind === 'installation' && reaches(actor, repo);
}

/** Whether an installation token covers the repository. */
export function reaches(actor: Extract<Actor, { kind: 'installation' }>, repo: Repo): boolean {
  return covers(actor.installation, repo) && (actor.repositories?.has(repo.id) ?? true);
}

/** Throws the error GitHub would answer; returns when the call may proceed. */
export function authorise(actor: Actor, route: Route, repo: Repo | undefined): void {
  const { access } = route;
  if (actor.kind === 'installation' && actor.installation.suspendedAt !== null)
    throw new ApiError(403, 'This installation has been suspended');
  if (access === 'open') return;
  if (access === 'jwt') {
    if (actor.kind === 'app') return;
    throw new ApiError(401, 'A JSON web token could not be decoded');
  }
  if (access === 'token') {
    if (actor.kind === 'installation') return;
    throw actor.kind === 'app' ? badCredentials() : forbidden();
  }
  if (!repo || !mayRead(actor, repo)) throw notFound();
  const writes = route.method !== 'GET';
  if (actor.kind === 'installation') {
    const headers = { 'x-accepted-github-permissions': acceptedPermissions(access.needs) };
    const publicRead = !writes && !reaches(actor, repo);
    if (!publicRead && !(reaches(actor, repo) && satisfies(actor.permissions, access.needs)))
      throw new ApiError(403, forbidden().message, undefined, headers);
  } else if (actor.kind === 'user') {
    if (writes && !atLeast(roleOf(repo, actor.user.login), 'write'))
      throw new ApiError(403, 'Must have push access to repository');
  } else if (writes) {
    throw actor.kind === 'app' ? forbidden() : new ApiError(401, 'Requires authentication');
  }
  if (writes && repo.archived) throw new ApiError(403, 'Repository was archived so is read-only.');
}
