/** A command becomes a run: row, tracking comment, job. */
import { ulid } from 'ulid';
import { readMarker } from '../report/marker.ts';
import { trackingComment } from '../report/tracking-comment.ts';
import { initialFacts } from '../runs/record.ts';
import type { StoredRun } from '../runs/store.ts';
import type { Task } from '../runs/task.ts';
import type { Asker } from './asker.ts';
import { checkOptions, showQueuedCheck } from './check-run.ts';
import { enqueueRun } from './enqueue.ts';
import { ensureComment } from './tracking.ts';

/** What a command says of its task; the rest follows from who gave it and where. */
export type Wanted = Pick<
  Task,
  | 'verb'
  | 'instruction'
  | 'notes'
  | 'files'
  | 'read'
  | 'base'
  | 'mergeBase'
  | 'mode'
  | 'model'
  | 'editorModel'
  | 'format'
  | 'draft'
  | 'dryRun'
  | 'budget'
  | 'noTest'
  | 'maintenance'
  | 'review'
>;

/** Who asked, where and when: the part of a task that comes from the thread. A new run id each time. */
export function taskFor(asker: Asker, wanted: Wanted): Task {
  return {
    ...wanted,
    version: 1,
    run: ulid(asker.context.now()),
    thread: asker.thread,
    issue: asker.place.issue,
    requester: asker.requester,
    repository: asker.repository,
    installation: asker.installation,
    opening: asker.opening,
    comment: { id: asker.origin.kind === 'comment' ? asker.origin.id : 0, updatedAt: asker.origin.at },
  };
}

/** In this order, so that after a crash between any two the next attempt goes on from the first. */
export async function startRun(asker: Asker, index: number, task: Task): Promise<void> {
  const { context, octokit, repository, origin } = asker;
  const run = await context.store.create(task, `${origin.kind} ${repository.id}/${origin.id}/${index}`);
  if (run.state === 'ended') return;
  if (run.comment === undefined) {
    await context.store.setComment(run.id, await showQueued(asker, run));
    await showQueuedCheck(initialFacts(run.task), checkOptions(run.task, octokit, context));
  }
  await enqueueRun(context.queue, run);
}

async function showQueued({ context, octokit, place, origin }: Asker, run: StoredRun): Promise<number> {
  const body = trackingComment(initialFacts(run.task), context.voice, context.sign);
  return ensureComment(octokit, place, context.redact(body), {
    botLogin: context.app.login,
    since: origin.at,
    isOurs: (text) => {
      const marker = readMarker(text, context.sign);
      return marker?.kind === 'tracking' && marker.run === run.id;
    },
  });
}
