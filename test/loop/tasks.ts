/** The tasks of the polyglot proof: small repositories with real tests, and what a model answers, mistakes included. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Reflection } from '../../src/coder/types.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { RunFacts } from '../../src/report/types.ts';
import { fileJournal } from '../../src/runs/journal.ts';
import type { Task } from '../../src/runs/task.ts';
import { runLocally, scripted } from '../support/local-run.ts';
import { git, repository } from '../support/repositories.ts';

const replySchema = z.strictObject({
  /** Prose, or … */
  text: z.string().optional(),
  /** … edits: a text and what replaces it; an empty text makes a new file. */
  edits: z.array(z.strictObject({ file: z.string(), search: z.string(), replace: z.string() })).optional(),
  /** The output limit cut the last edit. */
  cut: z.boolean().default(false),
});
type Reply = z.infer<typeof replySchema>;

const endSchema = {
  outcome: z.enum(['done', 'partial', 'failed', 'needs-answer', 'nothing-to-do']),
  /** A part of it. */
  reason: z.string().optional(),
  commits: z.number(),
  reflections: z.array(z.string()),
};

const taskSchema = z.strictObject({
  language: z.string(),
  /** Programs without which the task is skipped. */
  needs: z.array(z.string()),
  lint: z.string().default('off'),
  test: z.string(),
  instruction: z.string(),
  /** Files in the context from the start. */
  files: z.array(z.string()),
  plan: z.string(),
  replies: z.array(replySchema),
  expect: z.strictObject({ ...endSchema, /** Of architect and editor. */ calls: z.number() }),
  /** The same by tools: numbers are the edits of a reply, as calls. */
  agent: z.strictObject({
    ...endSchema,
    answers: z.array(
      z.union([z.number(), z.enum(['read', 'outline', 'commit', 'done', 'say', 'ask', 'nothing'])]),
    ),
  }),
});
export type LoopTask = z.infer<typeof taskSchema> & { name: string; repo: Record<string, string> };

const folder = fileURLToPath(new URL('tasks', import.meta.url));

export function loopTasks(): LoopTask[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      ...taskSchema.parse(JSON.parse(readFileSync(path.join(folder, name, 'task.json'), 'utf8'))),
      name,
      repo: filesBelow(path.join(folder, name, 'repo')),
    }));
}

export function filesBelow(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(root, file), readFileSync(file, 'utf8')];
    }),
  );
}

/** What of a task's toolchain this machine lacks. */
export function missing({ needs }: LoopTask): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return needs.filter((name) => !folders.some((dir) => existsSync(path.join(dir, name))));
}

type Entry = ScriptInput['entries'][number];

export function editorAnswers({ plan, replies }: LoopTask): Entry[] {
  return [
    { when: { purpose: 'architect' }, reply: { text: plan } },
    ...replies.map(
      (reply): Entry => ({
        when: { purpose: 'editor' },
        reply: { text: reply.text ?? blocks(reply) },
      }),
    ),
  ];
}

function blocks({ edits = [], cut }: Reply): string {
  const text = edits
    .map(({ file, search, replace }) => {
      const lines = [search, replace].map((part) =>
        part === '' || part.endsWith('\n') ? part : `${part}\n`,
      );
      return `${file}\n\`\`\`\n<<<<<<< SEARCH\n${lines[0]}=======\n${lines[1]}>>>>>>> REPLACE\n\`\`\`\n`;
    })
    .join('\n');
  return cut ? text.slice(0, text.lastIndexOf('\n>>>>>>>')) : text;
}

export function agentAnswers({ agent, files, instruction, plan, replies }: LoopTask): Entry[] {
  return agent.answers.map((answer, turn): Entry => {
    const when = { purpose: 'architect' as const };
    switch (answer) {
      case 'read':
        return {
          when,
          reply: {
            toolCalls: files.map((file, index) => call(`${turn}-${index}`, 'read_file', { path: file })),
          },
        };
      case 'outline':
        return { when, reply: { toolCalls: [call(`${turn}`, 'outline', { about: instruction })] } };
      case 'commit':
        return { when, reply: { toolCalls: [call(`${turn}`, 'commit', { title: 'one part of it' })] } };
      case 'done':
        return { when, reply: { text: 'The change is complete.' } };
      case 'say':
        return { when, reply: { text: replies[0]?.text ?? '' } };
      case 'ask':
      case 'nothing':
        return { when, reply: { text: plan } };
      default: {
        const { edits = [], cut = false } = replies[answer] ?? {};
        const toolCalls = edits.map(({ file, search, replace }, index) =>
          search === ''
            ? call(`${turn}-${index}`, 'write', { path: file, content: replace })
            : call(`${turn}-${index}`, 'edit', {
                path: file,
                edits: [{ oldText: search, newText: replace }],
              }),
        );
        return { when, reply: { toolCalls, ...(cut ? { finish: 'length' as const } : {}) } };
      }
    }
  });
}

function call(
  id: string,
  name: string,
  args: Record<string, string | { oldText: string; newText: string }[]>,
) {
  return { id, name, arguments: args };
}

export interface Played {
  facts: RunFacts;
  /** Of architect and editor. */
  calls: number;
  reflections: Reflection['kind'][];
  /** Commits on the branch, as git counts them. */
  made: number;
}

/** Runs a task in `dir`. The script is strict: every answer has to be asked for in its order. */
export async function play(
  task: LoopTask,
  mode: Task['mode'],
  answers: Entry[],
  dir: string,
): Promise<Played> {
  const origin = path.join(dir, 'repository');
  const base = repository(origin, task.repo);
  const reflections: Reflection['kind'][] = [];
  const message = { when: { purpose: 'weak' as const }, reply: { text: 'fix: what was asked for' } };
  const facts = await runLocally({
    dir,
    repository: origin,
    journal: fileJournal(path.join(dir, 'journal.jsonl')),
    models: scripted(dir, { order: 'strict', entries: [...answers, { ...message, times: 'any' }] }),
    task: {
      instruction: task.instruction,
      files: task.files,
      lint: task.lint,
      test: task.test,
      ...(mode ? { mode } : {}),
    },
    listener: {
      onFacts: () => undefined,
      onEvent(event) {
        if (event.type === 'reflecting') reflections.push(event.reflection.kind);
      },
    },
  });
  const asked = facts.spending.models.filter((use) => use.role !== 'weak');
  const made =
    facts.branch === undefined ? 0 : Number(git(origin, 'rev-list', '--count', `${base}..${facts.branch}`));
  return { facts, calls: asked.reduce((sum, use) => sum + use.calls, 0), reflections, made };
}
