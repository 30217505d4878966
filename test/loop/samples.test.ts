/** The samples of the demo, through both ways of working: the same mistakes, the same end. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Sample, samples } from '../../demo/samples/samples.ts';
import { formats } from '../../src/edits/index.ts';
import { readScript, type ScriptInput } from '../../src/models/script/schema.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import type { Task } from '../../src/runs/task.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { git, repository } from '../support/repositories.ts';
import { filesBelow } from './tasks.ts';

const aboutSchema = z.object({
  expected: z.object({ commits: z.number(), reflections: z.number(), changed: z.array(z.string()) }),
});
const aboutOf = (sample: Sample) =>
  aboutSchema.parse(JSON.parse(readFileSync(path.join(path.dirname(sample.session), 'about.json'), 'utf8')))
    .expected;

type Entry = ScriptInput['entries'][number];

const entriesOf = (sample: Sample, purpose: string): Entry[] =>
  readScript(sample.session).entries.filter((entry) => entry.when?.purpose === purpose);

/** What the editor of the session writes, as calls of an agent. Where it makes two commits, the first edits are a wrong fix. */
function asCalls(sample: Sample): Entry[] {
  const when = { purpose: 'architect' as const };
  const done: Entry = { when, reply: { text: 'That is all.' } };
  const several = aboutOf(sample).commits > 1;
  const commit = { id: 'commit', name: 'commit', arguments: { title: 'the first part' } };
  const answers = entriesOf(sample, 'editor').flatMap((entry, turn): Entry[] => {
    const { operations } = formats.diff.parse({ text: entry.reply?.text ?? '' }, { shown: [], tree: EMPTY });
    const toolCalls = operations.flatMap((operation, index) =>
      operation.kind === 'replace'
        ? [
            {
              id: `${turn}-${index}`,
              name: 'edit',
              arguments: {
                path: operation.path,
                edits: [{ oldText: operation.oldText, newText: operation.newText }],
              },
            },
          ]
        : [],
    );
    const isMended = several && turn === 1;
    return [
      { when, reply: { toolCalls: [...toolCalls, ...(isMended ? [commit] : [])] } },
      ...(several && turn === 0 ? [done] : []),
    ];
  });
  return [...answers, done];
}

const EMPTY = { read: () => undefined, list: () => [] };

async function run(sample: Sample, mode: Task['mode'], entries: Entry[]) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, filesBelow(sample.folder));
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, { order: 'any', entries: [...entries, ...entriesOf(sample, 'weak')] }),
    task: {
      mode,
      instruction: `${sample.issue.title}\n\n${sample.issue.body}`,
      test: sample.test,
      lint: 'off',
    },
  });
  return { facts, changed: git(folder, 'diff', '--name-only', 'main', facts.branch ?? 'main').split('\n') };
}

describe.each(samples())('$name', (sample) => {
  const { commits, reflections, changed } = aboutOf(sample);
  const withToolchain = test.skipIf(sample.missing.length > 0);

  const ways = [
    {
      mode: 'architect',
      entries: () => [...entriesOf(sample, 'architect'), ...entriesOf(sample, 'editor')],
      // An agent is told of an edit that does not fit in the answer to its call, which is no reflection.
      reflected: reflections,
    },
    {
      mode: 'agent',
      entries: () => asCalls(sample),
      reflected: sample.name === 'python-stock' ? reflections - 1 : reflections,
    },
  ] as const;

  withToolchain.each(ways)(
    'ends well in $mode mode, each commit checked',
    async ({ mode, entries, reflected }) => {
      const played = await run(sample, mode, entries());
      expect(played.facts.outcome).toEqual({ kind: 'done' });
      expect(played.facts.commits.map((commit) => commit.checks.map((check) => check.status))).toEqual(
        Array.from({ length: commits }, () => ['green']),
      );
      expect(played.facts.reflections.used).toBe(reflected);
      expect(played.changed).toEqual(changed);
    },
  );
});
