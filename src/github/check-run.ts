/** The check run of a run: on the head of the pull request where it works, and on the head that it made. */
import { z } from 'zod';
import { type CheckContent, checkContent } from '../report/check-run.ts';
import type { RunFacts, Voice } from '../report/types.ts';
import type { Task } from '../runs/task.ts';
import { isMissingPermission, type Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { slowWriter } from './slow-writer.ts';

const checkRunSchema = z.object({
  id: z.number().int(),
  external_id: z.string().nullish(),
  html_url: z.string().nullish(),
});
type CheckRun = z.infer<typeof checkRunSchema>;

interface CheckRunOptions {
  octokit: Octokit;
  task: Task;
  /** Name of every check run of ours: the slug of the App. */
  name: string;
  voice: Voice;
  redact(text: string): string;
  now(): number;
  /** Told of what went wrong; a check run is never a reason for a run to fail. */
  onError(error: unknown): void;
}

export function checkOptions(
  task: Task,
  octokit: Octokit,
  { app, voice, redact, now, log }: AppContext,
): CheckRunOptions {
  return {
    octokit,
    task,
    name: app.slug,
    voice,
    redact,
    now,
    onError: (error) => log.warn({ err: error, run: task.run }, 'the check run could not be written'),
  };
}

export interface CheckRunWriter {
  /** Its page, once it exists. */
  url(): string | undefined;
  /** Shows progress soon. Never throws. */
  show(facts: RunFacts): void;
  /** Shows the end for good. Never throws. */
  finish(facts: RunFacts): Promise<void>;
}

/** Without the permission `checks: write` it does nothing. */
export function checkRunWriter(options: CheckRunOptions): CheckRunWriter {
  const checks = checkRunsOf(options);
  let url: string | undefined;
  const write = async ({ sha, content }: { sha: string; content: CheckContent }) => {
    url = (await checks.put(sha, content)) ?? url;
  };
  const writer = slowWriter(write, options);
  return {
    url: () => url,
    show(facts) {
      const sha = headAtStart(facts);
      if (sha !== undefined) writer.show({ sha, content: checkContent(facts, options.voice) });
    },
    async finish(facts) {
      const content = checkContent(facts, options.voice);
      const made = headMade(facts);
      const begun = headAtStart(facts);
      try {
        const sha = made ?? begun;
        if (sha !== undefined) await writer.finish({ sha, content });
        // The buttons move on with the head: pressed on an old commit they would surprise.
        if (made !== undefined && begun !== undefined) await checks.put(begun, { ...content, actions: [] });
      } catch (error) {
        options.onError(error);
      }
    },
  };
}

/**
 * Where a run on a pull request begins. A run on an issue begins on the default branch, whose commits get no check run: it
 * would hold up whoever waits for all checks of that branch, for a work that says nothing about it.
 */
function headAtStart({ thread, base }: RunFacts): string | undefined {
  return thread.kind === 'pull-request' && base.commit !== '' ? base.commit : undefined;
}

/** The last commit, once it is pushed. */
function headMade({ stages, commits, kept, suggested }: RunFacts): string | undefined {
  if (kept || suggested) return undefined;
  const pushed = stages.some((stage) => stage.name === 'publish' && stage.state === 'done');
  return pushed ? commits.at(-1)?.id : undefined;
}

/** Shows a run that waits for its turn. Failures are told and change nothing. */
export async function showQueuedCheck(facts: RunFacts, options: CheckRunOptions): Promise<void> {
  if (facts.thread.kind !== 'pull-request') return;
  try {
    const sha = await headOfPull(options);
    await checkRunsOf(options).put(sha, checkContent(facts, options.voice));
  } catch (error) {
    options.onError(error);
  }
}

/** Ends what there is of the check run of a run that is not at work. `sha`: where it began, when that is known. */
export async function endCheck(
  content: CheckContent,
  sha: string | undefined,
  options: CheckRunOptions,
): Promise<void> {
  if (options.task.thread !== 'pull-request') return;
  try {
    await checkRunsOf(options).end(sha ?? (await headOfPull(options)), content);
  } catch (error) {
    if (!isMissingPermission(error)) options.onError(error);
  }
}

async function headOfPull({ octokit, task }: CheckRunOptions): Promise<string> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    owner: task.repository.owner,
    repo: task.repository.name,
    pull_number: task.issue,
  });
  return data.head.sha;
}

/** The check runs of one run, one on each commit; found again by `external_id`, the id of the run. */
function checkRunsOf({ octokit, task, name, redact }: CheckRunOptions) {
  const place = { owner: task.repository.owner, repo: task.repository.name };
  const known = new Map<string, CheckRun>();
  const written = new Map<string, string>();
  let allowed = true;

  const find = async (sha: string) => {
    const listed = await octokit.paginate('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...place,
      ref: sha,
      check_name: name,
      // Only the newest of a name is listed otherwise.
      filter: 'all',
      per_page: 100,
    });
    return z
      .array(checkRunSchema)
      .parse(listed)
      .find((run) => run.external_id === task.run);
  };
  const fields = ({ status, conclusion, title, summary, actions }: CheckContent) => ({
    name,
    ...(conclusion ? { conclusion } : { status }),
    output: { title: redact(title), summary: redact(summary) },
    actions,
  });
  const change = async (sha: string, run: CheckRun, content: CheckContent) => {
    const text = JSON.stringify(content);
    if (written.get(sha) === text) return;
    await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
      ...place,
      check_run_id: run.id,
      ...fields(content),
    });
    written.set(sha, text);
  };
  const create = async (sha: string, content: CheckContent) => {
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
      ...place,
      head_sha: sha,
      external_id: task.run,
      ...fields(content),
      // A lost answer must not become a second check run: it is found again.
      request: { retries: 0 },
    });
    written.set(sha, JSON.stringify(content));
    return checkRunSchema.parse(data);
  };

  return {
    /** Makes or changes the check run on a commit; its page, or undefined where it may not be written. */
    async put(sha: string, content: CheckContent): Promise<string | undefined> {
      if (!allowed) return undefined;
      try {
        const found = known.get(sha) ?? (await find(sha));
        if (found) await change(sha, found, content);
        const run = found ?? (await create(sha, content));
        known.set(sha, run);
        return run.html_url ?? undefined;
      } catch (error) {
        if (!isMissingPermission(error)) throw error;
        allowed = false;
        return undefined;
      }
    },
    /** As `put`, for what exists already. */
    async end(sha: string, content: CheckContent): Promise<void> {
      const found = await find(sha);
      if (found) await change(sha, found, content);
    },
  };
}
