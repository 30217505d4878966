/** The commands of the README, as processes of their own. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startModel } from '../../demo/model/server.ts';
import { samples } from '../../demo/samples/samples.ts';
import { scratch } from '../support/folders.ts';
import { block } from '../support/replies.ts';
import { git, repository } from '../support/repositories.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

async function aiderbot(
  argv: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [main, ...argv], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/tmp', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

for (const sample of samples()) {
  const missing = sample.missing.join(', ');
  if (missing !== '') console.log(`SKIPPED: the demo of ${sample.name}, because ${missing} is missing.`);
  test.skipIf(missing !== '')(
    `the demo on ${sample.name} ends with a pull request and evidence`,
    async () => {
      const { code, out, err } = await aiderbot(['demo', '--exit', '--sample', sample.name]);
      expect(err).toBe('');
      expect(out).toMatch(/Pull request #2: .+/);
      expect(out).toContain('Closes #1');
      expect(out).toMatch(/\nCommits\n[0-9a-f]{7} /);
      expect(out).toContain('diff --git');
      expect(out).toContain(`${sample.test}:`);
      expect(out).toMatch(/Look at it: http:\/\/127\.0\.0\.1:\d+\/village\/.+\/pull\/2/);
      expect(code).toBe(0);
    },
  );
}

test('a run on a local repository leaves its commits on a branch and the checkout alone', async () => {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, { 'greet.sh': 'echo hi\n' });
  const model = await startModel({
    script: {
      order: 'any',
      entries: [
        { when: { purpose: 'architect', anywhere: 'say hello' }, reply: { text: 'In greet.sh, say hello.' } },
        {
          when: { purpose: 'editor' },
          reply: {
            text: block('greet.sh', 'echo hi', 'echo hello'),
          },
        },
        { when: { purpose: 'weak' }, reply: { text: 'feat: say hello' } },
      ],
    },
  });
  onTestFinished(() => model.close());
  const env = {
    OPENAI_BASE_URL: model.openaiUrl,
    AIDER_MODEL: 'architect',
    AIDER_EDITOR_MODEL: 'editor',
    AIDER_WEAK_MODEL: 'weak',
  };
  const { code, out, err } = await aiderbot(
    ['run', '--repo', folder, '--message', 'say hello', '--lint', 'sh -n greet.sh', '--no-sandbox', '--json'],
    env,
  );
  expect(err).toBe('');
  expect(code).toBe(0);
  const facts = JSON.parse(out) as { branch: string; outcome: unknown };
  expect(facts.outcome).toEqual({ kind: 'done' });
  expect(git(folder, 'show', `${facts.branch}:greet.sh`)).toBe('echo hello');
  expect(git(folder, 'status', '--porcelain')).toBe('');
  expect(git(folder, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
  expect(git(folder, 'log', '-1', '--format=%s', facts.branch)).toBe('feat: say hello');
  model.assertFinished();
});

test.each([
  [['run'], 2, '--repo and --message are needed'],
  [['run', '--repo', '/', '--message', 'x'], 2, 'is not a git repository'],
  [['run', '--bogus'], 2, '--bogus'],
  [['serve', '--bogus'], 2, 'takes no options'],
  [['frobnicate'], 2, 'There is no command "frobnicate"'],
  [['demo', '--sample', 'none'], 2, 'There is no sample "none"'],
])('aiderbot %j ends with code %i and what is wrong', async (argv, code, message) => {
  const ended = await aiderbot(argv);
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(message);
});

test('without a model, a run says how to configure one', async () => {
  const folder = path.join(await scratch(), 'repository');
  repository(folder, { 'a.txt': '' });
  const ended = await aiderbot(['run', '--repo', folder, '--message', 'x']);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain('ANTHROPIC_API_KEY');
});
