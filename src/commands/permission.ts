/** Who may give which command: the settings of the repository over what the registry says. */
import type { RepositoryConfig } from '../config/repository.ts';
import { commandSpec } from './registry/index.ts';
import type { Role, Verb } from './types.ts';

/**
 * The lowest role for a command. What only tells how the bot is used (`help`, `ping`) stays open to everybody who can read:
 * a person who is refused must be able to find out why.
 */
export function neededRole(verb: Verb, permissions: RepositoryConfig['permissions']): Role {
  const { role } = commandSpec(verb);
  switch (verb) {
    case 'ask':
    case 'approve':
    case 'task':
      return permissions[verb];
    default:
      return role === 'read' ? role : permissions.default;
  }
}

/** Logins are compared as GitHub compares them. */
export function isNamed(login: string, among: readonly string[]): boolean {
  return among.some((name) => name.toLowerCase() === login.toLowerCase());
}
