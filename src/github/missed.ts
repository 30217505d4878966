/**
 * Deliveries that did not reach us: GitHub never repeats one by itself, but keeps them for a few days. Those that failed are
 * read there and taken in under their own id, so whatever arrived after all is not taken in twice.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RunStore } from '../runs/store.ts';
import type { Octokit } from './client.ts';

export interface Missed {
  /** The App itself, not an installation of it. */
  app: Octokit;
  store: Pick<RunStore, 'delivery' | 'cursor' | 'setCursor'>;
  /** Takes in a delivery as if it had just come. */
  receive(delivery: { id: string; event: string; payload: string }): Promise<void>;
  log: Logger;
  now(): number;
}

const CURSOR = 'hook deliveries';
/** Nobody waits for an answer to yesterday's command. */
const LONGEST_AGE_MS = 24 * 3_600_000;
/** Lists come a little late, and a delivery may take ten seconds to fail. */
const OVERLAP_MS = 10 * 60_000;
const EVENTS = new Set([
  'check_run',
  'check_suite',
  'issue_comment',
  'issues',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'installation',
  'installation_repositories',
]);

const itemsSchema = z.array(
  z.object({
    id: z.number().int(),
    guid: z.string(),
    delivered_at: z.string(),
    status_code: z.number(),
    event: z.string(),
  }),
);
const detailSchema = z.object({ request: z.object({ payload: z.unknown() }) });

/** Returns how many were taken in. */
export async function takeInMissed({ app, store, receive, log, now }: Missed): Promise<number> {
  const last = Date.parse((await store.cursor(CURSOR)) ?? '');
  const oldest = now() - LONGEST_AGE_MS;
  const since = Number.isNaN(last) ? oldest : Math.max(oldest, last - OVERLAP_MS);
  const items = await deliveriesSince(app, since);
  const reached = new Set(items.filter(isTaken).map(({ guid }) => guid));
  const failed = new Map(
    items
      .filter((item) => !reached.has(item.guid) && EVENTS.has(item.event))
      .map((item) => [item.guid, item]),
  );
  let taken = 0;
  // The list has the newest first; people expect their commands in the order in which they gave them.
  for (const { guid, id, event } of [...failed.values()].reverse()) {
    if (await store.delivery(guid)) continue;
    const { data } = await app.request('GET /app/hook/deliveries/{delivery_id}', { delivery_id: id });
    const { payload } = detailSchema.parse(data).request;
    await receive({ id: guid, event, payload: JSON.stringify(payload) });
    log.info({ guid, event }, 'taken in, although its delivery had failed');
    taken += 1;
  }
  const [newest] = items;
  if (newest) await store.setCursor(CURSOR, newest.delivered_at);
  return taken;
}

const isTaken = ({ status_code: status }: z.infer<typeof itemsSchema>[number]) =>
  status >= 200 && status < 300;

async function deliveriesSince(app: Octokit, since: number): Promise<z.infer<typeof itemsSchema>> {
  const found: z.infer<typeof itemsSchema> = [];
  for await (const { data } of app.paginate.iterator('GET /app/hook/deliveries', { per_page: 100 })) {
    const items = itemsSchema.parse(data);
    const recent = items.filter((item) => Date.parse(item.delivered_at) >= since);
    found.push(...recent);
    if (recent.length < items.length) break;
  }
  return found;
}
