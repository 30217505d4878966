import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samples } from '../../demo/samples/samples.ts';
import { openDatabase } from '../../src/runs/database.ts';
import { botComments, startApp, type TestApp, until } from '../support/app.ts';
import { scratch } from '../support/folders.ts';

const repository = 'village/loans';
const [sample] = samples();
if (!sample) throw new Error('There are no samples.');

let app: TestApp;
let argv = '';
let sampler: NodeJS.Timeout;

/** Every command line on this machine, while the run lasts. */
function sampleProcesses(): void {
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      argv += readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      // It ended meanwhile.
    }
  }
}

beforeAll(async () => {
  app = await startApp(sample.session);
  await app.github.createRepository(repository, { folder: sample.folder, roles: { ada: 'write' } });
  app.github.install('village');
  app.github.openIssue(repository, 'ada', { title: sample.issue.title, body: sample.issue.body });
  sampler = setInterval(sampleProcesses, 20);
  app.github.comment(repository, 1, 'ada', 'This hurts every month.\n\n/aider fix');
  await until('the end of the run', () => app.ended[0]);
  await until('the final comment', () => botComments(app.github, repository, 1)[0]?.includes('**Done in'));
  clearInterval(sampler);
});
afterAll(() => app.close());

const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', app.github.repository(repository).dir, ...args], { encoding: 'utf8' });

test('the branch holds one verified commit per edit, by the bot, for the person who asked', async () => {
  const pull = app.github.pulls(repository)[0];
  expect(pull?.pull.headRef).toBe('aider/1-books-borrowed-at-the-end-of-january-are');
  const log = git('log', '--reverse', '--format=%an <%ae>%n%B', `main..${pull?.pull.headRef}`);
  const { slug } = app.github.app;
  expect(
    log.match(
      new RegExp(`^${slug}\\[bot\\] <\\d+\\+${slug}\\[bot\\]@users\\.noreply\\.github\\.com>$`, 'gm'),
    ),
  ).toHaveLength(2);
  expect(log).toContain('fix(dates): end a month on its last day when it is shorter\n');
  expect(log).toContain('docs: mention the month end fix in the changelog\n');
  expect(log.match(/^Aider-Edit: [12]\/2$/gm)).toEqual(['Aider-Edit: 1/2', 'Aider-Edit: 2/2']);
  expect(log.match(/^Aider-Verified: test$/gm)).toHaveLength(2);
  expect(log.match(/^Co-authored-by: ada <\d+\+ada@users\.noreply\.github\.com>$/gm)).toHaveLength(2);
});

test('the tree of the branch is the sample with exactly the edits of the session', () => {
  const branch = app.github.pulls(repository)[0]?.pull.headRef ?? '';
  expect(git('diff', '--name-only', 'main', branch).trim().split('\n')).toEqual([
    'CHANGELOG.md',
    'src/dates.ts',
  ]);
  const dates = git('show', `${branch}:src/dates.ts`);
  // The model left the indentation out; the file keeps its own.
  expect(dates).toContain('\n  const dayOfMonth = date.getUTCDate();\n  date.setUTCDate(1);\n');
  expect(dates).not.toContain('daysInMonth');
  expect(git('diff', '--shortstat', 'main', branch).trim()).toBe(
    '2 files changed, 11 insertions(+), 1 deletion(-)',
  );
});

test('each commit passes the tests, as its trailer says: a rebase that runs them at each stop goes through', async () => {
  const branch = app.github.pulls(repository)[0]?.pull.headRef ?? '';
  const facts = app.ended[0];
  expect(facts?.commits.map((commit) => commit.id)).toEqual(
    git('rev-list', '--reverse', `main..${branch}`).trim().split('\n'),
  );
  const clone = await scratch();
  const here = (...args: string[]) => spawnSync('git', args, { cwd: clone, encoding: 'utf8', env: outside });
  const outside = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: clone,
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
  here('clone', '--quiet', app.github.repository(repository).dir, '.');
  here('checkout', '--quiet', branch);
  const rebase = here('rebase', '--force-rebase', '-x', 'node --test >/dev/null', 'origin/main');
  expect(rebase.stderr).toContain('Successfully rebased');
  expect(here('rebase', '--force-rebase', '-x', 'false', 'origin/main').status).not.toBe(0);
});

test('the pull request says what was done, from facts, and closes the issue', () => {
  const pull = app.github.pulls(repository)[0];
  expect(pull?.title).toBe('fix: give back books borrowed at the end of January in February');
  expect(pull?.pull.draft).toBe(false);
  const body = pull?.body ?? '';
  expect(body).toContain('- `addMonths` stops at the last day of a shorter month');
  expect(body).toContain('| test `node --test` | 9 passed, 3 failed of 12');
  expect(body).toMatch(/12 passed of 12.*mended/);
  expect(body).toContain('Closes #1');
  expect(body).toContain('1 reflection (at most 3)');
  for (const commit of app.ended[0]?.commits ?? [])
    expect(body).toContain(`\`/aider undo ${commit.id.slice(0, 7)}\``);
});

const browser = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
if (browser === '') console.log('SKIPPED: the pull request page in a browser, because chromium is missing.');

test.skipIf(browser === '')(
  'the page of the pull request is whole in a browser: tables, no raw markers, no errors',
  async () => {
    const chromium = await import('playwright-core').then((module) => module.chromium);
    const window = await chromium.launch({
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    });
    try {
      const page = await window.newPage();
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${app.github.webUrl}/${repository}/pull/2`);
      expect(await page.locator('table').count()).toBe(2);
      expect(await page.locator('table').first().locator('tbody tr').count()).toBe(2);
      const text = (await page.locator('body').textContent()) ?? '';
      expect(text).not.toMatch(/<!--|\| ---|aiderbot:summary/);
      expect(text).toContain('Closes #1');
      expect(errors).toEqual([]);
    } finally {
      await window.close();
    }
  },
);

test('the issue shows the reaction and one comment, which ends with the link', () => {
  const [command, ...others] = app.github.issue(repository, 1).comments;
  expect(command?.reactions.map((reaction) => reaction.content)).toEqual(['eyes']);
  expect(others).toHaveLength(1);
  const text = botComments(app.github, repository, 1)[0] ?? '';
  expect(text).toMatch(
    /\*\*Done in \d+s\*\* · \[PR #2\]\(http[^)]+\/village\/loans\/pull\/2\) · 2 commits · /,
  );
  expect(text).toContain('- [x] Repo map: ');
});

test('the model was asked exactly what the session expects', () => {
  app.model.assertFinished();
});

test('everything said to GitHub fits its published description', () => {
  expect(app.github.violations).toEqual([]);
});

test('no token reached commits, command lines, log, comments or prompts', () => {
  const tokens = [...app.github.tokens.minted, 'sk-test-model-key-0123456789', app.github.app.webhookSecret];
  expect(app.github.tokens.minted.length).toBeGreaterThan(1);
  const places = {
    commits: git('log', '-p', '--all', '--format=%an%ae%cn%ce%B'),
    argv,
    log: app.log(),
    comments: JSON.stringify(app.github.issue(repository, 1).comments.map((comment) => comment.body)),
    pull: JSON.stringify(app.github.pulls(repository).map((pull) => [pull.title, pull.body])),
    prompts: JSON.stringify(app.model.requests.map((request) => request.body)),
  };
  expect(argv).toContain('git');
  expect(places.log.length).toBeGreaterThan(100);
  for (const [place, text] of Object.entries(places)) {
    for (const token of tokens) {
      for (const form of [token, Buffer.from(token).toString('base64'), encodeURIComponent(token)]) {
        expect(text.includes(form), `${place} holds a token`).toBe(false);
      }
    }
  }
});

test('no token reached the database or the data folder; the journal has every step', async () => {
  await app.server.stop(1_000);
  const database = await openDatabase({ dataDir: app.dataDir });
  const steps = (await database.query('select step, result from journal order by position')) as {
    step: string;
    result: string;
  }[];
  const dump = JSON.stringify([
    steps,
    await database.query('select * from runs'),
    await database.query('select * from deliveries'),
    await database.query('select * from pgboss.job'),
  ]);
  await database.close();
  expect([...new Set(steps.map((row) => row.step))]).toEqual([
    'task',
    'clock',
    'start',
    'settings',
    'thread',
    'author',
    'checks',
    'setup',
    'check',
    'context',
    'conventions',
    'model',
    'tree',
    'branch',
    'signing',
    'push',
    'pull-request',
  ]);
  const found = spawnSync('grep', ['-rlF', '-e', 'ghs_', app.dataDir], { encoding: 'utf8' });
  for (const token of app.github.tokens.minted) expect(dump.includes(token)).toBe(false);
  expect(found.stdout).toBe('');
});
