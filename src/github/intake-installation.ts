/** An installation was suspended, taken up again, or taken away. */
import type { AppContext } from './context.ts';
import type { InstallationDelivery } from './delivery.ts';
import { enqueueAgain, enqueueDelivery } from './enqueue.ts';
import { learnAdded } from './schedules.ts';

export async function takeInInstallation(
  { action, installation, sender, repositories }: InstallationDelivery,
  context: AppContext,
): Promise<void> {
  switch (action) {
    case 'created':
      return learnAdded(installation.id, repositories, context);
    case 'suspend':
      return suspend(installation.id, context);
    case 'unsuspend':
      return resume(installation.id, context);
    case 'deleted':
      return uninstall(installation.id, sender.login, context);
  }
}

/** Jobs that come up while it lasts end without a word; the rows keep what they were about. */
export async function suspend(id: number, { installations, log }: AppContext): Promise<void> {
  if (!(await installations.isSuspended(id))) log.warn({ installation: id }, 'suspended; its work waits');
  await installations.setSuspended(id, true);
}

/** Everything that waited comes up again, in the order in which it was asked for. */
export async function resume(id: number, { installations, queue, log }: AppContext): Promise<void> {
  await installations.setSuspended(id, false);
  const runs = await installations.runs(id);
  for (const run of runs) await enqueueAgain(queue, run);
  const deliveries = await installations.deliveries(id);
  for (const guid of deliveries) await enqueueDelivery(queue, { guid });
  log.info({ installation: id, runs: runs.length, deliveries: deliveries.length }, 'goes on');
}

/** Nobody is left who could be told; what people wrote there is forgotten. */
export async function uninstall(id: number, by: string, context: AppContext): Promise<void> {
  const { installations, store, caches, log } = context;
  for (const run of await installations.runs(id)) {
    await store.stop(run.id, by, 'uninstalled');
    await store.end(run.id, { kind: 'stopped', by, because: 'uninstalled' });
  }
  // Before the rows that tell which they are.
  for (const repository of await installations.repositories(id)) await caches.forget(repository);
  await installations.forget(id);
  log.info({ installation: id }, 'uninstalled; its deliveries, journals and caches are deleted');
}
