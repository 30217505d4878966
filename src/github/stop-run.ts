/** Ending runs from outside: by a command, or because of what was done to their thread. */
import { checkContent } from '../report/check-run.ts';
import { trackingComment } from '../report/tracking-comment.ts';
import type { StopCause } from '../report/types.ts';
import { initialFacts } from '../runs/record.ts';
import type { StoredRun } from '../runs/store.ts';
import { checkOptions, endCheck } from './check-run.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { lastWord } from './tracking.ts';

/**
 * A run at work ends at its next checkpoint, and its worker says so. One that has not begun ends here and now: it may have to
 * wait for hours behind others. Should this process die in between, its worker ends it.
 */
export async function stopRun(
  run: StoredRun,
  octokit: Octokit,
  context: AppContext,
  request: { by: string; because?: StopCause },
): Promise<void> {
  const { store, voice, sign, redact } = context;
  await store.stop(run.id, request.by, request.because);
  if (run.state !== 'queued' || run.comment === undefined) return;
  const outcome = { kind: 'stopped', ...request } as const;
  const facts = initialFacts(run.task);
  const stages = facts.stages.map((stage) => ({ ...stage, state: 'skipped' as const }));
  const ended = { ...facts, stages, outcome };
  const { owner, name } = run.task.repository;
  await lastWord(
    octokit,
    { owner, name, issue: run.task.issue },
    run.comment,
    redact(trackingComment(ended, voice, sign)),
  );
  await endCheck(checkContent(ended, voice), undefined, checkOptions(run.task, octokit, context));
  await store.end(run.id, outcome);
  context.log.info({ run: run.id, because: request.because }, 'run ended before it began');
}
