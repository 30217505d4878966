/** The first entry of every journal: all that the run was started from, so that the journal alone can be replayed. */
import { z } from 'zod';
import { formats } from '../edits/index.ts';
import type { FormatName } from '../edits/types.ts';
import type { Identity } from '../workspace/workspace.ts';
import type { JournalEntry } from './journal.ts';
import { type Task, taskSchema } from './task.ts';
import type { RunModels } from './tools.ts';

const formatSchema = z.custom<FormatName>(
  (value) => typeof value === 'string' && Object.hasOwn(formats, value),
  'is no edit format of this version',
);

/** What of the models of a run decides which way it goes. */
export const modelsRecordSchema = z.object({
  /** Parts of every request, and so of the keys of its steps. */
  models: z.object({ architect: z.string(), editor: z.string(), weak: z.string(), editFormat: formatSchema }),
  /** Parts of how much is shown. */
  limits: z.record(z.string(), z.object({ window: z.number(), output: z.number() })),
});

export const originSchema = modelsRecordSchema.extend({
  task: taskSchema,
  coAuthor: z.object({ name: z.string(), email: z.string() }).optional(),
});
export type Origin = z.infer<typeof originSchema>;

/** The origin in a journal; undefined when it holds none, or one of another shape. */
export function originIn(entries: readonly JournalEntry[]): Origin | undefined {
  const entry = entries.find(({ step }) => step === 'task');
  return entry && originSchema.safeParse(entry.result).data;
}

export function originOf(task: Task, models: RunModels, coAuthor: Identity | undefined): Origin {
  return { task, ...recordOf(models), ...(coAuthor ? { coAuthor } : {}) };
}

export function recordOf(models: RunModels): z.infer<typeof modelsRecordSchema> {
  const { architect, editor, weak, editFormat } = models;
  return {
    models: { architect, editor, weak, editFormat },
    limits: Object.fromEntries([architect, editor, weak].map((model) => [model, models.limits(model)])),
  };
}
