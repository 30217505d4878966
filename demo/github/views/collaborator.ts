/** A person's role on a repository as the REST API shows it. */
import { atLeast } from '../lookup.ts';
import type { Account, Role, World } from '../world.ts';
import { accountView } from './account.ts';

/** The old field knows four words: maintain shows as write, triage as read. */
export function legacyPermission(role: Role): string {
  if (role === 'maintain') return 'write';
  return role === 'triage' ? 'read' : role;
}

export function collaboratorView(world: World, account: Account, role: Role) {
  return {
    ...accountView(world, account),
    permissions: {
      admin: role === 'admin',
      maintain: atLeast(role, 'maintain'),
      push: atLeast(role, 'write'),
      triage: atLeast(role, 'triage'),
      pull: atLeast(role, 'read'),
    },
    role_name: role,
  };
}
