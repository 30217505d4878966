/** The machine dies in the middle of commands other than `fix`. */
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import type { FaultOrder } from '../../demo/github/faults.ts';
import { startGitHub } from '../../demo/github/server.ts';
import { startModel } from '../../demo/model/server.ts';
import { botComments, until } from '../support/app.ts';
import { scratch } from '../support/folders.ts';
import { block } from '../support/replies.ts';
import { environmentFor, serve } from '../support/serve.ts';

const repository = 'octo/poem';

async function world() {
  const dataDir = await scratch();
  const github = await startGitHub();
  const model = await startModel({
    script: {
      order: 'any',
      entries: [
        { when: { purpose: 'architect', user: 'shout' }, reply: { text: 'In poem.txt, shout line 1.' } },
        {
          when: { purpose: 'editor', user: 'shout' },
          reply: {
            text: block('poem.txt', 'line 1', 'LINE 1'),
          },
        },
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: shout' } },
        { when: { purpose: 'architect', user: 'how long' }, reply: { text: 'Two lines, in `poem.txt`.' } },
      ],
    },
  });
  onTestFinished(async () => {
    await model.close();
    await github.close();
  });
  await github.createRepository(repository, {
    roles: { ada: 'write' },
    files: {
      'poem.txt': 'line 1\nline 2\n',
      '.github/aider.yml': 'verify:\n  lint: off\n  test: off\n',
    },
  });
  github.install('octo');
  const { number: issue } = github.openIssue(repository, 'ada', { title: 'The poem', body: '' });
  const env = environmentFor(github, model, dataDir);
  let app = await serve(env);
  github.setWebhookUrl(`${app.url}/api/github/webhooks`);

  return {
    github,
    model,
    issue,
    shown: (thread: number, what: RegExp) =>
      until(`${what}`, () => botComments(github, repository, thread).find((text) => what.test(text))),
    /** Gives a command, kills the App at the first request that matches, and starts it again. */
    async dieAt(
      order: Omit<FaultOrder, 'fault'>,
      thread: number,
      command: string,
      further = async (): Promise<unknown> => undefined,
    ) {
      github.faults.inject({ ...order, fault: { kind: 'latency', ms: 120_000 } });
      github.comment(repository, thread, 'ada', command);
      await until(`${command} to come so far`, () => github.faults.pending().length === 0);
      await further();
      app.process.kill('SIGKILL');
      await until('the death of the App', () => app.process.signalCode === 'SIGKILL');
      app = await serve(env);
      github.setWebhookUrl(`${app.url}/api/github/webhooks`);
    },
  };
}

test('ask: killed while the answer is being posted, it is posted once and not paid for again', async () => {
  const { github, model, issue, shown, dieAt } = await world();
  // The first edit of the comment shows progress and hangs, so the answer can be recorded but not be posted.
  await dieAt({ method: 'PATCH', path: /comments/ }, issue, '/aider ask how long is it?', async () => {
    await until('the question to the model', () => model.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
  });
  expect(await shown(issue, /Answered in/)).toContain('Two lines');
  expect(botComments(github, repository, issue)).toHaveLength(1);
  expect(model.requests).toHaveLength(1);
  expect(github.violations).toEqual([]);
});

test('undo: killed while the branch is being pushed, it takes the commit back once', async () => {
  const { github, issue, shown, dieAt } = await world();
  github.comment(repository, issue, 'ada', '/aider fix shout');
  await shown(issue, /Done in/);
  const [opened] = github.pulls(repository);
  const pull = opened?.number ?? 0;
  await dieAt({ path: /git-receive-pack/ }, pull, '/aider undo');
  await shown(pull, /Undone in/);
  expect(botComments(github, repository, pull)).toHaveLength(1);
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', github.repository(repository).dir, ...args], { encoding: 'utf8' });
  const branch = opened?.pull.headRef ?? '';
  expect(git('log', '--format=%s', `main..${branch}`).trim().split('\n')).toEqual([
    'revert: style: shout',
    'style: shout',
  ]);
  expect(git('show', `${branch}:poem.txt`)).toBe('line 1\nline 2\n');
  expect(github.violations).toEqual([]);
});
