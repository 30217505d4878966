/** The Probot app: which GitHub events matter, and what each becomes. Handlers save and return; work happens in the queue. */
import type { Probot } from 'probot';
import { parseCommands } from './commands/parse.ts';
import { commentDeliverySchema } from './github/delivery.ts';
import { uuidFrom } from './lib/ids.ts';
import type { Database } from './runs/database.ts';
import type { Queue } from './runs/queue.ts';

export interface Inbox {
  database: Database;
  queue: Queue;
  trigger: string;
  /** `@slug …` means the same as the trigger. */
  slug: string;
}

export function aiderApp(context: Inbox): (probot: Probot) => void {
  return (probot) => {
    probot.on('issue_comment.created', async ({ id, name, payload }) => {
      // Bots never command, ours least of all: an answer that quotes a command must not start a run.
      if (payload.comment.user?.type !== 'User') return;
      if (parseCommands(payload.comment.body, context).kind === 'none') return;
      await save(context, id, name, commentDeliverySchema.parse(payload));
    });
  };
}

/**
 * Resolves when delivery and job are stored; only then may the webhook be acknowledged. GitHub keeps the id when it sends
 * a delivery again, so both inserts are repeatable.
 */
async function save({ database, queue }: Inbox, guid: string, event: string, payload: object): Promise<void> {
  await database.query(
    'insert into deliveries (guid, event, payload) values ($1, $2, $3) on conflict do nothing',
    [guid, event, JSON.stringify(payload)],
  );
  await queue.send('intake', { id: uuidFrom(guid), data: { guid } });
}
