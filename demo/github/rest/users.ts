/** People, bots and their roles on a repository. */
import { ApiError, forbidden, noContent, notFound, ok } from '../http/answers.ts';
import { type Call, type Route, repoOf } from '../http/call.ts';
import { findAccount, roleOf } from '../lookup.ts';
import { profileView } from '../views/account.ts';
import { collaboratorView, legacyPermission } from '../views/collaborator.ts';

function permission(call: Call) {
  const repo = repoOf(call);
  const account = findAccount(call.world, call.params.username ?? '');
  if (!account) throw notFound();
  const role = roleOf(repo, account.login);
  const user = collaboratorView(call.world, account, role);
  return ok({ permission: legacyPermission(role), role_name: role, user });
}

function isCollaborator(call: Call) {
  const repo = repoOf(call);
  const login = (call.params.username ?? '').toLowerCase();
  if (repo.owner.login.toLowerCase() === login || (repo.roles.get(login) ?? 'none') !== 'none')
    return noContent();
  throw notFound();
}

/** Only people have one: an installation is nobody. */
function oneself({ world, actor }: Call) {
  if (actor.kind === 'user') return ok(profileView(world, actor.user));
  if (actor.kind === 'installation') throw forbidden();
  throw new ApiError(401, 'Requires authentication');
}

export const userRoutes: Route[] = [
  { method: 'GET', path: '/user', access: 'open', handle: oneself },
  {
    method: 'GET',
    path: '/users/{username}',
    access: 'open',
    handle: (call) => {
      const account = findAccount(call.world, call.params.username ?? '');
      if (!account) throw notFound();
      return ok(profileView(call.world, account));
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/collaborators/{username}/permission',
    access: { needs: [{ metadata: 'read' }] },
    handle: permission,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/collaborators/{username}',
    access: { needs: [{ metadata: 'read' }] },
    handle: isCollaborator,
  },
];
