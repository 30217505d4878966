/** A delivery becomes runs, answers or refusals. Every command that a person gave ends in something that they can see. */
import { deferral } from '../runs/ending.ts';
import { Gone, Paused } from '../runs/outcome.ts';
import { answer, askerOf, repositoryOf } from './asker.ts';
import type { Octokit } from './client.ts';
import { statusOf } from './client.ts';
import { isClosedPlace } from './closed-place.ts';
import type { AppContext } from './context.ts';
import { deliverySchema, type RepositoryDelivery, type SettingsDelivery, threadOf } from './delivery.ts';
import { enqueueDelivery } from './enqueue.ts';
import { takeInButton } from './intake-button.ts';
import { takeInClosed, takeInDeleted } from './intake-closed.ts';
import { takeInComment } from './intake-comment.ts';
import { passOver, takeInDue } from './intake-due.ts';
import { takeInEdited } from './intake-edited.ts';
import { suspend, takeInInstallation, uninstall } from './intake-installation.ts';
import { takeInLabel } from './intake-label.ts';
import { takeInRerun } from './intake-rerun.ts';
import { takeInReview } from './intake-review.ts';
import { learnSchedules } from './schedules.ts';
import { checkSettings } from './settings-check.ts';
import { readSettingsFile } from './settings-file.ts';
import { tendSettingsIssue } from './settings-issue.ts';

/**
 * Handles a stored delivery. Repeatable at any point: what was done before is found again and not done twice. A suspended
 * installation keeps its deliveries for later, and GitHub's limits put them off.
 */
export async function takeIn(guid: string, context: AppContext): Promise<void> {
  const stored = await context.store.delivery(guid);
  if (!stored) return;
  const delivery = deliverySchema.parse(stored.payload);
  const { id } = delivery.installation;
  try {
    if (delivery.kind === 'installation') await takeInInstallation(delivery, context);
    else if (await context.installations.isSuspended(id)) return;
    else await onRepository(guid, delivery, context);
  } catch (error) {
    if (error instanceof Paused) return suspend(id, context);
    const wait = deferral(error, context.now());
    if (wait) {
      context.log.warn({ guid, seconds: wait.seconds }, 'delivery deferred');
      return enqueueDelivery(context.queue, { guid }, wait.seconds);
    }
    if (!(error instanceof Gone)) throw error;
    return uninstall(id, '', context);
  }
  await context.store.settle(guid);
}

/** After a day of failures: whoever asked should not wait any longer. */
export async function giveUp(guid: string, context: AppContext): Promise<void> {
  const stored = await context.store.delivery(guid);
  if (!stored) return;
  const delivery = deliverySchema.parse(stored.payload);
  if (delivery.kind === 'comment') {
    const octokit = await context.octokit(delivery.installation.id);
    const asker = askerOf(delivery, delivery.comment.user, octokit, context);
    const markdown = `Something went wrong inside the bot, so this was not started; please ask again. For whoever runs the bot: delivery \`${guid}\`.`;
    await answer(asker, 2_000, { kind: 'own-text', markdown });
  }
  if (delivery.kind === 'due') await passOver(delivery, 'GitHub could not be asked about it', context);
  await context.store.settle(guid);
}

async function onRepository(guid: string, delivery: RepositoryDelivery, context: AppContext): Promise<void> {
  const octokit = await context.octokit(delivery.installation.id);
  try {
    await handle(delivery, guid, octokit, context);
  } catch (error) {
    const where = { guid, repository: delivery.repository.id, issue: threadOf(delivery) };
    if (statusOf(error) === 404 && (await isGone(delivery, octokit))) {
      context.log.info(where, 'deleted before it was taken in');
      return;
    }
    // An archived or locked place takes no answer; the log is then the only place left to say it.
    if (statusOf(error) !== 403 || !(await isClosed(delivery, octokit))) throw error;
    context.log.warn(where, 'refused: archived or locked, and GitHub takes no answer there');
  }
}

function handle(
  delivery: RepositoryDelivery,
  guid: string,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
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
    case 'rerun':
      return takeInRerun(delivery, guid, octokit, context);
    case 'label':
      return takeInLabel(delivery, guid, octokit, context);
    case 'head':
      return checkSettings(repositoryOf(delivery), delivery.pull_request.number, octokit, context);
    case 'settings':
      return tendSettings(octokit, delivery, context);
    case 'due':
      return takeInDue(delivery, octokit, context);
  }
}

/** The settings changed: what they say of tasks is learnt, and the issue about mistakes brought up to date. */
async function tendSettings(
  octokit: Octokit,
  delivery: SettingsDelivery,
  context: AppContext,
): Promise<void> {
  const repository = repositoryOf(delivery);
  const file = await readSettingsFile(octokit, repository);
  await learnSchedules(repository, delivery.installation.id, file, context);
  await tendSettingsIssue(octokit, repository, context, { file });
}

/** Whoever deletes a comment right after writing it waits for no answer to it. */
async function isGone(delivery: RepositoryDelivery, octokit: Octokit): Promise<boolean> {
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

function isClosed(delivery: RepositoryDelivery, octokit: Octokit): Promise<boolean> {
  const { name: repo, owner } = delivery.repository;
  return isClosedPlace(octokit, { owner: owner.login, repo }, threadOf(delivery));
}
