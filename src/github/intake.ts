/** A delivery becomes runs, answers or refusals. Every command that a person gave ends in something that they can see. */
import type { Octokit } from './client.ts';
import { statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { type Delivery, deliverySchema } from './delivery.ts';
import { takeInComment } from './intake-comment.ts';
import { takeInReview } from './intake-review.ts';

/** Handles a stored delivery. Repeatable at any point: what was done before is found again and not done twice. */
export async function takeIn(guid: string, context: AppContext): Promise<void> {
  const stored = await context.store.delivery(guid);
  if (!stored) return;
  const delivery = deliverySchema.parse(stored.payload);
  const octokit = await context.octokit(delivery.installation.id);
  try {
    if (delivery.kind === 'comment') await takeInComment(delivery, octokit, context);
    else await takeInReview(delivery, octokit, context);
  } catch (error) {
    // An archived or locked place takes no answer; the log is then the only place left to say it.
    if (statusOf(error) !== 403 || !(await isClosedPlace(delivery, octokit))) throw error;
    context.log.warn(
      { guid, repository: delivery.repository.id, issue: numberOf(delivery) },
      'refused: archived or locked, and GitHub takes no answer there',
    );
  }
}

function numberOf(delivery: Delivery): number {
  return delivery.kind === 'comment' ? delivery.issue.number : delivery.pull_request.number;
}

/** Asked anew: the payload tells how things were when the comment was written. */
async function isClosedPlace(delivery: Delivery, octokit: Octokit): Promise<boolean> {
  const { name: repo, owner } = delivery.repository;
  const place = { owner: owner.login, repo };
  const { data: repository } = await octokit.request('GET /repos/{owner}/{repo}', place);
  if (repository.archived) return true;
  const { data: issue } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    ...place,
    issue_number: numberOf(delivery),
  });
  return issue.locked === true;
}
