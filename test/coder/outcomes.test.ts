/**
 * Every way for a run to end and every kind of reflection, in every mode. The tables are typed by the unions: a new kind
 * without a line here does not compile.
 */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Mode, Reflection } from '../../src/coder/types.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { Outcome } from '../../src/report/types.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import { scratch } from '../support/folders.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { block } from '../support/replies.ts';
import { repository } from '../support/repositories.ts';

const modes = ['architect', 'direct', 'agent'] as const satisfies readonly Mode[];
const checks = 'verify:\n  lint: "! grep -n \\"var \\" add.js"\n  test: sh test.sh\n';
const noChecks = 'verify:\n  lint: off\n  test: off\n';
const files = {
  'add.js': 'export const add = (a, b) => a - b;\n',
  'names.js': "export const name = 'sum';\n",
  'test.sh': `one=ok; grep -q 'a + b' add.js || one='not ok'
zero=ok; grep -q 'a [-+*] b' add.js || zero='not ok'
printf '1..2\\n%s 1 - one and two\\n%s 2 - zero\\n' "$one" "$zero"
case "$one $zero" in *not*) exit 1 ;; esac
`,
  // So many files speak of the request that the one that does not is not shown.
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`near${n}.js`, '// one and two\nexport const pass = 1;\n']),
  ),
};

/** What a model answers, whatever form its mode wants: words, or one edit. */
type Answer =
  | { say: string; finish?: 'refusal' }
  | {
      file: string;
      before: string;
      after: string /** The output limit is reached within it. */;
      cut?: boolean;
    };

const add = (before: string, after: string): Answer => ({ file: 'add.js', before, after });
const right = add('a - b', 'a + b');

type Entry = ScriptInput['entries'][number];

function entriesOf(mode: Mode, answers: readonly Answer[]): Entry[] {
  const [first] = answers;
  // The architect itself asks, refuses or sees nothing to do.
  const plan = first && 'say' in first && answers.length === 1 ? undefined : 'Change `add.js`.';
  const planned: Entry[] =
    mode === 'architect' && plan !== undefined
      ? [{ when: { purpose: 'architect' }, reply: { text: plan } }]
      : [];
  const purpose = mode === 'architect' && plan !== undefined ? 'editor' : 'architect';
  return [...planned, ...answers.flatMap((answer, turn) => entries(mode, purpose, answer, turn))];
}

function entries(mode: Mode, purpose: 'architect' | 'editor', answer: Answer, turn: number): Entry[] {
  const when = { purpose };
  if ('say' in answer) {
    const { say, finish } = answer;
    return [{ when, reply: { text: say, ...(finish ? { finish } : {}) } }];
  }
  const { file, before, after, cut = false } = answer;
  if (mode !== 'agent') {
    const whole = block(file, before, after);
    return [{ when, reply: { text: cut ? whole.slice(0, whole.indexOf('>>>>>>>')) : whole } }];
  }
  // Words would be continued by the client.
  if (cut) return [{ when, reply: { text: '', finish: 'length' } }];
  const edits = [{ oldText: before, newText: after }];
  return [
    { when, reply: { toolCalls: [{ id: `c${turn}`, name: 'edit', arguments: { path: file, edits } }] } },
    { when, reply: { text: 'Done.' } },
  ];
}

async function run(
  mode: Mode,
  answers: readonly Answer[],
  more: { settings?: string; stopped?: boolean } = {},
) {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  const settings = `edit:\n  mode: ${mode}\n${more.settings ?? checks}`;
  repository(folder, { ...files, '.github/aider.yml': settings });
  const kinds: Reflection['kind'][] = [];
  const facts = await runLocally({
    dir,
    repository: folder,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, {
      order: 'any',
      entries: [
        ...entriesOf(mode, answers),
        { when: { purpose: 'weak' }, times: 'any', reply: { text: 'fix: add' } },
      ],
    }),
    task: { instruction: 'make "one and two" pass', files: ['add.js'] },
    listener: {
      onFacts: () => undefined,
      onEvent(event) {
        if (event.type === 'reflecting') kinds.push(event.reflection.kind);
      },
    },
    ...(more.stopped ? { stopped: () => ({ by: 'ada' }) } : {}),
  });
  return { facts, kinds };
}

interface End {
  answers: Answer[];
  settings?: string;
  stopped?: boolean;
  /** Beside its kind. */
  outcome: object;
  commits: number;
}

const ends: Record<Outcome['kind'], End[]> = {
  done: [{ answers: [right], outcome: {}, commits: 1 }],
  partial: [
    // The requested test is still red when the budget is spent, and the edit is no worse.
    {
      answers: [add('a - b', 'a * b'), { say: 'NOTHING TO DO: it multiplies' }],
      outcome: { reason: expect.stringContaining('still fails') },
      commits: 1,
    },
  ],
  failed: [
    // What passed before fails.
    {
      answers: [add('a - b', '7'), add('=> 7', '=> 8')],
      settings: `${checks}  max_reflections: 1\n`,
      outcome: { reason: expect.stringContaining('worse than before') },
      commits: 0,
    },
    {
      answers: [{ say: '', finish: 'refusal' }],
      outcome: { reason: expect.stringContaining('refused to answer') },
      commits: 0,
    },
  ],
  refused: [
    {
      answers: [],
      settings: 'enabled: false\n',
      outcome: { reason: expect.stringContaining('enabled: false') },
      commits: 0,
    },
  ],
  'needs-answer': [
    { answers: [{ say: 'QUESTION: Add what?' }], outcome: { question: 'Add what?' }, commits: 0 },
  ],
  stopped: [{ answers: [], stopped: true, outcome: { by: 'ada' }, commits: 0 }],
  'over-budget': [{ answers: [], settings: `${checks}budget:\n  per_run: 0\n`, outcome: {}, commits: 0 }],
  'nothing-to-do': [
    { answers: [{ say: 'NOTHING TO DO: it is right' }], outcome: { reason: 'it is right' }, commits: 0 },
  ],
};

describe.each(modes)('%s mode: a run can end as', (mode) => {
  const rows = Object.entries(ends).flatMap(([kind, list]) => list.map((end) => ({ kind, ...end })));

  test.each(rows)('$kind: $outcome', async ({ kind, answers, outcome, commits, ...more }) => {
    const { facts } = await run(mode, answers, more);
    expect(facts.outcome).toMatchObject({ kind, ...outcome });
    expect(facts.commits).toHaveLength(commits);
    // A branch is there if and only if something was committed.
    expect(facts.branch !== undefined).toBe(commits > 0);
  });
});

interface Mistake {
  answers: [Answer, Answer];
  settings?: string;
  /** Agents get the answer to a call at once: there it is no reflection. */
  agent: boolean;
}

const mistakes: Record<Reflection['kind'], Mistake> = {
  'no-edits': { answers: [{ say: 'I would add.' }, right], agent: true },
  'bad-edits': { answers: [add('export const plus = 1;', 'x'), right], agent: false },
  'unseen-file': {
    answers: [
      { file: 'names.js', before: "export const name = 'total';", after: 'x' },
      // Now it has seen the file, and that nothing is wrong there.
      right,
    ],
    agent: false,
  },
  'cut-off': {
    answers: [{ file: 'add.js', before: 'a - b', after: 'a + b', cut: true }, right],
    agent: true,
  },
  syntax: {
    answers: [add('a - b;', '(a + b;'), add('(a + b;', 'a + b;')],
    settings: noChecks,
    agent: true,
  },
  lint: {
    answers: [
      add('export const add = (a, b) => a - b;', 'var sum = (a, b) => a + b;\nexport { sum as add };'),
      add('var sum', 'const sum'),
    ],
    agent: true,
  },
  tests: { answers: [add('a - b', 'a / b'), add('a / b', 'a + b')], agent: true },
};

describe.each(modes)('%s mode: a mistake is reflected as', (mode) => {
  const rows = Object.entries(mistakes).filter(([, { agent }]) => mode !== 'agent' || agent);

  test.each(rows)('%s', async (kind, { answers, settings }) => {
    const { facts, kinds } = await run(mode, answers, settings === undefined ? {} : { settings });
    expect(kinds).toEqual([kind]);
    expect(facts.outcome).toEqual({ kind: 'done' });
    expect(facts.commits.map((commit) => commit.reflections)).toEqual([1]);
  });
});
