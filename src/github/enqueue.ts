/** Jobs as the queue carries them. */
import { uuidFrom } from '../lib/ids.ts';
import type { Queue } from '../runs/queue.ts';
import type { StoredRun } from '../runs/store.ts';

/** The first job of a run: asked for again, it is the same one. */
export function enqueueRun(queue: Queue, run: StoredRun): Promise<void> {
  return queue.send('run', { id: uuidFrom(run.id), ...jobOf(run) });
}

/** Another job for a run whose last one ended before it did. */
export function enqueueAgain(queue: Queue, run: StoredRun, startAfterSeconds = 0): Promise<void> {
  return queue.send('run', { ...jobOf(run), startAfterSeconds });
}

/** Another job for a delivery that could not be taken in yet. */
export function enqueueDelivery(
  queue: Queue,
  delivery: { guid: string },
  startAfterSeconds = 0,
): Promise<void> {
  return queue.send('intake', {
    data: { guid: delivery.guid },
    startAfterSeconds,
  });
}

/** Runs of one thread go one after the other. */
function jobOf({ id, task }: StoredRun) {
  return {
    data: { run: id },
    key: `thread ${task.repository.id}/${task.issue}`,
    group: `installation ${task.installation}`,
  };
}
