/** Contents, refs, git data, checks and statuses through octokit. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  expectNoViolations,
  failure,
  mint,
  startWithWidgets,
  type Widgets,
  widgets,
  withToken,
} from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
});
afterEach(async () => {
  expectNoViolations(world.github);
  await world.github.close();
});

describe('repositories', () => {
  test('are made from a folder, with its .gitignore honoured', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'standin-folder-'));
    await mkdir(path.join(folder, 'lib'));
    await writeFile(path.join(folder, 'lib/x.js'), 'x\n');
    await writeFile(path.join(folder, '.gitignore'), 'junk\n');
    await writeFile(path.join(folder, 'junk'), 'no');
    const author = { name: 'Grace', email: 'grace@example.com' };
    await world.github.createRepository('acme/made', {
      folder,
      author,
      message: 'Import',
      defaultBranch: 'trunk',
    });
    await rm(folder, { recursive: true });
    const made = { owner: 'acme', repo: 'made' };
    expect((await world.rest.repos.get(made)).data.default_branch).toBe('trunk');
    const { data } = await world.rest.git.getTree({ ...made, tree_sha: 'trunk', recursive: 'true' });
    expect(data.tree.map((it) => it.path)).toEqual(['.gitignore', 'lib', 'lib/x.js']);
    const [commit] = (await world.rest.repos.listCommits(made)).data;
    expect(commit?.commit).toMatchObject({ message: 'Import', author });
  });

  test('show no push permission to an installation, as on GitHub', async () => {
    expect((await world.rest.repos.get(widgets)).data.permissions).toMatchObject({ push: false });
  });

  test('without a commit answer 404 and 409', async () => {
    await world.github.createRepository('acme/empty', { empty: true });
    const empty = { owner: 'acme', repo: 'empty' };
    expect((await failure(world.rest.repos.getContent({ ...empty, path: 'x' }))).message).toContain(
      'This repository is empty.',
    );
    expect(await failure(world.rest.repos.listCommits(empty))).toMatchObject({ status: 409 });
    expect(await failure(world.rest.git.getRef({ ...empty, ref: 'heads/main' }))).toMatchObject({
      status: 409,
    });
    expect(await failure(world.rest.repos.getBranch({ ...empty, branch: 'main' }))).toMatchObject({
      status: 404,
    });
  });
});

describe('contents', () => {
  const read = (file: string, more: { ref?: string; mediaType?: { format: string } } = {}) =>
    world.rest.repos.getContent({ ...widgets, path: file, ...more });

  test('of a file are base64 or raw, at any ref', async () => {
    const { data } = await read('src/a.ts');
    if (Array.isArray(data) || data.type !== 'file') throw new Error('no file');
    expect(Buffer.from(data.content, 'base64').toString()).toBe('one\ntwo\nthree\nfour\nfive\n');
    expect((await read('src/a.ts', { mediaType: { format: 'raw' } })).data).toBe(
      'one\ntwo\nthree\nfour\nfive\n',
    );
    await world.github.push('acme/widgets', 'alice', {
      branch: 'feature/x',
      files: { 'new file.md': 'ü\n' },
    });
    expect((await read('new file.md', { ref: 'feature/x', mediaType: { format: 'raw' } })).data).toBe('ü\n');
    expect(await failure(read('new file.md'))).toMatchObject({ status: 404 });
    expect((await failure(read('a', { ref: 'nowhere' }))).message).toContain(
      'No commit found for the ref nowhere',
    );
  });

  test('of a folder are a list', async () => {
    const { data } = await read('');
    expect(Array.isArray(data) && data.map((it) => [it.name, it.type])).toEqual([
      ['README.md', 'file'],
      ['src', 'dir'],
    ]);
    const { data: inner } = await read('src');
    expect(Array.isArray(inner) && inner.map((it) => it.path)).toEqual(['src/a.ts']);
  });

  test('above one megabyte come without content', async () => {
    await world.github.push('acme/widgets', 'alice', {
      branch: 'main',
      files: { 'big.txt': 'x'.repeat(1_000_001) },
    });
    expect((await read('big.txt')).data).toMatchObject({ size: 1_000_001, encoding: 'none', content: '' });
    expect(String((await read('big.txt', { mediaType: { format: 'raw' } })).data)).toHaveLength(1_000_001);
  });
});

describe('refs', () => {
  test('are made, moved forward, forced and deleted', async () => {
    const { rest, github } = world;
    const first = (await github.branches('acme/widgets')).main ?? '';
    const second = await github.push('acme/widgets', 'alice', { branch: 'main', files: { 'b.txt': 'b' } });
    const ref = 'heads/aider/x';
    await rest.git.createRef({ ...widgets, ref: `refs/${ref}`, sha: first });
    await rest.git.updateRef({ ...widgets, ref, sha: second });
    const back = rest.git.updateRef({ ...widgets, ref, sha: first });
    expect((await failure(back)).message).toContain('Update is not a fast forward');
    await rest.git.updateRef({ ...widgets, ref, sha: first, force: true });
    expect((await rest.repos.getBranch({ ...widgets, branch: 'aider/x' })).data.commit.sha).toBe(first);
    expect((await rest.git.listMatchingRefs({ ...widgets, ref: 'heads/aider/' })).data).toHaveLength(1);
    await rest.git.deleteRef({ ...widgets, ref });
    expect(await failure(rest.git.getRef({ ...widgets, ref }))).toMatchObject({ status: 404 });
    expect((await failure(rest.git.deleteRef({ ...widgets, ref: 'heads/main' }))).status).toBe(422);
  });

  test('refuse bad names, duplicates, a branch below a branch, and unknown objects', async () => {
    const { rest, github } = world;
    const sha = (await github.branches('acme/widgets')).main ?? '';
    const make = async (ref: string, at = sha) =>
      (await failure(rest.git.createRef({ ...widgets, ref, sha: at }))).message;
    expect(await make('refs/heads/main')).toContain('Reference already exists');
    expect(await make('refs/heads/main/x')).toContain('Reference update failed');
    expect(await make('refs/heads/a..b')).toContain('is not a valid ref name');
    expect(await make('refs/heads/x', '0'.repeat(39).concat('1'))).toContain('Object does not exist');
  });

  test('rules hold for the API, and are told beforehand', async () => {
    const { rest, github } = world;
    github.addRule('acme/widgets', { kind: 'signed', branches: 'aider/*' });
    github.addRule('acme/widgets', { kind: 'protected', branches: 'main' });
    const rules = (await rest.repos.getBranchRules({ ...widgets, branch: 'aider/x' })).data;
    expect(rules.map((it) => it.type)).toEqual(['required_signatures']);
    expect((await rest.repos.getBranch({ ...widgets, branch: 'main' })).data.protected).toBe(true);
    const sha = (await github.branches('acme/widgets')).main ?? '';
    const refused = await failure(rest.git.createRef({ ...widgets, ref: 'refs/heads/aider/x', sha }));
    expect(refused.message).toContain('Commits must have verified signatures.');
  });
});

describe('git data', () => {
  /** The way an App makes signed commits: blob, tree, commit, ref. */
  async function commit(file: string, more: { author?: { name: string; email: string } } = {}) {
    const { rest, github } = world;
    const parent = (await github.branches('acme/widgets')).main ?? '';
    const blob = (await rest.git.createBlob({ ...widgets, content: 'eA==', encoding: 'base64' })).data.sha;
    const entry = { path: file, mode: '100755', type: 'blob', sha: blob } as const;
    const gone = { path: 'README.md', mode: '100644', type: 'blob', sha: null } as const;
    const tree = await rest.git.createTree({ ...widgets, base_tree: parent, tree: [entry, gone] });
    return rest.git.createCommit({
      ...widgets,
      message: 'By API',
      tree: tree.data.sha,
      parents: [parent],
      ...more,
    });
  }

  test('a commit without author is the bot’s and verified; then a signature rule lets it pass', async () => {
    const { rest, github } = world;
    github.addRule('acme/widgets', { kind: 'signed', branches: '*' });
    const { data } = await commit('run.sh');
    expect(data.verification).toMatchObject({ verified: true, reason: 'valid' });
    expect(data.author.email).toMatch(/^\d+\+aiderbot\[bot\]@users\.noreply\.github\.com$/);
    await rest.git.createRef({ ...widgets, ref: 'refs/heads/aider/api', sha: data.sha });
    const seen = await rest.repos.getCommit({ ...widgets, ref: 'aider/api' });
    expect(seen.data).toMatchObject({
      author: { login: 'aiderbot[bot]' },
      stats: { additions: 1, deletions: 1 },
    });
    expect(seen.data.files?.map((it) => [it.filename, it.status])).toEqual([
      ['README.md', 'removed'],
      ['run.sh', 'added'],
    ]);
    const tree = await rest.git.getTree({ ...widgets, tree_sha: data.tree.sha });
    expect(tree.data.tree.map((it) => [it.path, it.mode])).toEqual([
      ['run.sh', '100755'],
      ['src', '040000'],
    ]);
  });

  test('an author of one’s own loses the signature', async () => {
    const { data } = await commit('x', { author: { name: 'A', email: 'a@example.com' } });
    expect(data.verification.verified).toBe(false);
  });

  test('a workflow file needs the workflows permission here too', async () => {
    const { data } = await commit('.github/workflows/ci.yml');
    const refused = await failure(
      world.rest.git.createRef({ ...widgets, ref: 'refs/heads/w', sha: data.sha }),
    );
    expect(refused).toMatchObject({
      status: 403,
      headers: { 'x-accepted-github-permissions': 'workflows=write' },
    });
  });

  test('unknown trees and parents are refused, blobs and commits read back', async () => {
    const { rest } = world;
    const none = '1'.repeat(40);
    expect(
      (await failure(rest.git.createCommit({ ...widgets, message: 'x', tree: none }))).message,
    ).toContain('Tree SHA does not exist');
    const { data } = await rest.git.createBlob({ ...widgets, content: 'hello' });
    const blob = await rest.git.getBlob({ ...widgets, file_sha: data.sha });
    expect(Buffer.from(blob.data.content, 'base64').toString()).toBe('hello');
    const { sha } = (await commit('y')).data;
    expect((await rest.git.getCommit({ ...widgets, commit_sha: sha })).data.message).toBe('By API');
  });

  test('two refs are compared from their merge base', async () => {
    const { rest, github } = world;
    await github.push('acme/widgets', 'alice', { branch: 'b', files: { 'b.txt': 'b' } });
    await github.push('acme/widgets', 'alice', { branch: 'main', files: { 'c.txt': 'c' } });
    const { data } = await rest.repos.compareCommitsWithBasehead({ ...widgets, basehead: 'main...b' });
    expect(data).toMatchObject({ status: 'diverged', ahead_by: 1, behind_by: 1 });
    expect(data.files?.map((it) => it.filename)).toEqual(['b.txt']);
    expect((await rest.repos.listBranches(widgets)).data.map((it) => it.name)).toEqual(['b', 'main']);
  });
});

describe('checks', () => {
  const annotation = {
    path: 'src/a.ts',
    start_line: 1,
    end_line: 1,
    annotation_level: 'warning',
    message: 'hm',
  } as const;

  test('are made, updated and listed; annotations add up to 50 at a time', async () => {
    const { rest, github } = world;
    const head_sha = (await github.branches('acme/widgets')).main ?? '';
    const { data } = await rest.checks.create({ ...widgets, name: 'aider', head_sha, status: 'in_progress' });
    const run = { ...widgets, check_run_id: data.id };
    const output = (count: number) => ({
      title: 'T',
      summary: 'S',
      annotations: Array.from({ length: count }, () => annotation),
    });
    await rest.checks.update({ ...run, output: output(50) });
    await rest.checks.update({ ...run, output: output(2), conclusion: 'success' });
    const read = (await rest.checks.get(run)).data;
    expect(read).toMatchObject({
      status: 'completed',
      conclusion: 'success',
      output: { annotations_count: 52 },
    });
    expect((await rest.checks.listAnnotations({ ...run, per_page: 100 })).data).toHaveLength(52);
    const listed = await rest.checks.listForRef({ ...widgets, ref: 'main', check_name: 'aider' });
    expect(listed.data).toMatchObject({ total_count: 1, check_runs: [{ name: 'aider' }] });
    const unknown = rest.checks.create({ ...widgets, name: 'x', head_sha: '2'.repeat(40) });
    expect((await failure(unknown)).message).toContain('No commit found for SHA');
  });

  test('refuse more than 50 annotations in one request', async () => {
    const { rest, github } = world;
    const head_sha = (await github.branches('acme/widgets')).main ?? '';
    const annotations = Array.from({ length: 51 }, () => annotation);
    const output = { title: 'T', summary: 'S', annotations };
    const tooMany = rest.checks.create({ ...widgets, name: 'aider', head_sha, output });
    expect(await failure(tooMany)).toMatchObject({ status: 422 });
    expect(github.violations.splice(0)).toMatchObject([
      { problem: expect.stringContaining('more than 50 items') },
    ]);
  });

  test('statuses of other systems combine by context', async () => {
    const { rest, github } = world;
    const sha = (await github.branches('acme/widgets')).main ?? '';
    const combined = async () =>
      (await rest.repos.getCombinedStatusForRef({ ...widgets, ref: 'main' })).data.state;
    expect(await combined()).toBe('pending');
    github.setStatus('acme/widgets', { sha, context: 'ci', state: 'failure' });
    expect(await combined()).toBe('failure');
    github.setStatus('acme/widgets', { sha, context: 'ci', state: 'success' });
    expect(await combined()).toBe('success');
    expect(
      (await rest.repos.listCommitStatusesForRef({ ...widgets, ref: 'main' })).data.map((it) => it.state),
    ).toEqual(['success', 'failure']);
  });

  test('the log of an Actions job is a redirect to a file', async () => {
    world.github.setJobLog('acme/widgets', 7, 'step 1\nError: no\n');
    const { data } = await world.rest.actions.downloadJobLogsForWorkflowRun({ ...widgets, job_id: 7 });
    expect(String(data)).toBe('step 1\nError: no\n');
  });
});

test('a renamed repository is found by its id and by its old name', async () => {
  const { github, installation } = world;
  const octokit = withToken(github, await mint(github, installation.id));
  const { id } = github.repository('acme/widgets');
  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  github.changeRepository('acme/widgets', { name: 'gadgets' });
  const found = await octokit.request('GET /repositories/{repository_id}', { repository_id: id });
  expect(found.data.full_name).toBe('acme/gadgets');
  expect((await octokit.rest.repos.get(widgets)).data.full_name).toBe('acme/gadgets');
  const issue = { ...widgets, issue_number: 1 };
  expect((await octokit.rest.issues.get(issue)).data.repository_url).toMatch(/acme\/gadgets$/);
  expect((await octokit.rest.issues.createComment({ ...issue, body: 'still here' })).status).toBe(201);
  const git = await fetch(`${github.gitUrl}/acme/widgets.git/info/refs?service=git-upload-pack`, {
    redirect: 'manual',
  });
  expect([git.status, git.headers.get('location')]).toEqual([
    301,
    `${github.gitUrl}/acme/gadgets.git/info/refs?service=git-upload-pack`,
  ]);
});
