/** The Probot app: which GitHub events matter, and what each becomes. Handlers save and return; work happens in the queue. */
import type { Probot } from 'probot';
import { type ParseOptions, parseCommands } from './commands/parse.ts';
import { type Delivery, deliverySchema } from './github/delivery.ts';
import { uuidFrom } from './lib/ids.ts';
import type { Database } from './runs/database.ts';
import type { Queue } from './runs/queue.ts';

export interface Inbox {
  database: Database;
  queue: Queue;
  commands: ParseOptions;
}

export function aiderApp(inbox: Inbox): (probot: Probot) => void {
  /** Bots never command, ours least of all: an answer that quotes a command must not start a run. */
  const commands = (user: { type?: string } | null, body: string | null) =>
    user?.type === 'User' && parseCommands(body ?? '', inbox.commands).kind !== 'none';

  return (probot) => {
    probot.on('issue_comment.created', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body)) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'comment' }));
    });
    probot.on('pull_request_review.submitted', async ({ id, name, payload }) => {
      if (!commands(payload.review.user, payload.review.body)) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'review' }));
    });
    probot.on('pull_request_review_comment.created', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body)) return;
      const review = { id: payload.comment.pull_request_review_id };
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'review', review }));
    });
  };
}

/**
 * Resolves when delivery and job are stored; only then may the webhook be acknowledged. GitHub keeps the id when it sends
 * a delivery again, so both inserts are repeatable.
 */
async function save(
  { database, queue }: Inbox,
  guid: string,
  event: string,
  delivery: Delivery,
): Promise<void> {
  await database.query(
    'insert into deliveries (guid, event, payload) values ($1, $2, $3) on conflict do nothing',
    [guid, event, JSON.stringify(delivery)],
  );
  // All events of one review are one job: two at once would each look for an answer before the other has posted it.
  const work = delivery.kind === 'review' ? `review ${delivery.repository.id}/${delivery.review.id}` : guid;
  await queue.send('intake', { id: uuidFrom(work), data: { guid } });
}
