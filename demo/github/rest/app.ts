/** The App itself: who it is, where it is installed, its tokens and its webhook deliveries. */
import { z } from 'zod';
import { satisfies } from '../auth/access.ts';
import type { TokenBook } from '../auth/tokens.ts';
import { ApiError, noContent, notFound, ok } from '../http/answers.ts';
import { bodyOf, type Call, numberOf, type Route } from '../http/call.ts';
import { page, paged } from '../http/paging.ts';
import { covers, findAccount, findRepo, installationFor, isoSeconds } from '../lookup.ts';
import { appView } from '../views/account.ts';
import { deliveryItemView, deliveryView } from '../views/delivery.ts';
import { installationView } from '../views/installation.ts';
import { fullRepositoryView, repositoryView } from '../views/repository.ts';
import type { Installation, Permissions, Repo } from '../world.ts';

const tokenRequest = z.object({
  repositories: z.array(z.string()).optional(),
  repository_ids: z.array(z.number()).optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
});

function installationOf(call: Call): Installation {
  const found = call.world.installations.get(numberOf(call, 'installation_id'));
  if (!found) throw notFound();
  return found;
}

/** Only repositories that exist and that the installation covers may be named. */
function narrowed(call: Call, it: Installation, names?: string[], ids?: number[]): Set<number> | null {
  if (names === undefined && ids === undefined) return null;
  const wanted = [
    ...(names ?? []).map((name) => findRepo(call.world, it.account.login, name)),
    ...(ids ?? []).map((id) => call.world.repos.get(id)),
  ];
  const reachable = wanted.filter((repo): repo is Repo => repo !== undefined && covers(it, repo));
  if (reachable.length < wanted.length)
    throw new ApiError(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  return new Set(reachable.map((repo) => repo.id));
}

function mint(tokens: TokenBook, call: Call) {
  const it = installationOf(call);
  if (it.suspendedAt !== null) throw new ApiError(403, 'This installation has been suspended');
  const input = bodyOf(call, tokenRequest);
  if (input.permissions && !satisfies(it.permissions, [input.permissions]))
    throw new ApiError(422, 'The permissions requested are not granted to this installation.');
  const permissions: Permissions = { ...(input.permissions ?? it.permissions), metadata: 'read' };
  const repositories = narrowed(call, it, input.repositories, input.repository_ids);
  const made = tokens.mint({ installation: it, permissions, repositories });
  const named = repositories && [...repositories].flatMap((id) => call.world.repos.get(id) ?? []);
  const body = {
    token: made.token,
    expires_at: isoSeconds(made.expiresAt),
    permissions,
    repository_selection: repositories === null && it.repositories === null ? 'all' : 'selected',
    ...(named && { repositories: named.map((repo) => repositoryView(call.world, repo)) }),
  };
  return { status: 201, body };
}

function installationOfRepo(call: Call) {
  const repo = findRepo(call.world, call.params.owner ?? '', call.params.repo ?? '');
  const found = repo && installationFor(call.world, repo);
  if (!found) throw notFound();
  return ok(installationView(call.world, found));
}

function installationOfAccount(call: Call) {
  const account = findAccount(call.world, call.params.username ?? call.params.org ?? '');
  const found = [...call.world.installations.values()].find((it) => it.account === account);
  if (!found) throw notFound();
  return ok(installationView(call.world, found));
}

function accessible(call: Call) {
  if (call.actor.kind !== 'installation') throw notFound();
  const { installation, repositories } = call.actor;
  const all = [...call.world.repos.values()].filter(
    (repo) => covers(installation, repo) && (repositories?.has(repo.id) ?? true),
  );
  const { items, headers } = page(call, all);
  const body = {
    total_count: all.length,
    repository_selection: installation.repositories === null ? 'all' : 'selected',
    repositories: items.map((repo) => fullRepositoryView(call.world, repo)),
  };
  return { status: 200, body, headers };
}

/** Newest first, in pages by cursor; the cursor is the id of the first delivery of the next page. */
function deliveries(call: Call) {
  const size = Math.min(100, Number(call.query.get('per_page') ?? 30));
  const wanted = call.query.get('status');
  const all = call.hooks.deliveries.filter(
    (it) => wanted === null || (wanted === 'success') === (it.statusCode >= 200 && it.statusCode < 300),
  );
  const cursor = call.query.get('cursor');
  const start = cursor === null ? 0 : all.findIndex((it) => String(it.id) === cursor);
  if (start < 0) throw new ApiError(422, 'Invalid cursor');
  const next = all[start + size];
  const headers = next && { link: `<${call.url}?per_page=${size}&cursor=${next.id}>; rel="next"` };
  const body = all.slice(start, start + size).map(deliveryItemView);
  return { status: 200, body, ...(headers && { headers }) };
}

function deliveryOf(call: Call) {
  const found = call.hooks.deliveries.find((it) => it.id === numberOf(call, 'delivery_id'));
  if (!found) throw notFound();
  return found;
}

export function appRoutes(tokens: TokenBook): Route[] {
  return [
    { method: 'GET', path: '/app', access: 'jwt', handle: ({ world }) => ok(appView(world, world.app)) },
    {
      method: 'GET',
      path: '/app/installations',
      access: 'jwt',
      handle: (call) =>
        paged(call, [...call.world.installations.values()], (it) => installationView(call.world, it)),
    },
    {
      method: 'GET',
      path: '/app/installations/{installation_id}',
      access: 'jwt',
      handle: (call) => ok(installationView(call.world, installationOf(call))),
    },
    {
      method: 'POST',
      path: '/app/installations/{installation_id}/access_tokens',
      access: 'jwt',
      handle: (call) => mint(tokens, call),
    },
    { method: 'GET', path: '/repos/{owner}/{repo}/installation', access: 'jwt', handle: installationOfRepo },
    { method: 'GET', path: '/users/{username}/installation', access: 'jwt', handle: installationOfAccount },
    { method: 'GET', path: '/orgs/{org}/installation', access: 'jwt', handle: installationOfAccount },
    { method: 'GET', path: '/installation/repositories', access: 'token', handle: accessible },
    {
      method: 'DELETE',
      path: '/installation/token',
      access: 'token',
      handle: ({ actor }) => {
        if (actor.kind === 'installation') tokens.revoke(actor.token);
        return noContent();
      },
    },
    { method: 'GET', path: '/app/hook/deliveries', access: 'jwt', handle: deliveries },
    {
      method: 'GET',
      path: '/app/hook/deliveries/{delivery_id}',
      access: 'jwt',
      handle: (call) => ok(deliveryView(deliveryOf(call))),
    },
    {
      method: 'POST',
      path: '/app/hook/deliveries/{delivery_id}/attempts',
      access: 'jwt',
      handle: (call) => {
        // GitHub answers 202 at once and delivers in its own time.
        void call.hooks.redeliver(deliveryOf(call).id).catch(() => undefined);
        return { status: 202, body: {} };
      },
    },
  ];
}
