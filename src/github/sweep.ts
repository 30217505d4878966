/**
 * What nobody would notice otherwise: installations that may go on, and work that has no job any more. Every step is
 * repeatable, so several processes may sweep at once.
 */
import { z } from 'zod';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { enqueueAgain, enqueueDelivery } from './enqueue.ts';
import { resume, uninstall } from './intake-installation.ts';

/** Younger work may be on its way between two rows. */
const LEAST_AGE_MS = 10 * 60_000;
const LONGEST_AGE_MS = 24 * 3_600_000;

/** A command that was taken up has a job until it has ended. When that is lost, the work goes on or its end is shown. */
export async function reviveLost(context: AppContext): Promise<void> {
  const { store, queue, installations, log } = context;
  const before = new Date(context.now() - LEAST_AGE_MS);
  const runs = await queue.waiting('run');
  for (const run of await store.idle(before)) {
    if (runs.has(run.id) || (await installations.isSuspended(run.task.installation))) continue;
    log.warn({ run: run.id, state: run.state }, 'this run had no job any more');
    // One that had begun has used up its attempts: its comment says so and ends.
    if (run.state === 'queued') await enqueueAgain(queue, run);
    else await queue.send('dead', { data: { run: run.id } });
  }
  const deliveries = await queue.waiting('guid');
  for (const delivery of await store.unsettled(new Date(context.now() - LONGEST_AGE_MS), before)) {
    if (deliveries.has(delivery.guid) || (await installations.isSuspended(delivery.installation))) continue;
    log.warn({ guid: delivery.guid }, 'this delivery had no job any more');
    await enqueueDelivery(queue, delivery);
  }
}

const installationSchema = z.object({ suspended_at: z.string().nullish() });

/** The event that ends a suspension can be missed like any other. */
export async function askAfterSuspended(app: Octokit, context: AppContext): Promise<void> {
  for (const id of await context.installations.suspended()) {
    try {
      const { data } = await app.request('GET /app/installations/{installation_id}', { installation_id: id });
      if (!installationSchema.parse(data).suspended_at) await resume(id, context);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await uninstall(id, '', context);
    }
  }
}
