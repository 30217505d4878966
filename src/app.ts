/** The Probot app: which GitHub events matter, and what each becomes. Handlers save and return; work happens in the queue. */
import type { Probot } from 'probot';
import { deliverySchema } from './github/delivery.ts';
import {
  holdsCommand,
  type Inbox,
  mayAnswer,
  mayAnswerInThread,
  mayCount,
  saveDelivery,
} from './github/inbox.ts';
import { SETTINGS_PATH } from './github/settings-file.ts';

export function aiderApp(inbox: Inbox): (probot: Probot) => void {
  const commands = (user: { login: string; type?: string } | null, body: string | null) =>
    holdsCommand(inbox, user, body);
  /** Webhooks of a repository, which a bot with a token gets, name no installation. */
  const read = (delivery: object) => deliverySchema.parse({ installation: { id: 0 }, ...delivery });
  const save = (guid: string, event: string, delivery: object) =>
    saveDelivery(inbox, guid, event, read(delivery));

  return (probot) => {
    probot.on('issue_comment.created', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body) && !(await mayAnswer(inbox, payload))) return;
      await save(id, name, { ...payload, kind: 'comment' });
    });
    probot.on('issue_comment.edited', async ({ id, name, payload }) => {
      const { comment, sender, changes } = payload;
      const from = changes.body?.from;
      // Our own edits of our own comments come back here too.
      if (from === undefined || sender.type !== 'User') return;
      if (!commands(comment.user, comment.body) && !commands(comment.user, from)) return;
      await save(id, name, { ...payload, kind: 'edited', from });
    });
    probot.on('issue_comment.deleted', async ({ id, name, payload }) => {
      if (!commands(payload.comment.user, payload.comment.body)) return;
      await save(id, name, { ...payload, kind: 'deleted' });
    });
    probot.on('issues.labeled', async ({ id, name, payload }) => {
      // Which labels matter is in the settings, which the handler has no time to read.
      if (!mayCount(inbox, payload.sender) || payload.issue.state !== 'open') return;
      await save(id, name, { ...payload, kind: 'label' });
    });
    probot.on(
      ['issues.closed', 'issues.deleted', 'issues.transferred', 'pull_request.closed'],
      async ({ id, name, payload }) => {
        const number = 'issue' in payload ? payload.issue.number : payload.pull_request.number;
        if ((await inbox.store.live(payload.repository.id, number)).length === 0) return;
        await save(id, name, { ...payload, kind: 'closed', number });
      },
    );
    probot.on(
      ['installation.suspend', 'installation.unsuspend', 'installation.deleted'],
      async ({ id, name, payload }) => {
        await save(id, name, { ...payload, kind: 'installation' });
      },
    );
    probot.on(['installation.created', 'installation_repositories.added'], async ({ id, name, payload }) => {
      const repositories = payload.action === 'added' ? payload.repositories_added : payload.repositories;
      await save(id, name, { ...payload, repositories, kind: 'installation', action: 'created' });
    });
    probot.on('installation_repositories.removed', async ({ payload }) => {
      for (const { id } of payload.repositories_removed) await inbox.schedules.forget(id);
    });
    probot.on('pull_request_review.submitted', async ({ id, name, payload }) => {
      if (!commands(payload.review.user, payload.review.body)) return;
      await save(id, name, { ...payload, kind: 'review' });
    });
    probot.on('pull_request_review_comment.created', async ({ id, name, payload }) => {
      const { user, body } = payload.comment;
      if (!commands(user, body) && !(await mayAnswerInThread(inbox, payload))) return;
      const review = { id: payload.comment.pull_request_review_id };
      await save(id, name, { ...payload, kind: 'review', review });
    });
    probot.on(
      ['pull_request.opened', 'pull_request.synchronize', 'pull_request.reopened'],
      async ({ id, name, payload }) => {
        await save(id, name, { ...payload, kind: 'head' });
      },
    );
    probot.on('push', async ({ id, name, payload }) => {
      if (payload.ref !== `refs/heads/${payload.repository.default_branch}`) return;
      // What a forced push took away is in none of its commits.
      const touched = payload.commits.flatMap(({ added, modified, removed }) =>
        [added, modified, removed].flat(),
      );
      if (!payload.forced && !touched.includes(SETTINGS_PATH)) return;
      await save(id, name, { ...payload, kind: 'settings' });
    });
    probot.on(['check_run.requested_action', 'check_run.rerequested'], async ({ id, name, payload }) => {
      if (payload.sender.type !== 'User' || payload.check_run.app?.slug !== inbox.commands.slug) return;
      const at = new Date().toISOString();
      await save(id, name, { ...payload, kind: 'button', at });
    });
    probot.on('check_suite.rerequested', async ({ id, name, payload }) => {
      if (payload.sender.type !== 'User' || payload.check_suite.app?.slug !== inbox.commands.slug) return;
      const at = new Date().toISOString();
      await save(id, name, { ...payload, kind: 'rerun', at });
    });
  };
}
