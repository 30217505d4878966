/** The machine dies between commit and push. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startGitHub } from '../../demo/github/server.ts';
import { startModel } from '../../demo/model/server.ts';
import { samples } from '../../demo/samples/samples.ts';
import { botComments, until } from '../support/app.ts';
import { environmentFor, main, serve } from '../support/serve.ts';

const repository = 'village/loans';

test('kill -9 while the branch is being pushed; the next start finishes with exactly one pull request', async () => {
  const [sample] = samples();
  if (!sample) throw new Error('There are no samples.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'aiderbot-restart-'));
  const github = await startGitHub();
  const model = await startModel({ script: sample.session });
  onTestFinished(async () => {
    await model.close();
    await github.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await github.createRepository(repository, { folder: sample.folder, roles: { ada: 'write' } });
  github.install('village');
  github.openIssue(repository, 'ada', { title: sample.issue.title, body: sample.issue.body });
  const env = environmentFor(github, model, dataDir);

  const first = await serve(env);
  github.setWebhookUrl(`${first.url}/api/github/webhooks`);
  github.faults.inject({ path: /git-receive-pack/, fault: { kind: 'latency', ms: 120_000 } });
  github.comment(repository, 1, 'ada', '/aider fix');
  await until('the push to begin', () => github.faults.pending().length === 0);
  first.process.kill('SIGKILL');
  await until('the death of the App', () => first.process.signalCode === 'SIGKILL');
  expect(Object.keys(await github.branches(repository))).toEqual(['main']);
  const asked = model.requests.length;

  const second = await serve(env);
  await until(
    'the final comment',
    () => botComments(github, repository, 1)[0]?.includes('**Done in'),
    90_000,
  );
  expect(github.pulls(repository)).toHaveLength(1);
  expect(botComments(github, repository, 1)).toHaveLength(1);
  expect(Object.keys(await github.branches(repository)).sort()).toEqual(
    [github.pulls(repository)[0]?.pull.headRef, 'main'].sort(),
  );
  // Every answer was in the journal: the second attempt paid for nothing again.
  expect(model.requests.length).toBe(asked);
  model.assertFinished();
  expect(github.violations).toEqual([]);

  second.process.kill('SIGTERM');
  await until('the orderly end', () => second.process.exitCode === 0);
});

test('a known default secret, or none, stops the start with what to do', async () => {
  const run = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [main, 'serve'], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await until('the end', () => child.exitCode !== null);
    return { code: child.exitCode, text };
  };
  const missing = await run({});
  expect(missing.code).toBe(2);
  for (const name of ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'OPENAI_API_KEY'])
    expect(missing.text).toContain(name);
  const weak = await run({ APP_ID: '1', WEBHOOK_SECRET: 'development', PRIVATE_KEY: 'x' });
  expect(weak.code).toBe(2);
  expect(weak.text).toContain('anybody could forge webhooks');
});
