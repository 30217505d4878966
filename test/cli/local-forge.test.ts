/** What a run on a local folder takes from its git. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitDirOf, localForge } from '../../src/cli/local-forge.ts';
import type { Forge } from '../../src/runs/forge.ts';
import { scratch } from '../support/folders.ts';
import { git, repository } from '../support/repositories.ts';

async function forgeOf(folder: string, base = ''): Promise<Forge> {
  const voice = { trigger: '/aider', available: new Set<string>() };
  const gitDir = (await gitDirOf(folder)) ?? '';
  return localForge({ repository: folder, base, voice, onFinish: () => undefined }, gitDir);
}

test('a folder of a repository leads to its git directory, another folder to none', async () => {
  const dir = await scratch();
  const own = path.join(dir, 'own');
  repository(own, { 'a/b.txt': 'one\n' });
  expect(await gitDirOf(path.join(own, 'a'))).toBe(path.join(own, '.git'));
  expect(await gitDirOf(path.join(dir, 'nowhere'))).toBeUndefined();
});

test('commits are made in the name that git would use: the last one set counts', async () => {
  const own = path.join(await scratch(), 'own');
  repository(own, { 'a.txt': 'one\n' });
  git(own, 'config', '--add', 'user.name', 'First');
  git(own, 'config', '--add', 'user.name', 'Zoë Last');
  git(own, 'config', 'user.email', 'zoe@example.org');
  git(own, 'config', 'user.names', 'somebody else');
  expect(await (await forgeOf(own)).author()).toEqual({ name: 'Zoë Last', email: 'zoe@example.org' });
});

test('a run starts from the branch that is checked out, or from what is asked for', async () => {
  const own = path.join(await scratch(), 'own');
  const first = repository(own, { 'a.txt': 'one\n' });
  git(own, 'checkout', '-q', '-b', 'topic');
  git(own, 'commit', '-q', '--allow-empty', '-m', 'second');
  const second = git(own, 'rev-parse', 'HEAD').trim();
  expect(await (await forgeOf(own)).start()).toMatchObject({ commit: second, baseBranch: 'topic' });
  expect(await (await forgeOf(own, 'main')).start()).toMatchObject({ commit: first, baseBranch: 'main' });
  expect(await (await forgeOf(own, '--all')).start()).toMatchObject({
    state: 'refused',
    reason: 'no-branch',
  });
  git(own, 'checkout', '-q', '--detach');
  expect(await (await forgeOf(own)).start()).toMatchObject({ commit: second, baseBranch: 'HEAD' });
});
