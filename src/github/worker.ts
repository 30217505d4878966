/** One job of the queue: a run, from wherever an earlier attempt left it to its visible end. */
import type { Logger } from 'pino';
import { decodeTime } from 'ulid';
import { writeMarker } from '../report/marker.ts';
import { replyText } from '../report/replies.ts';
import { targetOf } from '../report/tracking-comment.ts';
import type { Outcome } from '../report/types.ts';
import type { Database } from '../runs/database.ts';
import { deferral } from '../runs/ending.ts';
import { startSchema } from '../runs/forge.ts';
import { runTask } from '../runs/jobs/index.ts';
import { databaseJournal, openJournal } from '../runs/journal.ts';
import { Gone, Paused } from '../runs/outcome.ts';
import type { Job } from '../runs/queue.ts';
import { initialFacts } from '../runs/record.ts';
import type { StoredRun } from '../runs/store.ts';
import type { RunListener, RunTools } from '../runs/tools.ts';
import { checkOptions, checkRunWriter, endCheck } from './check-run.ts';
import type { AppContext } from './context.ts';
import { enqueueAgain } from './enqueue.ts';
import { githubForge } from './forge.ts';
import { giveUp } from './intake.ts';
import { suspend, uninstall } from './intake-installation.ts';
import { isOutage, waitForIt } from './outage.ts';
import { learnSchedules } from './schedules.ts';
import { tendSettingsIssue } from './settings-issue.ts';
import { endOfTask } from './task-end.ts';
import type { GitTokens } from './tokens.ts';
import { type CommentWriter, commentWriter } from './tracking.ts';

export interface WorkerOptions extends AppContext {
  database: Database;
  tokens: GitTokens;
  gitUrl: string;
  models: RunTools['models'];
  ledger: RunTools['ledger'];
  folders: RunTools['folders'];
  place: RunTools['place'];
  dependencies?: RunTools['dependencies'];
  listener?: RunListener;
}

/** How often a running job looks whether somebody asked to stop it. */
const STOP_POLL_MS = 2_000;

/** A run that still waits for somebody else after a day is ended: whoever asked has gone on meanwhile. */
const LONGEST_LIFE_MS = 24 * 3_600_000;

export async function workRun(job: Job, options: WorkerOptions): Promise<void> {
  const { store, now } = options;
  const known = await store.get(job.data.run ?? '');
  if (!known || (await options.installations.isSuspended(known.task.installation))) return;
  const run = await store.begin(known.id);
  if (!run || run.state === 'ended') return;
  const log = options.log.child({ run: run.id, attempt: job.attempt });
  const watch = watchForStop(run, options, log);
  try {
    const forge = await forgeOf(run, options, log);
    const facts = await runTask(run.task, {
      journal: await openJournal(databaseJournal(options.database, run.id)),
      forge,
      earlier: () => store.earlier(run.task),
      models: options.models,
      ledger: options.ledger,
      folders: options.folders,
      place: options.place,
      ...(options.dependencies ? { dependencies: options.dependencies } : {}),
      ...(options.listener ? { listener: options.listener } : {}),
      lastAttempt: job.last || now() - decodeTime(run.id) > LONGEST_LIFE_MS,
      onError: (error) => log.error({ err: error }, 'the run ended with an error'),
      signal: job.signal,
      stopped: watch.stopped,
      now,
    });
    await endOfTask(run.task, facts, await options.octokit(run.task.installation), options);
    await store.end(
      run.id,
      facts.outcome ?? { kind: 'failed', reason: 'it ended without an outcome' },
      facts,
    );
    log.info({ outcome: facts.outcome?.kind }, 'run ended');
  } catch (error) {
    await setAside(error, run, options, log);
  } finally {
    watch.end();
  }
}

/** What only time or somebody outside can mend: the run waits. Rethrows what the queue's next attempt may mend. */
async function setAside(error: unknown, run: StoredRun, options: WorkerOptions, log: Logger): Promise<void> {
  const { installation } = run.task;
  if (error instanceof Paused) {
    await suspend(installation, options);
    return options.store.park(run.id);
  }
  if (error instanceof Gone) return uninstall(installation, '', options);
  const age = (options.now() - decodeTime(run.id)) / 1000;
  const seconds = isOutage(error) ? waitForIt(age) : deferral(error, options.now())?.seconds;
  if (seconds === undefined) throw error;
  log.warn({ seconds, err: error }, 'run deferred');
  await enqueueAgain(options.queue, run, seconds);
}

/** A job that failed too often. Whoever asked for it is told, once that is possible. */
export async function bury(job: Job, options: WorkerOptions): Promise<void> {
  const run = await options.store.get(job.data.run ?? '');
  const installation = run?.task.installation;
  try {
    if (run) await buryRun(run, options);
    else await giveUp(job.data.guid ?? '', options);
  } catch (error) {
    if (installation === undefined || !(error instanceof Paused || error instanceof Gone)) throw error;
    if (error instanceof Paused) await suspend(installation, options);
    else await uninstall(installation, '', options);
  }
}

/** A run whose attempts all died without a word, as when each ran the machine out of memory: its comment must still end. */
async function buryRun(run: StoredRun, options: WorkerOptions): Promise<void> {
  if (run.state === 'ended') return;
  const writer = await commentOf(run, options, options.log);
  const marker = writeMarker(
    { kind: 'tracking', run: run.id, target: targetOf(initialFacts(run.task)) },
    options.sign,
  );
  const said = replyText({ kind: 'internal-error', run: run.id }, options.voice);
  await writer?.finish(`${marker}\n${said}`);
  await endCheck(
    {
      status: 'completed',
      conclusion: 'failure',
      title: 'Ended by an error inside the bot',
      summary: said,
      actions: [],
    },
    await commitAtStart(run, options),
    checkOptions(run.task, await options.octokit(run.task.installation), options),
  );
  const outcome: Outcome = { kind: 'failed', reason: 'every attempt was lost' };
  await endOfTask(
    run.task,
    { ...initialFacts(run.task), outcome },
    await options.octokit(run.task.installation),
    options,
  );
  await options.store.end(run.id, outcome);
}

async function forgeOf(run: StoredRun, options: WorkerOptions, log: Logger) {
  const comment = await commentOf(run, options, log);
  if (!comment) throw new Error(`Run ${run.id} has no tracking comment.`);
  const octokit = await options.octokit(run.task.installation);
  return githubForge({
    task: run.task,
    octokit,
    tokens: options.tokens,
    app: options.app,
    comment,
    async onSettings(file) {
      await learnSchedules(run.task.repository, run.task.installation, file, options);
      await tendSettingsIssue(octokit, run.task.repository, options, { file });
    },
    async onEnd({ outcome }) {
      if (outcome) await options.store.conclude(run.id, outcome);
    },
    check: checkRunWriter(checkOptions(run.task, octokit, { ...options, log })),
    voice: options.voice,
    gitUrl: options.gitUrl,
    redact: options.redact,
    log,
    sign: options.sign,
  });
}

/** Where a run began, if it came that far. */
async function commitAtStart(run: StoredRun, { database }: WorkerOptions): Promise<string | undefined> {
  const entries = await databaseJournal(database, run.id).load();
  const start = startSchema.safeParse(entries.find(({ step }) => step === 'start')?.result);
  return start.success && start.data.state === 'ready' ? start.data.commit : undefined;
}

/** A run that nobody asked for speaks by what it makes, and `endOfTask` by what it could not. */
const silent: CommentWriter = { show: () => undefined, finish: async () => undefined };

async function commentOf(
  run: StoredRun,
  options: WorkerOptions,
  log: Logger,
): Promise<CommentWriter | undefined> {
  if (run.task.thread === 'task') return silent;
  if (run.comment === undefined) return undefined;
  const { repository, issue, installation } = run.task;
  return commentWriter(
    await options.octokit(installation),
    { owner: repository.owner, name: repository.name, issue },
    run.comment,
    {
      now: options.now,
      onError: (error) => log.warn({ err: error }, 'the tracking comment could not be edited'),
    },
  );
}

function watchForStop(run: StoredRun, { store }: WorkerOptions, log: Logger) {
  let { stop } = run;
  const timer = setInterval(() => {
    store.get(run.id).then(
      (row) => {
        if (stop || !row?.stop) return;
        stop = row.stop;
        log.info({ stop }, 'asked to stop; the run ends at its next checkpoint');
      },
      (error: unknown) => log.warn({ err: error }, 'could not look for a stop request'),
    );
  }, STOP_POLL_MS);
  return { stopped: () => stop, end: () => clearInterval(timer) };
}
