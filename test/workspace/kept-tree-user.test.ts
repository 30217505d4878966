/**
 * The work tree that waits, with the real sandbox and a bot that is not root: what runs in the sandbox is then the same user
 * as the bot, owns every file of the tree, and may do with it whatever an owner may.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeSandbox } from '../checks/sandbox/world.ts';
import { scratch } from '../support/folders.ts';

const program = fileURLToPath(new URL('../support/kept-tree-visit.ts', import.meta.url));
const asRoot = process.getuid?.() === 0;
const USER = 64_500;

function visit(dir: string, command: string) {
  const as = asRoot ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', '--'] : [];
  const [name = '', ...args] = [...as, process.execPath, program, dir, command];
  const { stdout, stderr } = spawnSync(name, args, {
    cwd: '/',
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH, HOME: dir, TMPDIR: dir },
  });
  return { stdout, stderr };
}

describeSandbox('a bot that is not root', () => {
  test.each([
    ['nothing', 'true'],
    ['content, with its times put back', 'touch -r a.txt t; printf "eno\\n" > a.txt; touch -r t a.txt; rm t'],
    ['modes', 'chmod 777 a.txt src; chmod 600 src/b.txt'],
    ['a second name', 'ln -f a.txt src/b.txt; ln a.txt other'],
    ['links in the place of files and folders', 'rm -r src a.txt; ln -s /etc src; ln -s /etc/passwd a.txt'],
    [
      'things that git ignores',
      'mkdir -p node_modules/x; echo evil > node_modules/x/y; mkdir .git; echo x > .git/config',
    ],
    ['folders that nobody may enter', 'mkdir -p shut/in; chmod 0 shut src'],
  ])('hands no change on that a test made: %s', async (_, command) => {
    const dir = await scratch();
    if (asRoot) spawnSync('chown', [String(USER), dir]);
    chmodSync(dir, 0o755);
    const { stdout, stderr } = visit(dir, command);
    // A checkout that other users cannot read cannot be run by one.
    if (stdout === '' && /EACCES|Permission denied/.test(stderr) && stderr.includes(path.dirname(program))) {
      console.warn(`skipped: user ${USER} cannot read ${program}`);
      return;
    }
    const { user, first, kept, second } = JSON.parse(stdout || JSON.stringify({ first: stderr }));
    expect(user).not.toBe(0);
    expect(first).toMatchObject({ status: 'green' });
    expect(kept).toBe(true);
    expect(second).toEqual({ ...first, said: '' });
  });
});
