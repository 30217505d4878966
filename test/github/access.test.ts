import { expect, test } from 'vitest';
import { atLeast, roleOf } from '../../src/github/access.ts';
import { nockedGitHub } from '../support/octokit.ts';

test.each([
  [200, { permission: 'write', role_name: 'maintain' }, 'maintain'],
  [200, { permission: 'read', role_name: 'triage' }, 'triage'],
  // A custom role counts as what GitHub says it includes.
  [200, { permission: 'write', role_name: 'release-manager' }, 'write'],
  [200, { permission: 'admin' }, 'admin'],
  [200, { permission: 'none', role_name: '' }, undefined],
  [404, { message: 'ghost is not a user' }, undefined],
])('%s %o is the role %s', async (status, answer, role) => {
  const { octokit, api } = nockedGitHub();
  api.get('/repos/octo/site/collaborators/ada/permission').reply(status, answer);
  expect(await roleOf(octokit, { owner: 'octo', name: 'site' }, 'ada')).toBe(role);
});

test('a failing question is an error, not a role', async () => {
  const { octokit, api } = nockedGitHub();
  api.get('/repos/octo/site/collaborators/ada/permission').reply(500, {});
  await expect(roleOf(octokit, { owner: 'octo', name: 'site' }, 'ada')).rejects.toThrow();
});

test('roles are ordered, and nobody has less than the lowest', () => {
  expect(atLeast('maintain', 'write')).toBe(true);
  expect(atLeast('write', 'write')).toBe(true);
  expect(atLeast('triage', 'write')).toBe(false);
  expect(atLeast(undefined, 'read')).toBe(false);
});
