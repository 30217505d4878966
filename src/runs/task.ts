/** What is to be done: everything a run needs to know, frozen when it was asked for. */
import { z } from 'zod';
import { editFormats, modes } from '../config/choices.ts';

/** Commands that start a run. */
const taskVerbs = [
  'fix',
  'ask',
  'plan',
  'approve',
  'continue',
  'address',
  'task',
  'map',
  'test',
  'lint',
  'undo',
  'redo',
] as const;
export type TaskVerb = (typeof taskVerbs)[number];

/** Whether a command of this name becomes a run; the others are answered at once. */
export function isTaskVerb(verb: string): verb is TaskVerb {
  return taskVerbs.some((known) => known === verb);
}

const lookingVerbs: ReadonlySet<TaskVerb> = new Set(['ask', 'plan', 'map', 'test', 'lint']);

/** Whether a run of this verb may end in a push; the others only answer. */
export function changesCode(verb: TaskVerb): boolean {
  return !lookingVerbs.has(verb);
}

const personSchema = z.object({ login: z.string(), id: z.number().int() });

const repositorySchema = z.object({
  id: z.number().int(),
  owner: z.string(),
  name: z.string(),
  defaultBranch: z.string(),
});

export const taskSchema = z.object({
  /** Of this shape; a run queued by another version of the App is refused, not misread. */
  version: z.literal(1),
  run: z.string(),
  verb: z.enum(taskVerbs).default('fix'),
  /** The text of the command: the only instruction. Empty: the issue itself is the request. */
  instruction: z.string(),
  requester: personSchema,
  repository: repositorySchema,
  installation: z.number().int(),
  /**
   * Where it was asked. On a pull request, the commits go to its branch. `task`: nowhere and by nobody, but by the schedule of
   * a maintenance task; such a run has no rights of a person, and no thread to read or to speak in.
   */
  thread: z.enum(['issue', 'pull-request', 'task']).default('issue'),
  /** Number of the issue or pull request; 0 without one. */
  issue: z.number().int(),
  /** Review comments that the instruction is made of; `point` is its number there, `thread` the comment to answer. */
  review: z
    .array(
      z.object({
        point: z.number().int(),
        thread: z.number().int(),
        path: z.string(),
        line: z.number().int().nullable(),
        hunk: z.string(),
        /** What was said in the thread beside the command: data. */
        others: z
          .array(
            z.object({ author: z.string(), from: z.enum(['writer', 'outsider', 'bot']), body: z.string() }),
          )
          .default([]),
      }),
    )
    .default([]),
  /** Title and body of the issue or pull request as they were then; absent: as they are. Whoever wrote them may change them any time. */
  opening: z.object({ title: z.string(), body: z.string() }).optional(),
  /** The triggering comment, as it was. */
  comment: z.object({ id: z.number().int(), updatedAt: z.string() }),
  /** Files named by `--files`. */
  files: z.array(z.string()).default([]),
  /** Files named by `--read`: shown, and not to be changed. */
  read: z.array(z.string()).default([]),
  /** Keep the pull request a draft. */
  draft: z.boolean().default(false),
  /** Show the changes and push nothing. */
  dryRun: z.boolean().default(false),
  /** Most US dollars for the run, below what the settings allow. */
  budget: z.number().positive().optional(),
  /** `provider/model` that plans, and that writes the edits; absent: as the server is configured. */
  model: z.string().optional(),
  editorModel: z.string().optional(),
  /** Edit format; absent or `auto`: what suits the model. */
  format: z.enum(editFormats).optional(),
  /** Branch to start from; empty: the default branch. */
  base: z.string().default(''),
  /** Of `continue`: take the base branch of the pull request into its branch instead. */
  mergeBase: z.boolean().default(false),
  /** How the models divide the work; absent: as in the settings. */
  mode: z.enum(modes).optional(),
  noTest: z.boolean().default(false),
  /** The task of the settings that the instruction comes from; only files that its globs match may change, if it has any. */
  maintenance: z
    .object({
      id: z.string(),
      paths: z.array(z.string()),
      /** Of its settings. */
      digest: z.string().default(''),
      /** Its last pull request: the work goes on there as long as it is open. */
      pullRequest: z.number().int().optional(),
    })
    .optional(),
  /** Commands given on the command line; they win over the settings. */
  lint: z.string().optional(),
  test: z.string().optional(),
  /** What the parser of the command assumed. */
  notes: z.array(z.string()).default([]),
});
export type Task = z.infer<typeof taskSchema>;
export type Person = z.infer<typeof personSchema>;
export type Repository = z.infer<typeof repositorySchema>;
