/** The bundled samples: each really fails before its scripted session and really passes after it. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Sample, samples } from '../../demo/samples/samples.ts';
import { runCheck } from '../../src/checks/run.ts';
import type { CheckResult } from '../../src/checks/types.ts';
import { applyChangeSet, planReply, workspaceTree } from '../../src/edits/index.ts';
import type { Operation } from '../../src/edits/types.ts';
import { readScript } from '../../src/models/script/schema.ts';

const expected = z.object({
  expected: z.strictObject({
    commits: z.int().positive(),
    reflections: z.int().nonnegative(),
    changed: z.array(z.string()),
  }),
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function workspaceOf(sample: Sample): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sample-'));
  folders.push(folder);
  cpSync(sample.folder, folder, { recursive: true });
  return folder;
}

const runTests = (sample: Sample, cwd: string): Promise<CheckResult> =>
  runCheck({ kind: 'test', command: sample.test, timeoutMs: 120_000 }, { type: 'direct', cwd });

/** What the editor of the session answers, in order. */
const editorReplies = (sample: Sample): string[] =>
  readScript(sample.session)
    .entries.filter((entry) => entry.when?.purpose === 'editor')
    .map((entry) => entry.reply?.text ?? '');

/** Plays the editor's replies against a workspace as the coding loop does; says what became of each. */
function playEdits(sample: Sample, workspace: string): { outcomes: string[]; changed: string[] } {
  const outcomes: string[] = [];
  const changed = new Set<string>();
  let staged: Operation[] = [];
  for (const text of editorReplies(sample)) {
    const tree = workspaceTree(workspace);
    const planned = planReply({ text }, 'diff', tree, { shown: [...tree.list()], protect: [] }, staged);
    staged = planned.ok ? [] : planned.staged;
    if (planned.ok) {
      applyChangeSet(planned.changeSet, workspace);
      for (const file of planned.changeSet.files) changed.add(file.path);
    }
    outcomes.push(planned.ok ? 'applied' : planned.problems.map(({ code }) => code).join(', '));
  }
  return { outcomes, changed: [...changed].sort() };
}

describe.each(samples())('$name', (sample) => {
  const facts = expected.parse(
    JSON.parse(readFileSync(path.join(path.dirname(sample.session), 'about.json'), 'utf8')),
  ).expected;
  const lacking = sample.missing.length > 0 ? ` (skipped: ${sample.missing.join(', ')} is missing here)` : '';
  const testWithToolchain = test.skipIf(sample.missing.length > 0);

  test('has an issue with a title and a body', () => {
    expect(sample.issue.title.length).toBeGreaterThan(10);
    expect(sample.issue.body.length).toBeGreaterThan(200);
  });

  test('has a session that the scripted model can play', () => {
    const script = readScript(sample.session);
    const of = (purpose: string) => script.entries.filter((entry) => entry.when?.purpose === purpose).length;

    expect(of('architect')).toBe(1);
    expect(of('editor')).toBe(facts.commits + facts.reflections);
    // A message for each commit, and the words of the pull request.
    expect(of('weak')).toBe(facts.commits + 1);
  });

  testWithToolchain(`fails as it is${lacking}`, async () => {
    const before = await runTests(sample, workspaceOf(sample));

    expect(before).toMatchObject({ status: 'red', reasonCode: 'failed' });
    expect(before.tests?.failed).toBeGreaterThan(0);
    expect(before.tests?.passed).toBeGreaterThan(0);
  });

  testWithToolchain(`passes after the session's edits${lacking}`, async () => {
    const workspace = workspaceOf(sample);

    const { outcomes, changed } = playEdits(sample, workspace);

    expect(outcomes.at(-1)).toBe('applied');
    expect(changed).toEqual(facts.changed);
    expect(await runTests(sample, workspace)).toMatchObject({ status: 'green' });
  });
});

const named = (name: string) => {
  const sample = samples().find((candidate) => candidate.name === name);
  if (!sample) throw new Error(`no sample ${name}`);
  return sample;
};

test('the first sample needs nothing but the Node that runs it', () => {
  expect(samples()[0]).toMatchObject({ name: 'typescript-loans', requires: [], missing: [] });
});

test('one session finds its text despite lost indentation, and its first fix leaves a test red', async () => {
  const sample = named('typescript-loans');
  const workspace = workspaceOf(sample);
  const [first = ''] = editorReplies(sample);
  const tree = workspaceTree(workspace);
  const planned = planReply({ text: first }, 'diff', tree, { shown: [...tree.list()], protect: [] });

  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const source = () => readFileSync(path.join(workspace, 'src/dates.ts'), 'utf8');
  expect(source()).not.toContain('\nconst date = parseDay(day);\n');
  applyChangeSet(planned.changeSet, workspace);
  expect(await runTests(sample, workspace)).toMatchObject({
    status: 'red',
    tests: {
      failed: 1,
      failures: [{ name: 'a month after 31 January ends with February, also in a leap year' }],
    },
  });
});

test('one session quotes text that is not there, and is asked again for that edit alone', () => {
  const sample = named('python-stock');

  expect(playEdits(sample, workspaceOf(sample)).outcomes).toEqual(['NOT_FOUND', 'applied']);
});
