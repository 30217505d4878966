/** Stage 1: may the run begin, what was asked, and how does this repository want it. */
import { z } from 'zod';
import type { CodingJob } from '../../coder/types.ts';
import { type ParsedConfig, parseRepositoryConfig, type RepositoryConfig } from '../../config/repository.ts';
import { cleanUserText } from '../../lib/clean-text.ts';
import type { Identity } from '../../workspace/workspace.ts';
import { type EarlierRun, earlierRunSchema, formerRun } from '../earlier.ts';
import { type Start, startSchema, type Thread, threadSchema } from '../forge.ts';
import { accountOf, type RunBudget } from '../ledger.ts';
import { originOf, originSchema } from '../origin.ts';
import { RunEnded } from '../outcome.ts';
import { type RunRecord, threadOf } from '../record.ts';
import type { Task, TaskVerb } from '../task.ts';
import type { RunModels, RunTools } from '../tools.ts';
import { chosenModels } from './models.ts';
import { asksForChecks, threadSpans } from './thread-spans.ts';

export interface RunRequest {
  start: Extract<Start, { state: 'ready' }>;
  thread: Thread;
  settings: RepositoryConfig;
  models: RunModels;
  /** For commands that build on earlier runs; empty for the others. */
  earlier: readonly EarlierRun[];
  /** Files that the requester named with `--files`. */
  named: string[];
  /** Commands as configured, `auto` or `off`; `hosts`: what set-up commands may reach. */
  checks: {
    setup: readonly string[];
    lint: string;
    test: string;
    fastTest: string;
    timeoutMs: number;
    hosts: readonly string[];
  };
  /** What the run may spend, counted with the other runs of the repository. */
  budget: RunBudget;
  /** What is known of the coding job before the files are chosen. */
  job: Omit<CodingJob, 'files' | 'map' | 'baseline' | 'conventions'>;
}

const clockSchema = z.number().int();
const settingsSchema = z.string().nullable();
const authorSchema = z.object({ name: z.string(), email: z.string() });

const earlierSchema = z.array(earlierRunSchema);

/** Commands that build on what earlier runs of the thread left. */
const looksBack: ReadonlySet<TaskVerb> = new Set(['approve', 'continue']);

/** A run that goes on with another one works where that one did; so does one of a maintenance task. */
function pullRequestOf(task: Task, earlier: readonly EarlierRun[]): number | undefined {
  return task.verb === 'continue'
    ? formerRun(earlier)?.left.pullRequest?.number
    : task.maintenance?.pullRequest;
}

export async function readRequest(task: Task, tools: RunTools, record: RunRecord): Promise<RunRequest> {
  const { journal, forge, ledger, now } = tools;
  record.stage('read', { state: 'running' });
  const coAuthor = forge.coAuthor();
  await journal.step('task', '', originSchema, async () => originOf(task, tools.models, coAuthor));
  const startedAt = await journal.step('clock', '', clockSchema, async () => Math.floor(now() / 1000));
  const earlier = looksBack.has(task.verb)
    ? await journal.step('earlier', '', earlierSchema, () => tools.earlier())
    : [];
  const start = await journal.step('start', '', startSchema, () => forge.start(pullRequestOf(task, earlier)));
  if (start.state === 'refused') throw new RunEnded({ kind: 'refused', reason: start.detail });
  const { config: settings, notes } = readSettings(
    await journal.step('settings', '', settingsSchema, async () => (await forge.settings()) ?? null),
  );
  const models = await chosenModels(task, settings.models, tools, record);
  const thread = await journal.step('thread', '', threadSchema, () =>
    forge.thread({
      linkedIssues: settings.context.include_linked_issues,
      images: settings.context.images ? (models.sees(models.architect) ? 'show' : 'tell') : 'ignore',
      failingChecks: task.thread === 'pull-request' && asksForChecks(task.instruction),
    }),
  );
  const author: Identity = await journal.step('author', '', authorSchema, () => forge.author());

  record.note(...notes, ...thread.leftOut);
  const spans = threadSpans(task, thread, settings.context.include_comments);
  for (const span of [...spans.map((span) => span.text), task.instruction])
    record.note(...cleanUserText(span).notes);
  record.set({
    thread: threadOf(task, thread.title),
    base: { branch: start.baseBranch, commit: start.commit },
    ...(start.pullRequest ? { branch: start.baseBranch, pullRequest: start.pullRequest } : {}),
    reflections: { used: 0, allowed: settings.verify.max_reflections },
  });
  const limits = settings.budget;
  const budget = await ledger.open(accountOf(task), {
    run: Math.min(limits.per_run, task.budget ?? limits.per_run),
    // All runs by a schedule have the same thread, which is none.
    thread: task.thread === 'task' ? Number.POSITIVE_INFINITY : limits.per_thread,
    userDay: limits.per_user_day,
    repositoryMonth: limits.per_repo_month,
  });
  record.set({ spending: { ...record.facts.spending, limitUsd: budget.limit } });
  if (task.budget !== undefined && task.budget > limits.per_run)
    record.note(
      `${task.maintenance ? 'The `budget` of the task' : '`--budget`'} only lowers the limit; the one of the settings holds ($${limits.per_run.toFixed(2)}).`,
    );
  const format = task.format ?? settings.edit.format;
  record.stage('read', {
    state: 'done',
    comments: thread.comments.length,
    images: spans.reduce((sum, span) => sum + (span.images?.length ?? 0), 0),
    linkedIssues: thread.linked.length,
  });
  return {
    start,
    thread,
    settings,
    models,
    earlier,
    named: task.files,
    checks: {
      setup: settings.verify.setup,
      lint: task.lint ?? settings.verify.lint,
      test: task.noTest ? 'off' : (task.test ?? settings.verify.test),
      // A test command given for this run alone is meant to be the one that runs.
      fastTest: task.noTest || task.test !== undefined ? 'off' : settings.verify.fast_test,
      timeoutMs: settings.verify.timeout,
      hosts: settings.sandbox.network === 'off' ? [] : settings.sandbox.allow_hosts,
    },
    budget,
    job: {
      run: task.run,
      // Without a text of its own the command directs by number alone: the title is the author's, who may be anybody.
      instruction:
        task.instruction === '' ? `Resolve #${task.issue}, as described in the thread.` : task.instruction,
      points: task.review.length > 1 ? task.review.length : 0,
      spans,
      mode: task.mode ?? settings.edit.mode,
      editFormat: format === 'auto' ? models.editFormat : format,
      protect: [...settings.paths.protect, ...settings.paths.read_only],
      ...(settings.verify.fast_test === 'off' ? {} : { fastTest: settings.verify.fast_test }),
      ...(task.maintenance && task.maintenance.paths.length > 0 ? { allow: task.maintenance.paths } : {}),
      maxReflections: settings.verify.max_reflections,
      maxMinutes: settings.budget.max_minutes,
      commitStyle: settings.commits.style,
      author,
      ...(coAuthor && settings.commits.coauthor === 'requester' ? { coAuthor } : {}),
      startedAt,
    },
  };
}

function readSettings(text: string | null): Extract<ParsedConfig, { ok: true }> {
  const parsed = parseRepositoryConfig(text ?? '');
  if (parsed.ok) {
    if (!parsed.config.enabled)
      throw new RunEnded({
        kind: 'refused',
        reason: '"enabled: false" in .github/aider.yml switches it off here',
      });
    return parsed;
  }
  const [first] = parsed.problems;
  throw new RunEnded({
    kind: 'refused',
    reason: `.github/aider.yml has a mistake in line ${first?.line ?? 1}: ${first?.message ?? 'it cannot be read'}. Mend it and ask again`,
  });
}
