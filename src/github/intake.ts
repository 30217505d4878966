/** A delivery becomes runs, answers or refusals. Every command that a person gave ends in something that they can see. */
import { repositoryOf } from './asker.ts';
import type { Octokit } from './client.ts';
import { statusOf } from './client.ts';
import { isClosedPlace } from './closed-place.ts';
import type { AppContext } from './context.ts';
import { type Delivery, deliverySchema, threadOf } from './delivery.ts';
import { takeInButton } from './intake-button.ts';
import { takeInClosed, takeInDeleted } from './intake-closed.ts';
import { takeInComment } from './intake-comment.ts';
import { takeInEdited } from './intake-edited.ts';
import { takeInReview } from './intake-review.ts';
import { checkSettings } from './settings-check.ts';
import { tendSettingsIssue } from './settings-issue.ts';

/** Handles a stored delivery. Repeatable at any point: what was done before is found again and not done twice. */
export async function takeIn(guid: string, context: AppContext): Promise<void> {
  const stored = await context.store.delivery(guid);
  if (!stored) return;
  const delivery = deliverySchema.parse(stored.payload);
  const octokit = await context.octokit(delivery.installation.id);
  try {
    await handle(delivery, guid, octokit, context);
  } catch (error) {
    if (statusOf(error) === 404 && (await isGone(delivery, octokit))) {
      context.log.info({ guid, repository: delivery.repository.id }, 'deleted before it was taken in');
      return;
    }
    // An archived or locked place takes no answer; the log is then the only place left to say it.
    if (statusOf(error) !== 403 || !(await isClosed(delivery, octokit))) throw error;
    context.log.warn(
      { guid, repository: delivery.repository.id, issue: threadOf(delivery) },
      'refused: archived or locked, and GitHub takes no answer there',
    );
  }
}

function handle(delivery: Delivery, guid: string, octokit: Octokit, context: AppContext): Promise<void> {
  switch (delivery.kind) {
    case 'comment':
      return takeInComment(delivery, octokit, context);
    case 'review':
      return takeInReview(delivery, octokit, context);
    case 'edited':
      return takeInEdited(delivery, octokit, context);
    case 'deleted':
      return takeInDeleted(delivery, octokit, context);
    case 'closed':
      return takeInClosed(delivery, octokit, context);
    case 'button':
      return takeInButton(delivery, guid, octokit, context);
    case 'head':
      return checkSettings(repositoryOf(delivery), delivery.pull_request.number, octokit, context);
    case 'settings':
      return tendSettingsIssue(octokit, repositoryOf(delivery), context);
  }
}

/** Whoever deletes a comment right after writing it waits for no answer to it. */
async function isGone(delivery: Delivery, octokit: Octokit): Promise<boolean> {
  if (delivery.kind !== 'comment' && delivery.kind !== 'edited') return false;
  try {
    await octokit.request('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: delivery.repository.owner.login,
      repo: delivery.repository.name,
      comment_id: delivery.comment.id,
    });
    return false;
  } catch (error) {
    return statusOf(error) === 404;
  }
}

function isClosed(delivery: Delivery, octokit: Octokit): Promise<boolean> {
  const { name: repo, owner } = delivery.repository;
  return isClosedPlace(octokit, { owner: owner.login, repo }, threadOf(delivery));
}
