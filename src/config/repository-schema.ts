/**
 * `.github/aider.yml`: every key with its rule, its default and one sentence for people. The reader, the JSON Schema for
 * editors and docs/configuration.md all come from here.
 */
import { z } from 'zod';
import { editFormats, modes } from './choices.ts';
import { cronProblem, isTimezone } from './cron.ts';

/** Nothing in a repository's settings opens these to edits: workflows run with the repository's secrets. */
const alwaysProtected = ['.github/workflows/**', '.github/aider.yml'] as const;

const line = (most: number) =>
  z
    .string()
    .max(most, `must be at most ${most} characters`)
    .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/, 'must be one line');

const command = line(1_000).refine((text) => text.trim() !== '', 'must not be empty; write `off` for none');

/** Relative, without parent folders or backslashes: patterns are matched against paths of the repository. */
const glob = line(200).regex(
  /^(?![/-])(?!.*(?:^|\/)\.\.(?:\/|$))[^\\]+$/,
  'must be a path or pattern inside the repository, such as `src/**`',
);
const globs = z.array(glob).max(200, 'must have at most 200 entries');

const model = line(200).regex(
  /^(?:[\w.:-]+\/[\w.:@/-]+|server-default)$/,
  'must be `provider/model` or `server-default`',
);

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const timeSpan = z
  .string()
  .regex(/^\d{1,5}[smh]$/, 'must be a time such as `90s`, `10m` or `1h`')
  .transform(
    (text) => Number.parseInt(text, 10) * units[text.endsWith('s') ? 's' : text.endsWith('m') ? 'm' : 'h'],
  );

const dollars = z.number().min(0, 'must not be negative').max(100_000, 'must be at most 100000');

const whole = (least: number, most: number) =>
  z
    .number()
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

/** GitHub logins, with `[bot]` for Apps. */
const login = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:\[bot\])?$/, 'must be a GitHub login');
const label = line(50).min(1, 'must not be empty');
const role = z.enum(['read', 'triage', 'write', 'maintain', 'admin']);

const models = z.strictObject({
  architect: model
    .default('server-default')
    .describe(
      'Model that plans. This one and the next two: `server-default`, or one that the configuration of the server names.',
    ),
  editor: model.default('server-default').describe('Model that writes the edits.'),
  weak: model.default('server-default').describe('Model for commit messages and summaries.'),
  reasoning: z
    .enum(['low', 'medium', 'high'])
    .default('medium')
    .describe('How long models that can think may think.'),
});

const edit = z.strictObject({
  mode: z
    .enum(modes)
    .default('architect')
    .describe(
      '`architect`: one model plans, another edits. `direct`: one model does both. `agent`: one model reads and edits by tools.',
    ),
  format: z.enum(editFormats).default('auto').describe('Edit format; `auto` takes what suits the model.'),
  max_files: whole(1, 500).default(25).describe('Most files that one run may change.'),
  max_changed_lines: whole(1, 100_000)
    .default(1_500)
    .describe('Most lines that one run may add and remove together.'),
});

const context = z.strictObject({
  map_tokens: whole(0, 100_000)
    .default(4_096)
    .describe('Most tokens for the outline of the repository; 0 leaves it out.'),
  always_read: globs
    .default(['CONVENTIONS.md', 'AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'])
    .describe('Files that models always see, as conventions, when they exist.'),
  file_pass: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      'Whether the weak model names the files to edit when the repository is larger than what can be shown and the request names no file.',
    ),
  include_linked_issues: whole(0, 10)
    .default(3)
    .describe('How many issues linked in the request are read too.'),
  include_comments: z
    .enum(['none', 'writers', 'all'])
    .default('all')
    .describe(
      'Whose comments models see. Comments of people without write access are marked as data, never followed.',
    ),
  images: z.boolean().default(true).describe('Whether images of the thread are shown to models that see.'),
});

const paths = z.strictObject({
  ignore: globs
    .default(['**/node_modules/**', '**/dist/**', '**/*.min.*', '**/vendor/**'])
    .describe('Files that are never ranked or shown.'),
  protect: globs
    .default([...alwaysProtected, '**/CODEOWNERS', '**/*.pem', '**/.env*'])
    .transform((given) => [...new Set([...alwaysProtected, ...given])])
    .describe(
      `Files that no run may change. ${alwaysProtected.map((path) => `\`${path}\``).join(' and ')} stay protected whatever stands here.`,
    ),
  read_only: globs.default([]).describe('Files that may be shown and not changed.'),
});

const verify = z.strictObject({
  setup: z
    .array(command)
    .max(20, 'must have at most 20 entries')
    .default([])
    .describe(
      'Commands that install what the checks need, such as `npm ci`. Empty: what the lock files of the project ask for.',
    ),
  lint: command
    .default('auto')
    .describe('Lint command, or `off`. `auto` looks for it in the files of the project.'),
  test: command
    .default('auto')
    .describe('Test command, or `off`. `auto` looks for it in the files of the project.'),
  fast_test: command
    .default('off')
    .describe(
      'Quicker test command for single edits, such as a part of the suite. With one, `test` runs when all edits are made.',
    ),
  timeout: timeSpan
    .refine((span) => span >= 1_000 && span <= 2 * units.h, 'must be between 1s and 2h')
    .prefault('10m')
    .describe('Longest time for one command.'),
  max_reflections: whole(0, 10)
    .default(3)
    .describe('How often a failure is sent back to the model before the run gives up.'),
  require_green: z
    .enum(['draft', 'block', 'ignore'])
    .default('draft')
    .describe('What happens when checks are not green: open a draft, open nothing, or open as usual.'),
});

const sandbox = z.strictObject({
  network: z
    .enum(['off', 'setup-only'])
    .default('setup-only')
    .describe('Whether set-up commands reach the hosts below. Lint and tests never have a network.'),
  allow_hosts: z
    .array(z.string().regex(/^[a-z0-9.-]{1,253}(?::\d{1,5})?$/, 'must be a host name'))
    .max(50, 'must have at most 50 entries')
    .default([])
    .describe(
      'Hosts that set-up commands may reach, such as package registries, among those that the server allows. None by default.',
    ),
});

const commits = z.strictObject({
  style: z.enum(['conventional', 'plain']).default('conventional').describe('Form of the subject line.'),
  coauthor: z.enum(['requester', 'none']).default('requester').describe('Who is credited beside the bot.'),
  sign: z
    .enum(['auto', 'api', 'off'])
    .default('auto')
    .describe(
      'Whether commits are made through the API, which signs them; `auto` does so where the branch demands it.',
    ),
});

const branches = z.strictObject({
  prefix: line(40)
    .regex(/^(?![/-])(?!.*(?:\/\/|\.\.))[A-Za-z0-9_/-]*$/, 'must hold only letters, digits, `-`, `_` and `/`')
    .default('aider/')
    .describe('Start of branch names; the issue number and words of its title follow.'),
});

const pullRequest = z.strictObject({
  draft: z
    .enum(['until-green', 'always', 'never'])
    .default('until-green')
    .describe('When pull requests are drafts.'),
  labels: z
    .array(label)
    .max(20, 'must have at most 20 entries')
    .default([])
    .describe('Labels for new pull requests.'),
  reviewers: z
    .array(
      z.union(
        [z.literal('requester'), z.literal('codeowners'), login],
        'must be `requester`, `codeowners` or a GitHub login',
      ),
    )
    .max(15, 'must have at most 15 entries')
    .default([])
    .describe('Who is asked to review.'),
});

const triggers = z.strictObject({
  label: z
    .string()
    .max(50)
    .default('aider')
    .describe(
      'Label that asks for a `fix` of an issue when somebody who may give that command adds it; empty for none.',
    ),
  label_plan: z
    .string()
    .max(50)
    .default('aider:plan')
    .describe('Label that asks for a `plan`; empty for none.'),
  bots: z
    .array(login)
    .max(20, 'must have at most 20 entries')
    .default([])
    .describe('Bots whose commands are obeyed, with the rights of the role `write`. No others are.'),
});

const permissions = z.strictObject({
  default: role.default('write').describe('Lowest role for commands that are not named here.'),
  ask: role.default('write').describe('Lowest role for `ask`.'),
  approve: role.default('write').describe('Lowest role for `approve`.'),
  task: role.default('maintain').describe('Lowest role for `task`.'),
  deny: z
    .array(login)
    .max(200, 'must have at most 200 entries')
    .default([])
    .describe('People whose commands are refused.'),
});

const budget = z.strictObject({
  per_run: dollars.default(2).describe('Most US dollars for one run. The server may set less.'),
  per_thread: dollars.default(10).describe('Most US dollars for all runs of one issue or pull request.'),
  per_user_day: dollars.default(20).describe('Most US dollars that one person may spend in a day.'),
  per_repo_month: dollars.default(200).describe('Most US dollars for the repository in a month.'),
  max_minutes: whole(1, 600).default(45).describe('Longest time for one run, in minutes.'),
});

/** The message comes from the reader of cron lines, which knows what is wrong. */
const cron = z.string().check((given) => {
  const message = cronProblem(given.value);
  if (message !== undefined) given.issues.push({ code: 'custom', message, input: given.value });
});

const task = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must hold only small letters, digits and `-`'),
  schedule: cron.optional(),
  timezone: z
    .string()
    .refine(isTimezone, 'must be a time zone such as `UTC` or `Europe/Berlin`')
    .default('UTC'),
  prompt: z.string().min(1, 'must not be empty').max(8_000, 'must be at most 8000 characters'),
  paths: globs.default([]),
  budget: dollars.positive('must be more than 0').optional(),
});
export type TaskSettings = z.output<typeof task>;

const tasks = z
  .array(task)
  .max(50, 'must have at most 50 entries')
  .check(({ value, issues }) => {
    value.forEach(({ id }, index) => {
      if (value.findIndex((other) => other.id === id) < index)
        issues.push({
          code: 'custom',
          message: `must differ from the ids of the tasks before it`,
          path: [index, 'id'],
          input: id,
        });
    });
  });

export const repositorySchema = z.strictObject({
  version: z.literal(1, 'must be 1').default(1).describe('Version of this file’s form.'),
  enabled: z.boolean().default(true).describe('`false` switches the bot off in this repository.'),
  models: models.prefault({}).describe('Which models do what.'),
  edit: edit.prefault({}).describe('How edits are made.'),
  context: context.prefault({}).describe('What models get to see.'),
  paths: paths.prefault({}).describe('Which files may be shown and changed.'),
  verify: verify.prefault({}).describe('The repository’s own checks, which every change must pass.'),
  sandbox: sandbox.prefault({}).describe('What the checks may reach.'),
  commits: commits.prefault({}).describe('How commits look.'),
  branches: branches.prefault({}).describe('How branches are named.'),
  pull_request: pullRequest.prefault({}).describe('How pull requests are opened.'),
  triggers: triggers.prefault({}).describe('What starts a run besides a comment.'),
  permissions: permissions.prefault({}).describe('Who may ask for what.'),
  budget: budget.prefault({}).describe('What it may cost.'),
  tasks: tasks
    .default([])
    .describe(
      'Maintenance: `id`, `prompt`, `paths` (what it may change), `schedule` (five fields of cron; without one it runs only when asked for), `timezone` (`UTC`) and `budget` (US dollars for one run).',
    ),
  instructions: z
    .string()
    .max(8_000, 'must be at most 8000 characters')
    .default('')
    .describe('Words for the models about this repository, beside its conventions files.'),
});

/** Settings with every default filled in. Times are milliseconds, money is US dollars. */
export type RepositoryConfig = z.output<typeof repositorySchema>;
