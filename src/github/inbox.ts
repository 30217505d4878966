/** What is worth taking in, and how it is saved. */
import { type ParseOptions, parseCommands } from '../commands/parse.ts';
import { uuidFrom } from '../lib/ids.ts';
import type { Database } from '../runs/database.ts';
import type { Queue } from '../runs/queue.ts';
import type { Schedules } from '../runs/schedules.ts';
import { needsAnswer, type RunStore } from '../runs/store.ts';
import type { Delivery } from './delivery.ts';

export interface Inbox {
  database: Database;
  queue: Queue;
  store: RunStore;
  schedules: Schedules;
  commands: ParseOptions;
  /** Whether a comment is one of ours, by its signed marker: with a token, ours are by a person like all others. */
  isOurs(body: string): boolean;
  /** In small letters; absent: every repository that sends something. */
  repositories?: ReadonlySet<string>;
}

/** Enough to tell a flood. */
const MOST_COUNTED = 100;

interface Author {
  id: number;
  type?: string;
}

/** Whether what somebody does here can start anything: our own doings never do, and other bots' where the settings name them. */
export function mayCount(
  { commands }: Inbox,
  author: { login: string; type?: string | undefined } | null,
): boolean {
  if (author?.type === 'User') return true;
  return author?.type === 'Bot' && author.login !== `${commands.slug}[bot]`;
}

/** An answer of ours that quotes a command must not start a run. */
export function holdsCommand(
  inbox: Inbox,
  author: Parameters<typeof mayCount>[1],
  body: string | null,
): boolean {
  if (!mayCount(inbox, author) || inbox.isOurs(body ?? '')) return false;
  return parseCommands(body ?? '', inbox.commands).kind !== 'none';
}

/** A comment without a command matters when a run of this person waits for an answer here. */
export async function mayAnswer(
  inbox: Inbox,
  given: {
    comment: { user: Author | null; body: string };
    repository: { id: number };
    issue: { number: number };
  },
): Promise<boolean> {
  const { user, body } = given.comment;
  if (user?.type !== 'User' || inbox.isOurs(body)) return false;
  const [last] = await inbox.store.ofThread(given.repository.id, given.issue.number, 1);
  return last !== undefined && needsAnswer(last) && last.task.requester.id === user.id;
}

/** The same for a reply in a review thread, when that run was about the thread. */
export async function mayAnswerInThread(
  inbox: Inbox,
  given: {
    comment: { user: Author | null; body: string; in_reply_to_id?: number | null | undefined };
    repository: { id: number };
    pull_request: { number: number };
  },
): Promise<boolean> {
  const { user, body, in_reply_to_id: thread } = given.comment;
  if (!thread || user?.type !== 'User' || inbox.isOurs(body)) return false;
  const [last] = await inbox.store.ofThread(given.repository.id, given.pull_request.number, 1);
  if (!last || !needsAnswer(last) || last.task.requester.id !== user.id) return false;
  return last.task.review.some((point) => point.thread === thread);
}

/** The name of a comment's delivery where comments are looked for: a webhook of the same comment is no other one. */
export const lookedFor = (comment: number) => `poll comment ${comment}`;

/**
 * Resolves when delivery and job are stored; only then may a webhook be acknowledged. GitHub keeps the id when it sends a
 * delivery again, so both inserts are repeatable.
 */
export async function saveDelivery(
  { database, queue, repositories }: Inbox,
  id: string,
  event: string,
  delivery: Delivery,
): Promise<void> {
  const guid = repositories && delivery.kind === 'comment' ? lookedFor(delivery.comment.id) : id;
  if (repositories && delivery.kind !== 'installation') {
    const { owner, name } = delivery.repository;
    if (!repositories.has(`${owner.login}/${name}`.toLowerCase())) return;
  }
  const [row] = await database.query(
    `with saved as (
       insert into deliveries (guid, event, installation, payload) values ($1, $2, $3, $4) on conflict do nothing
     )
     select count(*)::int as waiting from (
       select 1 from deliveries where installation = $3 and settled_at is null limit ${MOST_COUNTED}
     ) as before`,
    [guid, event, delivery.installation.id, JSON.stringify(delivery)],
  );
  // All events of one review are one job: two at once would each look for an answer before the other has posted it.
  const work = delivery.kind === 'review' ? `review ${delivery.repository.id}/${delivery.review.id}` : guid;
  await queue.send('intake', {
    id: uuidFrom(work),
    data: { guid },
    // The longer its own line, the further back: one installation that floods the queue delays itself, not the others.
    priority: -Number(row?.waiting ?? 0),
  });
}
