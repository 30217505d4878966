/** Two requests, one after the other, in the whole App: the second finds installed what the first installed. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeSandbox } from '../checks/sandbox/world.ts';
import { botComments, startApp, until } from '../support/app.ts';
import { block } from '../support/replies.ts';

const repository = 'octo/poem';
const files = {
  'poem.txt': 'line 1\nline 2\n',
  'package-lock.json': '{"lockfileVersion":3}\n',
  '.gitignore': 'node_modules\n',
  'setup.sh': `mkdir -p node_modules && od -An -N8 -tx1 /dev/urandom | tr -d ' \\n' > node_modules/stamp\n`,
  // As hostile as a test can be: what it finds installed it spoils.
  'test.sh': `echo "stamp $(cat node_modules/stamp)"\necho spoilt > node_modules/stamp\nprintf '1..1\\nok 1 - poem\\n'\n`,
  '.github/aider.yml': 'verify:\n  setup: [sh setup.sh]\n  lint: off\n  test: sh test.sh\n',
};
const edit = block('poem.txt', 'line 1', 'Line 1');

describeSandbox('the App', () => {
  test('installs once, says so on the pull request, and forgets it with the installation', async () => {
    const app = await startApp(
      {
        order: 'any',
        entries: [
          {
            when: { purpose: 'architect' },
            times: 'any',
            reply: { text: 'In `poem.txt`, begin with a capital.' },
          },
          { when: { purpose: 'editor' }, times: 'any', reply: { text: edit } },
          { when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: a capital' } },
        ],
      },
      {},
      { sandbox: 'required' },
    );
    onTestFinished(() => app.close());
    const { github, dataDir, ended } = app;
    await github.createRepository(repository, { roles: { ada: 'write' }, files });
    github.install('octo');
    for (const number of [1, 2]) {
      const issue = github.openIssue(repository, 'ada', { title: `Capitals ${number}`, body: '' });
      github.comment(repository, issue.number, 'ada', '/aider fix');
      await until(`the end of run ${number}`, () =>
        botComments(github, repository, issue.number).find((text) => text.includes('**Done in')),
      );
    }
    expect(ended.map(({ outcome }) => outcome)).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    const stamps = ended.map(({ baseline }) => /^stamp (\w+)$/m.exec(baseline[0]?.log.head ?? '')?.[1]);
    expect(stamps[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(stamps[1]).toBe(stamps[0]);
    const bodies = github.pulls(repository).map(({ body }) => body ?? '');
    expect(bodies.map((body) => body.includes('The dependencies were found in the cache'))).toEqual([
      false,
      true,
    ]);

    expect(readdirSync(path.join(dataDir, 'dependencies'))).toHaveLength(1);
    github.uninstall('octo');
    await until('the App to forget', () => app.log().includes('caches are deleted'));
    expect(readdirSync(path.join(dataDir, 'dependencies'))).toEqual([]);
    expect(readdirSync(path.join(dataDir, 'cache'))).toEqual([]);
    expect(existsSync(path.join(dataDir, 'db'))).toBe(true);
    expect(github.violations).toEqual([]);
  });
});
