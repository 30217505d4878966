/** What earlier runs of a thread left: the part of a run's facts that outlives it, for the runs that build on it. */
import { z } from 'zod';
import type { PlanFacts, RunFacts } from '../report/types.ts';

const fileSchema = z.object({
  path: z.string(),
  reasons: z.array(z.string()),
  partTokens: z.number().optional(),
});
const rangeSchema = z.object({ least: z.number(), most: z.number() });

const planSchema: z.ZodType<PlanFacts> = z.object({
  hash: z.string(),
  instruction: z.string(),
  thread: z.string(),
  base: z.string(),
  intro: z.string(),
  steps: z.array(z.object({ title: z.string(), text: z.string(), files: z.array(z.string()) })),
  files: z.array(z.object({ path: z.string(), isNew: z.boolean() })),
  context: z.array(fileSchema),
  checks: z.array(z.object({ kind: z.enum(['lint', 'test']), command: z.string() })),
  estimate: z.object({ tokens: rangeSchema, usd: rangeSchema.optional() }),
});

const outcomeSchema = z.object({
  kind: z.string(),
  reason: z.string().optional(),
  question: z.string().optional(),
});

export const leftSchema = z.object({
  outcome: outcomeSchema.optional(),
  branch: z.string().optional(),
  pullRequest: z.object({ number: z.number().int(), url: z.string() }).optional(),
  request: z.string().optional(),
  summary: z.string().optional(),
  commits: z.array(z.object({ id: z.string(), subject: z.string(), paths: z.array(z.string()) })).default([]),
  dropped: z.array(z.object({ step: z.number(), title: z.string(), reason: z.string() })).default([]),
  /** Checks that were not green at its end. */
  failures: z.array(z.object({ kind: z.string(), command: z.string(), reason: z.string() })).default([]),
  plan: planSchema.optional(),
  carriesOut: z.object({ run: z.string(), hash: z.string() }).optional(),
});
/** What a run left. Titles, reasons and paths are hostile. */
export type Left = z.infer<typeof leftSchema>;

export const earlierRunSchema = z.object({
  id: z.string(),
  verb: z.string(),
  instruction: z.string(),
  requester: z.string(),
  /** Issue or pull request where it was asked for. */
  thread: z.number().int(),
  /** The comment that asked for it, as it was. */
  asked: z.object({ id: z.number().int(), updatedAt: z.string() }),
  /** Our comment that shows it. */
  comment: z.number().int().optional(),
  ended: z.boolean(),
  left: leftSchema,
});
export type EarlierRun = z.infer<typeof earlierRunSchema>;

/** What of the facts of a run is kept beside its row. */
export function leftBy(facts: RunFacts): Left {
  const { answer, outcome } = facts;
  return leftSchema.parse({
    ...facts,
    outcome,
    failures: facts.final.filter((check) => check.status !== 'green'),
    ...(answer?.kind === 'plan' ? { plan: answer.plan } : {}),
  });
}

/** Commands whose runs a later one can go on with. */
export const goesOn: ReadonlySet<string> = new Set(['fix', 'plan', 'approve', 'continue', 'address', 'task']);

/** The last run that worked on the code or on a plan; it may not have ended yet. */
export function formerRun(earlier: readonly EarlierRun[]): EarlierRun | undefined {
  return earlier.find((run) => goesOn.has(run.verb));
}
