import { describe, expect, test } from 'vitest';
import { neededRole } from '../../src/commands/permission.ts';
import { parseRepositoryConfig } from '../../src/config/repository.ts';
import { labelVerb } from '../../src/github/intake-label.ts';
import { mayCommand, refusalFor } from '../../src/github/permit.ts';
import { nockedGitHub } from '../support/octokit.ts';

function rules(yaml = '') {
  const parsed = parseRepositoryConfig(yaml);
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  return parsed.config;
}

describe('the role that a command needs', () => {
  const { permissions } = rules('permissions:\n  default: maintain\n  ask: read\n  approve: admin\n');
  test.each([
    ['fix', 'maintain'],
    ['undo', 'maintain'],
    ['status', 'maintain'],
    ['ask', 'read'],
    ['approve', 'admin'],
    ['task', 'maintain'],
    // Whoever is refused must be able to find out why.
    ['help', 'read'],
    ['ping', 'read'],
  ] as const)('%s: %s', (verb, role) => {
    expect(neededRole(verb, permissions)).toBe(role);
  });

  test('without settings it is write', () => {
    expect(neededRole('fix', rules().permissions)).toBe('write');
    expect(neededRole('approve', rules().permissions)).toBe('write');
  });
});

test('labels are found by name, whatever their case, and none by an empty name', () => {
  const { triggers } = rules();
  expect([
    labelVerb('Aider', triggers),
    labelVerb('aider:plan', triggers),
    labelVerb('bug', triggers),
  ]).toEqual(['fix', 'plan', undefined]);
  const own = rules('triggers:\n  label: robot please\n  label_plan: ""\n').triggers;
  expect([labelVerb('robot please', own), labelVerb('aider', own), labelVerb('', own)]).toEqual([
    'fix',
    undefined,
    undefined,
  ]);
});

test('bots command only where they are named', () => {
  const named = rules('triggers:\n  bots: ["renovate[bot]"]\n');
  expect(mayCommand('renovate[bot]', named)).toBe(true);
  expect(mayCommand('other[bot]', named)).toBe(false);
  expect(mayCommand('ada', rules())).toBe(true);
});

test('refusals name the command and the role, or the list; a named bot needs no role of a person', async () => {
  const { octokit, api } = nockedGitHub();
  const place = { owner: 'octo', name: 'poem' };
  api
    .get('/repos/octo/poem/collaborators/ada/permission')
    .times(2)
    .reply(200, { permission: 'write', role_name: 'write' });
  const settings = rules(
    'permissions:\n  approve: maintain\n  deny: [Mallory]\ntriggers:\n  bots: ["renovate[bot]"]\n',
  );
  const ask = (login: string, ...verbs: ('fix' | 'approve')[]) =>
    refusalFor(octokit, place, login, verbs, settings);
  expect(await ask('ada', 'fix')).toBeUndefined();
  expect(await ask('ada', 'fix', 'approve')).toMatchObject({
    kind: 'no-access',
    verb: 'approve',
    needs: 'maintain',
  });
  expect(await ask('mallory', 'fix')).toEqual({ kind: 'on-deny-list', login: 'mallory' });
  expect(await ask('renovate[bot]', 'fix')).toBeUndefined();
});
