/** Real git against the stand-in: who may clone and push, what a refusal looks like, what a push causes. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GitHubStandIn, startGitHub } from '../../../demo/github/server.ts';
import { expectNoViolations, mint, startReceiver } from './github.ts';

const run = promisify(execFile);
let github: GitHubStandIn;
let home: string;

beforeEach(async () => {
  github = await startGitHub();
  home = await mkdtemp(path.join(tmpdir(), 'standin-git-test-'));
  github.createOrganization('acme');
  const roles = { alice: 'write', bob: 'read' } as const;
  await github.createRepository('acme/open', { files: { 'a.txt': 'one\n' }, roles });
  await github.createRepository('acme/secret', { files: { 'a.txt': 'one\n' }, roles, private: true });
});

afterEach(async () => {
  expectNoViolations(github);
  await github.close();
  await rm(home, { recursive: true, force: true });
});

/** Runs git as a user of github.com would, with a token that never stands in an argument. */
async function git(token: string | undefined, ...args: string[]): Promise<{ code: number; text: string }> {
  const helper = path.join(home, 'askpass.sh');
  await writeFile(
    helper,
    '#!/bin/sh\ncase "$1" in Username*) echo x-access-token;; *) echo "$TOKEN";; esac\n',
    {
      mode: 0o755,
    },
  );
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    ...(token !== undefined && { GIT_ASKPASS: helper, TOKEN: token }),
  };
  return run('git', args, { env, cwd: home }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code?: number; stdout?: string; stderr?: string }) => ({
      code: error.code ?? 1,
      text: `${error.stdout ?? ''}${error.stderr ?? ''}`,
    }),
  );
}

/** Clones, commits one file and pushes it to a branch. */
async function pushFile(token: string, repo: string, file: string, branch: string) {
  const dir = path.join(home, `work-${branch.replaceAll('/', '-')}`);
  expect((await git(token, 'clone', '-q', `${github.gitUrl}/${repo}.git`, dir)).text).toBe('');
  await run('mkdir', ['-p', path.dirname(path.join(dir, file))]);
  await writeFile(path.join(dir, file), 'new\n');
  await git(token, '-C', dir, 'add', '-A');
  await git(token, '-C', dir, 'commit', '-qm', `Add ${file}`);
  return git(token, '-C', dir, 'push', 'origin', `HEAD:refs/heads/${branch}`);
}

test('anybody clones a public repository; a private one asks for credentials', async () => {
  const open = await git(undefined, 'clone', '-q', `${github.gitUrl}/acme/open.git`, 'open');
  expect(open).toEqual({ code: 0, text: '' });
  expect(await readFile(path.join(home, 'open/a.txt'), 'utf8')).toBe('one\n');
  const secret = await git(undefined, 'clone', '-q', `${github.gitUrl}/acme/secret.git`, 'secret');
  expect(secret.text).toContain('could not read Username');
});

test('an installation token clones what the installation covers and its scope allows', async () => {
  const { id } = github.install('acme', { repositories: ['acme/secret'] });
  const reading = await mint(github, id, { permissions: { contents: 'read' } });
  expect((await git(reading, 'clone', '-q', `${github.gitUrl}/acme/secret.git`, 'a')).code).toBe(0);
  const push = await git(reading, '-C', 'a', 'push', 'origin', 'HEAD:refs/heads/x');
  expect(push.text).toContain('The requested URL returned error: 403');
  const blind = await mint(github, id, { permissions: { issues: 'write' } });
  expect((await git(blind, 'clone', '-q', `${github.gitUrl}/acme/secret.git`, 'b')).text).toContain('403');
});

test('blobs can be left out and any commit can be fetched by its SHA', async () => {
  const first = (await github.branches('acme/open')).main ?? '';
  await github.push('acme/open', 'alice', { branch: 'main', files: { 'a.txt': 'two\n' } });
  const clone = ['clone', '-q', '--bare', '--filter=blob:none', `${github.gitUrl}/acme/open.git`, 'bare'];
  expect(await git(undefined, ...clone)).toEqual({ code: 0, text: '' });
  const missing = await git(undefined, '-C', 'bare', 'rev-list', '--objects', '--all', '--missing=print');
  expect(missing.text).toMatch(/^\?[0-9a-f]{40}$/m);
  const fetch = await git(
    undefined,
    '-C',
    'bare',
    'fetch',
    '-q',
    '--depth=1',
    `${github.gitUrl}/acme/open.git`,
    first,
  );
  expect(fetch.code).toBe(0);
});

test('the head of a pull request can be fetched by name, and nothing internal shows', async () => {
  const sha = await github.push('acme/open', 'alice', { branch: 'fix', files: { 'b.txt': 'b\n' } });
  await github.openPull('acme/open', 'alice', { title: 'B', head: 'fix', base: 'main' });
  const url = `${github.gitUrl}/acme/open.git`;
  const refs = (await git(undefined, 'ls-remote', url)).text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(refs.map(([, name]) => name)).toEqual([
    'HEAD',
    'refs/heads/fix',
    'refs/heads/main',
    'refs/pull/1/head',
  ]);
  expect(refs.find(([, name]) => name === 'refs/pull/1/head')?.[0]).toBe(sha);
});

test('a push moves the branch and tells the App about the branch and the commits', async () => {
  const { id } = github.install('acme');
  await using app = await startReceiver();
  github.setWebhookUrl(app.url);
  const token = await mint(github, id);
  const result = await pushFile(token, 'acme/secret', 'src/new.ts', 'aider/fix-1');
  expect(result.text).toContain('[new branch]      HEAD -> aider/fix-1');
  await github.idle();
  expect(app.received.map((it) => it.event)).toEqual(['create', 'push']);
  const payload: unknown = JSON.parse(github.deliveries[0]?.payload ?? '{}');
  expect(payload).toMatchObject({
    ref: 'refs/heads/aider/fix-1',
    created: true,
    sender: { login: 'aiderbot[bot]', type: 'Bot' },
    commits: [{ message: 'Add src/new.ts', added: ['src/new.ts'] }],
  });
});

test('a ruleset refuses a push with GH013 and its own words', async () => {
  const { id } = github.install('acme');
  github.addRule('acme/open', { kind: 'signed', branches: 'aider/*' });
  const refused = await pushFile(await mint(github, id), 'acme/open', 'b.txt', 'aider/x');
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain(
    'remote: error: GH013: Repository rule violations found for refs/heads/aider/x.',
  );
  expect(refused.text).toContain('remote: - Commits must have verified signatures.');
  expect(refused.text).toContain('(push declined due to repository rule violations)');
  expect(await github.branches('acme/open')).not.toHaveProperty('aider/x');
});

test('a workflow file needs the workflows permission, also when it sits in an earlier commit', async () => {
  const { id } = github.install('acme');
  const file = '.github/workflows/ci.yml';
  const refused = await pushFile(await mint(github, id), 'acme/open', file, 'with-workflow');
  expect(refused.text).toContain(
    `(refusing to allow a GitHub App to create or update workflow \`${file}\` without \`workflows\` permission)`,
  );
  const dir = path.join(home, 'work-with-workflow');
  await git(undefined, '-C', dir, 'rm', '-q', file);
  await git(undefined, '-C', dir, 'commit', '-qm', 'Remove it again');
  const again = await git(
    await mint(github, id),
    '-C',
    dir,
    'push',
    'origin',
    'HEAD:refs/heads/with-workflow',
  );
  expect(again.text).toContain('refusing to allow a GitHub App');
  const human = await pushFile(github.createUser('carol').token, 'acme/open', file, 'by-reader');
  expect(human.text).toContain('403');
  github.setRole('acme/open', 'carol', 'write');
  const writer = await git(
    github.accountToken('carol'),
    '-C',
    path.join(home, 'work-by-reader'),
    'push',
    'origin',
    'HEAD:refs/heads/by-carol',
  );
  expect(writer.code).toBe(0);
});

test('protected branches and injected refusals', async () => {
  const { id } = github.install('acme');
  github.addRule('acme/open', { kind: 'protected', branches: 'main' });
  const token = await mint(github, id);
  expect((await pushFile(token, 'acme/open', 'c.txt', 'main')).text).toContain(
    '(protected branch hook declined)',
  );
  github.faults.refusePush('acme/open', { kind: 'secret' });
  const once = await git(token, '-C', path.join(home, 'work-main'), 'push', 'origin', 'HEAD:refs/heads/y');
  expect(once.text).toContain('remote: error: GH009: Secrets detected! This push failed.');
  const then = await git(token, '-C', path.join(home, 'work-main'), 'push', 'origin', 'HEAD:refs/heads/y');
  expect(then.code).toBe(0);
});

test('an expired token is refused at the push, although the clone worked', async () => {
  const { id } = github.install('acme');
  const token = await mint(github, id);
  await pushFile(token, 'acme/secret', 'd.txt', 'before');
  github.tokens.expireAll();
  const late = await git(
    token,
    '-C',
    path.join(home, 'work-before'),
    'push',
    'origin',
    'HEAD:refs/heads/after',
  );
  expect(late.text).toContain('Authentication failed');
});

test('a large push arrives in chunks', async () => {
  const { id } = github.install('acme');
  const token = await mint(github, id);
  await git(token, 'clone', '-q', `${github.gitUrl}/acme/secret.git`, 'big');
  const bytes = Buffer.alloc(3_000_000);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 7919 + (at >> 8) * 104_729) & 255;
  await writeFile(path.join(home, 'big/noise.bin'), bytes);
  await git(token, '-C', 'big', 'add', '-A');
  await git(token, '-C', 'big', 'commit', '-qm', 'Noise');
  const push = await git(
    token,
    '-C',
    'big',
    '-c',
    'http.postBuffer=65536',
    'push',
    'origin',
    'HEAD:refs/heads/big',
  );
  expect(push.code).toBe(0);
});

test('an archived repository and a suspended installation refuse', async () => {
  const { id } = github.install('acme');
  const token = await mint(github, id);
  await pushFile(token, 'acme/secret', 'e.txt', 'one');
  const dir = path.join(home, 'work-one');
  github.changeRepository('acme/secret', { archived: true });
  expect((await git(token, '-C', dir, 'push', 'origin', 'HEAD:refs/heads/two')).text).toContain('403');
  github.changeRepository('acme/secret', { archived: false });
  github.suspend('acme');
  expect((await git(token, '-C', dir, 'fetch', 'origin')).text).toContain('403');
});
