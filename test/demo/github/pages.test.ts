/** The pages that people look at: right, escaped, without scripts, and unmistakably local. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markdown } from '../../../demo/github/pages/markdown.ts';
import { startWithWidgets, type Widgets } from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
});
afterEach(() => world.github.close());

async function read(path: string) {
  const response = await fetch(`${world.github.webUrl}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('an issue shows its comments, reactions and edits', async () => {
  const { github } = world;
  github.openIssue('acme/widgets', 'bob', { title: 'Broken', body: 'It **is**', labels: ['bug'] });
  const { id } = github.comment('acme/widgets', 1, 'alice', '/aider fix it');
  github.react('acme/widgets', id, 'bob', 'eyes');
  github.editComment('acme/widgets', id, 'alice', '/aider fix this');
  const { text } = await read('/acme/widgets/issues/1');
  for (const part of [
    'Broken <small>#1</small>',
    'It <strong>is</strong>',
    '/aider fix this',
    '👀 1',
    'edited 1 time',
    '>bug<',
  ])
    expect(text).toContain(part);
  expect(text).toContain('local stand-in for GitHub');
});

test('a pull request shows its commits, coloured diff, checks and reviews', async () => {
  const { github, rest } = world;
  const sha = await github.push('acme/widgets', 'alice', {
    branch: 'fix',
    files: { 'src/a.ts': 'one\n<2>\nthree\n' },
    message: 'Fix two\n\nBecause.',
  });
  await github.openPull('acme/widgets', 'alice', { title: 'Fix', head: 'fix', base: 'main' });
  await rest.checks.create({
    owner: 'acme',
    repo: 'widgets',
    name: 'aider',
    head_sha: sha,
    conclusion: 'success',
  });
  await github.reviewComment('acme/widgets', 1, 'mia', { path: 'src/a.ts', line: 2, body: 'why?' });
  const { text } = await read('/acme/widgets/pull/1');
  expect(text).toContain(`<span class="sha">${sha.slice(0, 7)}</span>`);
  expect(text).toContain('<span class="add">+&lt;2&gt;</span>');
  expect(text).toContain('<b>success</b>');
  expect(text).toContain('commented on src/a.ts:2');
});

test('nothing a person or repository writes becomes markup or script', async () => {
  const { github } = world;
  const evil = '<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))';
  github.openIssue('acme/widgets', 'bob', { title: evil, body: evil, labels: ['<b>'] });
  const { text, headers } = await read('/acme/widgets/issues/1');
  expect(text).not.toMatch(/<script|<img|href="javascript/i);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test('lists lead to the threads, and unknown pages are 404', async () => {
  world.github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  expect((await read('/')).text).toContain('<a href="/acme/widgets">');
  expect((await read('/acme/widgets')).text).toContain('<a href="/acme/widgets/issues/1">Broken</a>');
  expect((await read('/acme/widgets/issues/9')).status).toBe(404);
  expect((await read('/%zz/x')).status).toBe(404);
});

test.each([
  [
    'folded details',
    '<details><summary>More</summary>\n\n**x**\n\n</details>',
    /<details><summary>More<\/summary>\s*<p><strong>x<\/strong><\/p>\s*<\/details>/,
  ],
  ['task lists', '- [x] done\n- [ ] open', /<input type="checkbox" disabled="" checked="" \/> done/],
  ['tables', '|a|b|\n|-|-|\n|1|2|', /<td>1<\/td>/],
  ['other tags as text', '<details onclick="x">', /&lt;details onclick=&quot;x&quot;&gt;/],
  ['hidden markers not at all', 'a <!-- secret\nmarker --> b', /^<p>a {2}b<\/p>$/],
  ['markers in code as they are', '```\n<!-- shown -->\n```', /&lt;!-- shown --&gt;/],
])('markdown: %s', (_what, source, expected) => {
  expect(markdown(source).html).toMatch(expected);
});
