/** Whether somebody may give a command here: by role, by the settings, and asked anew each time. */
import { isNamed, neededRole } from '../commands/permission.ts';
import type { Verb } from '../commands/types.ts';
import { parseRepositoryConfig, type RepositoryConfig } from '../config/repository.ts';
import type { Reply } from '../report/replies.ts';
import { atLeast, roleOf } from './access.ts';
import type { Octokit } from './client.ts';
import { readSettingsFile } from './settings-file.ts';

type Place = { owner: string; name: string };
export type Rules = Pick<RepositoryConfig, 'permissions' | 'triggers'>;

/** The settings of the default branch, or the defaults as long as those cannot be read: `help` and `config` work then, too. */
export async function rulesOf(octokit: Octokit, place: Place): Promise<Rules> {
  const parsed = parseRepositoryConfig((await readSettingsFile(octokit, place)) ?? '');
  const { permissions, triggers } = parsed.ok ? parsed.config : defaults();
  return { permissions, triggers };
}

function defaults(): RepositoryConfig {
  const parsed = parseRepositoryConfig('');
  if (!parsed.ok) throw new Error('The default settings are not valid.');
  return parsed.config;
}

/** No person's login has brackets. */
const isBot = (login: string) => login.endsWith('[bot]');

/** Bots command only where the settings name them: two that answer each other would never end. */
export function mayCommand(login: string, { triggers }: Rules): boolean {
  return !isBot(login) || isNamed(login, triggers.bots);
}

/**
 * Why `login` may not give one of the commands; undefined when all are allowed. A bot that the settings name counts as one
 * with the role `write`, since GitHub gives bots no roles of people.
 */
export async function refusalFor(
  octokit: Octokit,
  place: Place,
  login: string,
  verbs: readonly Verb[],
  rules: Rules,
): Promise<Reply | undefined> {
  const { permissions } = rules;
  if (isNamed(login, permissions.deny)) return { kind: 'on-deny-list', login };
  const role = isBot(login) && mayCommand(login, rules) ? 'write' : await roleOf(octokit, place, login);
  const verb = verbs.find((one) => !atLeast(role, neededRole(one, permissions)));
  return verb && { kind: 'no-access', login, verb, needs: neededRole(verb, permissions) };
}
