/** The Probot app: which GitHub events matter, and what each becomes. Handlers save and return; work happens in the queue. */
import type { Probot } from 'probot';
import { type ParseOptions, parseCommands } from './commands/parse.ts';
import { type Delivery, deliverySchema } from './github/delivery.ts';
import { SETTINGS_PATH } from './github/settings-file.ts';
import { uuidFrom } from './lib/ids.ts';
import type { Database } from './runs/database.ts';
import type { Queue } from './runs/queue.ts';
import { needsAnswer, type RunStore } from './runs/store.ts';

export interface Inbox {
  database: Database;
  queue: Queue;
  store: RunStore;
  commands: ParseOptions;
}

export function aiderApp(inbox: Inbox): (probot: Probot) => void {
  /** Bots never command, ours least of all: an answer that quotes a command must not start a run. */
  const commands = (user: { type?: string } | null, body: string | null) =>
    user?.type === 'User' && parseCommands(body ?? '', inbox.commands).kind !== 'none';

  /** A comment without a command matters when a run of this person waits for an answer here. */
  const mayAnswer = async (given: {
    comment: { user: { id: number; type?: string } | null };
    repository: { id: number };
    issue: { number: number };
  }) => {
    const { user } = given.comment;
    if (user?.type !== 'User') return false;
    const [last] = await inbox.store.ofThread(given.repository.id, given.issue.number, 1);
    return last !== undefined && needsAnswer(last) && last.task.requester.id === user.id;
  };

  return (probot) => {
    probot.on('issue_comment.created', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body) && !(await mayAnswer(payload))) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'comment' }));
    });
    probot.on('issue_comment.edited', async ({ id, name, payload }) => {
      const { comment, sender, changes } = payload;
      const from = changes.body?.from;
      // Our own edits of our own comments come back here too.
      if (from === undefined || sender.type !== 'User') return;
      if (!commands(comment.user, comment.body) && !commands(comment.user, from)) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'edited', from }));
    });
    probot.on('issue_comment.deleted', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body)) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'deleted' }));
    });
    probot.on(
      ['issues.closed', 'issues.deleted', 'issues.transferred', 'pull_request.closed'],
      async ({ id, name, payload }) => {
        const number = 'issue' in payload ? payload.issue.number : payload.pull_request.number;
        if ((await inbox.store.live(payload.repository.id, number)).length === 0) return;
        await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'closed', number }));
      },
    );
    probot.on(
      ['installation.suspend', 'installation.unsuspend', 'installation.deleted'],
      async ({ id, name, payload }) => {
        await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'installation' }));
      },
    );
    probot.on('pull_request_review.submitted', async ({ id, name, payload }) => {
      if (!commands(payload.review.user, payload.review.body)) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'review' }));
    });
    probot.on('pull_request_review_comment.created', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body)) return;
      const review = { id: payload.comment.pull_request_review_id };
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'review', review }));
    });
    probot.on(
      ['pull_request.opened', 'pull_request.synchronize', 'pull_request.reopened'],
      async ({ id, name, payload }) => {
        await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'head' }));
      },
    );
    probot.on('push', async ({ id, name, payload }) => {
      if (payload.ref !== `refs/heads/${payload.repository.default_branch}`) return;
      // What a forced push took away is in none of its commits.
      const touched = payload.commits.flatMap(({ added, modified, removed }) =>
        [added, modified, removed].flat(),
      );
      if (!payload.forced && !touched.includes(SETTINGS_PATH)) return;
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'settings' }));
    });
    probot.on(['check_run.requested_action', 'check_run.rerequested'], async ({ id, name, payload }) => {
      if (payload.sender.type !== 'User' || payload.check_run.app?.slug !== inbox.commands.slug) return;
      const at = new Date().toISOString();
      await save(inbox, id, name, deliverySchema.parse({ ...payload, kind: 'button', at }));
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
    'insert into deliveries (guid, event, installation, payload) values ($1, $2, $3, $4) on conflict do nothing',
    [guid, event, delivery.installation.id, JSON.stringify(delivery)],
  );
  // All events of one review are one job: two at once would each look for an answer before the other has posted it.
  const work = delivery.kind === 'review' ? `review ${delivery.repository.id}/${delivery.review.id}` : guid;
  await queue.send('intake', {
    id: uuidFrom(work),
    data: { guid },
    group: `installation ${delivery.installation.id}`,
  });
}
