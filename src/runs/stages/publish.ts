/** The last stage: what the loop made becomes a branch and a pull request. */
import { z } from 'zod';
import type { CodingResult } from '../../coder/types.ts';
import { branchName } from '../../report/branch-name.ts';
import { pullRequestBody, pullRequestTitle } from '../../report/pull-request.ts';
import type { Outcome } from '../../report/types.ts';
import { head, push, remoteBranches, type Workspace } from '../../workspace/workspace.ts';
import { pullRequestSchema } from '../forge.ts';
import { RunEnded } from '../outcome.ts';
import type { RunRecord } from '../record.ts';
import { goOn } from '../stop.ts';
import type { RunTools } from '../tools.ts';
import type { RunRequest } from './read.ts';

export async function publish(
  result: CodingResult,
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<Outcome> {
  record.stage('edit', {
    state: result.commits.length > 0 ? 'done' : result.outcome === 'failed' ? 'failed' : 'skipped',
  });
  record.stage('check', { state: checkState(record), reflections: result.reflections.length });
  record.set({ dropped: result.dropped, suggestions: result.suggestions, summary: result.plan });
  const outcome = outcomeOf(result);
  if (result.commits.length === 0) return outcome;

  await mayPublish(tools, record);
  const { pullRequest } = request.start;
  const published = pullRequest
    ? await pushOnto(request, workspace, tools, record)
    : await openNew(outcome, request, workspace, tools, record);
  record.stage('publish', { state: 'done', ...published });
  return outcome;
}

/** Ends the run when whoever asked has lost the right to push meanwhile. */
export async function mayPublish(tools: RunTools, record: RunRecord): Promise<void> {
  goOn(tools);
  record.stage('publish', { state: 'running' });
  if (await tools.forge.mayPush()) return;
  throw new RunEnded({
    kind: 'refused',
    reason: `@${record.facts.requester} has no write access any more, so nothing was pushed`,
  });
}

/** More commits for the branch of a pull request that is open already. Only ever forward: nobody's work is overwritten. */
export async function pushOnto(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
) {
  const { baseBranch: branch, commit: expected, pullRequest } = request.start;
  await pushed(tools, workspace, { branch, expected }, record);
  return { draft: pullRequest?.draft ?? false };
}

/** A branch of its own and a pull request from it. A draft until everything is green. */
async function openNew(
  outcome: Outcome,
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
) {
  const { forge, journal } = tools;
  const branch = await pushNew(request, workspace, tools, record);
  const draft = outcome.kind !== 'done' || record.facts.final.length === 0;
  const facts = { ...record.facts, outcome };
  const opened = await journal.step('pull-request', branch, pullRequestSchema.nullable(), async () => {
    const made = await forge.openPullRequest({
      branch,
      base: request.start.baseBranch,
      title: pullRequestTitle({
        commits: facts.commits,
        title: request.thread.title,
        style: request.settings.commits.style,
      }),
      body: pullRequestBody(facts, forge.voice),
      draft,
    });
    return made ?? null;
  });
  if (opened) record.set({ pullRequest: { ...opened, draft } });
  return { draft };
}

/** Pushes to a branch that nobody has yet, and returns its name. */
export async function pushNew(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<string> {
  const branch = await tools.journal.step('branch', '', z.string(), () =>
    freeBranch(request, workspace, tools, record),
  );
  record.set({ branch });
  await pushed(tools, workspace, { branch, expected: undefined }, record);
  return branch;
}

async function pushed(
  { forge, journal }: RunTools,
  workspace: Workspace,
  target: { branch: string; expected: string | undefined },
  record: RunRecord,
): Promise<void> {
  const result = await journal.step('push', await head(workspace), pushedSchema, () =>
    push(workspace, forge.remote, target),
  );
  if (result.ok) return;
  const why =
    result.reason === 'moved' && target.expected !== undefined
      ? `somebody pushed to ${target.branch} meanwhile; ask again to start from there`
      : `the branch could not be pushed: ${result.detail}`;
  record.set({ commits: [] });
  throw new RunEnded({ kind: 'failed', reason: why });
}

const pushedSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), reason: z.enum(['moved', 'refused']), detail: z.string() }),
]);

function checkState({ facts }: RunRecord): 'done' | 'failed' | 'skipped' {
  if (facts.final.length === 0) return 'skipped';
  return facts.final.every((check) => check.status === 'green') ? 'done' : 'failed';
}

function outcomeOf(result: CodingResult): Outcome {
  switch (result.outcome) {
    case 'done':
      return { kind: 'done' };
    case 'needs-answer':
      return { kind: 'needs-answer', question: result.question };
    case 'partial':
    case 'failed':
    case 'nothing-to-do':
      return { kind: result.outcome, reason: result.reason };
  }
}

/** `aider/12-slug`, or with -2, -3 … when somebody has that branch already. */
async function freeBranch(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<string> {
  const { thread } = record.facts;
  return branchName({
    prefix: request.settings.branches.prefix,
    issue: thread.kind === 'task' ? undefined : thread.number,
    title: thread.title,
    taken: await remoteBranches(workspace, tools.forge.remote),
  });
}
