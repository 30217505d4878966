/** A person who gave a command somewhere, and how to answer there. */
import type { Verb } from '../commands/types.ts';
import { readMarker, writeMarker } from '../report/marker.ts';
import { type Reply, replyText } from '../report/replies.ts';
import type { Task } from '../runs/task.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { type CommentDelivery, type EditedDelivery, openingOf, type RepositoryDelivery } from './delivery.ts';
import { refusalFor, rulesOf } from './permit.ts';
import { ensureComment, type Place } from './tracking.ts';

export interface Asker {
  context: AppContext;
  octokit: Octokit;
  place: Place;
  thread: Exclude<Task['thread'], 'task'>;
  requester: Task['requester'];
  repository: Task['repository'];
  /** What the issue or pull request said at that moment. */
  opening: Task['opening'];
  installation: number;
  /** Where the command stood: names what comes of it, so that nothing is done or said twice. */
  origin: Origin;
}

/** `at`: when the comment was last changed, or the button pressed. */
export type Origin =
  | { kind: 'comment' | 'review'; id: number; at: string }
  /** A button of a check run; by the id of its delivery, since GitHub gives a press no number. */
  | { kind: 'button'; id: string; at: string }
  /** A label on the issue; by the id of its delivery, too. */
  | { kind: 'label'; id: string; at: string };

export function repositoryOf({ repository }: RepositoryDelivery): Task['repository'] {
  return {
    id: repository.id,
    owner: repository.owner.login,
    name: repository.name,
    defaultBranch: repository.default_branch,
  };
}

/** Whoever caused the delivery, as far as it is about a comment in a conversation. */
export function askerOf(
  delivery: CommentDelivery | EditedDelivery,
  requester: Task['requester'],
  octokit: Octokit,
  context: AppContext,
): Asker {
  const { repository, issue, comment } = delivery;
  return {
    context,
    octokit,
    place: { owner: repository.owner.login, name: repository.name, issue: issue.number },
    thread: issue.pull_request ? 'pull-request' : 'issue',
    requester: { login: requester.login, id: requester.id },
    repository: repositoryOf(delivery),
    installation: delivery.installation.id,
    opening: openingOf(issue),
    origin: { kind: 'comment', id: comment.id, at: comment.updated_at },
  };
}

/** Why the requester may not give one of these commands; undefined when they may give them all. All or nothing, as with parsing. */
export async function refusalOf(
  { octokit, place, requester }: Asker,
  verbs: readonly Verb[],
): Promise<Reply | undefined> {
  return refusalFor(octokit, place, requester.login, verbs, await rulesOf(octokit, place));
}

/** Posts an answer to one command in the conversation, once. */
export async function answer(asker: Asker, index: number, reply: Reply): Promise<void> {
  const { context, octokit, place, origin } = asker;
  const id = `${origin.kind} ${origin.id}.${index}`;
  const target = `${place.owner}/${place.name}#${place.issue}`;
  const body = `${writeMarker({ kind: 'reply', run: id, target }, context.sign)}\n${replyText(reply, context.voice)}`;
  await ensureComment(octokit, place, context.redact(body), {
    botLogin: context.app.login,
    since: origin.at,
    isOurs: (text) => {
      const marker = readMarker(text, context.sign);
      return marker?.kind === 'reply' && marker.run === id && marker.target === target;
    },
  });
}
