/** Reviews, inline comments, replies and threads. */
import { findLine, hunkLines } from '../git/hunks.ts';
import { pullFiles } from '../git/pull-facts.ts';
import { ApiError, invalid } from '../http/answers.ts';
import { nodeId } from '../lookup.ts';
import { reviewCommentView, reviewView, simplePullView } from '../views/pull.ts';
import type { Account, Issue, Pull, Repo, Review, ReviewComment } from '../world.ts';
import { type By, editPost, newPost, type Scene } from './scene.ts';
import { checkBody } from './threads.ts';

export interface NewInline {
  path: string;
  body: string;
  line?: number | undefined;
  side?: string | undefined;
  startLine?: number | undefined;
  startSide?: string | undefined;
  /** The old way to name a line: its place below the first hunk header. */
  position?: number | undefined;
  subject?: 'line' | 'file' | undefined;
}

export type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';

export interface NewReview {
  event: ReviewEvent;
  body?: string | undefined;
  comments?: NewInline[] | undefined;
  commitId?: string | undefined;
}

const states = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

type PullIssue = Issue & { pull: Pull };

/** One review: `pull_request_review.submitted` once, and `pull_request_review_comment.created` for each inline comment. */
export async function submitReview(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  by: By,
  input: NewReview,
): Promise<Review> {
  try {
    checkBody(input.body, 'PullRequestReview');
  } catch (error) {
    inSentences(error);
  }
  const inline = input.comments ?? [];
  if (input.event !== 'COMMENT' && by.account === issue.author) {
    const verb = input.event === 'APPROVE' ? 'approve' : 'request changes on';
    throw new ApiError(422, `Unprocessable Entity: Can not ${verb} your own pull request`);
  }
  if (input.event !== 'APPROVE' && !input.body && inline.length === 0)
    throw new ApiError(422, 'Unprocessable Entity: body or comments required');
  const review: Review = {
    id: scene.world.id(),
    author: by.account,
    body: input.body ?? '',
    state: states[input.event],
    commitId: input.commitId ?? issue.pull.headSha,
    submittedAt: scene.world.now(),
  };
  const comments: ReviewComment[] = [];
  for (const item of inline)
    comments.push(await placed(scene, repo, issue, by, review, item).catch(inSentences));
  issue.pull.reviews.push(review);
  for (const comment of comments) addThread(scene, issue.pull, comment);
  emitReview(scene, repo, issue, review, by.account);
  for (const comment of comments) emitInline(scene, repo, issue, comment, 'created', by.account);
  return review;
}

/** A single inline comment; GitHub wraps it in a review of its own. */
export async function addInline(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  by: By,
  input: NewInline & { commitId?: string | undefined },
): Promise<ReviewComment> {
  const review = emptyReview(scene, issue.pull, by);
  const comment = await placed(scene, repo, issue, by, review, input);
  issue.pull.reviews.push(review);
  addThread(scene, issue.pull, comment);
  emitReview(scene, repo, issue, review, by.account);
  emitInline(scene, repo, issue, comment, 'created', by.account);
  return comment;
}

/** A reply in the thread of a top-level comment; GitHub refuses replies to replies. */
export function replyInline(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  by: By,
  root: ReviewComment,
  body: string,
): ReviewComment {
  if (root.replyTo !== null)
    throw invalid({ resource: 'PullRequestReviewComment', code: 'invalid', field: 'in_reply_to' });
  checkBody(body, 'PullRequestReviewComment');
  const review = emptyReview(scene, issue.pull, by);
  const reply: ReviewComment = {
    ...root,
    ...newPost(scene.world, by, body),
    reviewId: review.id,
    replyTo: root.id,
  };
  issue.pull.reviews.push(review);
  issue.pull.comments.push(reply);
  emitReview(scene, repo, issue, review, by.account);
  emitInline(scene, repo, issue, reply, 'created', by.account);
  return reply;
}

export function editInline(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  comment: ReviewComment,
  by: By,
  body: string,
) {
  checkBody(body, 'PullRequestReviewComment');
  const from = editPost(scene.world, comment, by, body);
  emitInline(scene, repo, issue, comment, 'edited', by.account, { changes: { body: { from } } });
}

export function deleteInline(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  comment: ReviewComment,
  by: Account,
) {
  issue.pull.comments.splice(issue.pull.comments.indexOf(comment), 1);
  emitInline(scene, repo, issue, comment, 'deleted', by);
}

/** Resolves or unresolves a thread; `by` null unresolves for nobody in particular. */
export function resolveThread(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  rootId: number,
  by: Account,
  resolved: boolean,
): void {
  const thread = issue.pull.threads.find((it) => it.root === rootId);
  if (!thread || (thread.resolvedBy !== null) === resolved) return;
  thread.resolvedBy = resolved ? by.login : null;
  const comments = issue.pull.comments
    .filter((it) => it.id === rootId || it.replyTo === rootId)
    .map((it) => reviewCommentView(scene.world, repo, issue, it));
  const fields = {
    pull_request: simplePullView(scene.world, repo, issue, issue.pull),
    thread: { node_id: nodeId('PRRT', thread.id), comments },
  };
  const action = resolved ? 'resolved' : 'unresolved';
  scene.hooks.emit({ event: 'pull_request_review_thread', action, repo, sender: by, fields });
}

/** Reviews answer 422 with plain sentences where single comments name fields. */
function inSentences(error: unknown): never {
  if (!(error instanceof ApiError) || error.errors === undefined) throw error;
  const sentences = error.errors.map((it) => (typeof it === 'string' ? it : (it.message ?? it.code)));
  throw new ApiError(422, 'Unprocessable Entity', sentences);
}

function emptyReview(scene: Scene, pull: Pull, by: By): Review {
  return {
    id: scene.world.id(),
    author: by.account,
    body: '',
    state: 'COMMENTED',
    commitId: pull.headSha,
    submittedAt: scene.world.now(),
  };
}

/** Puts an inline comment on its line, or refuses as GitHub does when the line is not part of the diff. */
async function placed(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  by: By,
  review: Review,
  input: NewInline,
): Promise<ReviewComment> {
  checkBody(input.body, 'PullRequestReviewComment');
  const refuse = (field: string, message: string) =>
    invalid({ resource: 'PullRequestReviewComment', code: 'custom', field, message });
  const file = (await pullFiles(repo, issue.pull)).find((it) => it.filename === input.path);
  if (!file) throw refuse('pull_request_review_thread.path', 'pull_request_review_thread.path is invalid');
  const side = input.side === 'LEFT' ? 'LEFT' : 'RIGHT';
  const patch = file.patch ?? '';
  const byPosition = hunkLines(patch).find((it) => it.position === input.position);
  const line = input.line ?? (byPosition && (side === 'LEFT' ? byPosition.left : byPosition.right)) ?? null;
  const found = line === null ? undefined : findLine(patch, side, line);
  if (input.subject !== 'file' && !found)
    throw refuse(
      'pull_request_review_thread.line',
      'pull_request_review_thread.line must be part of the diff',
    );
  const startSide = input.startSide === 'LEFT' ? 'LEFT' : 'RIGHT';
  const startLine = input.startLine ?? null;
  if (startLine !== null && (line === null || startLine >= line || !findLine(patch, startSide, startLine)))
    throw refuse(
      'pull_request_review_thread.start_line',
      'pull_request_review_thread.start_line must precede the end line and be part of the diff',
    );
  return {
    ...newPost(scene.world, by, input.body),
    reviewId: review.id,
    pull: issue.number,
    path: input.path,
    side,
    line,
    startLine,
    startSide: startLine === null ? null : startSide,
    subject: input.subject ?? 'line',
    originalLine: line,
    originalStartLine: startLine,
    position: found?.position ?? 1,
    originalPosition: found?.position ?? 1,
    diffHunk: found?.hunk ?? '',
    commitId: review.commitId,
    originalCommitId: review.commitId,
    replyTo: null,
  };
}

function addThread(scene: Scene, pull: Pull, root: ReviewComment): void {
  pull.comments.push(root);
  pull.threads.push({ id: scene.world.id(), root: root.id, resolvedBy: null });
}

function emitReview(scene: Scene, repo: Repo, issue: PullIssue, review: Review, sender: Account): void {
  const view = reviewView(scene.world, repo, issue, review);
  const fields = {
    // Webhooks write the state in small letters and an empty body as null, the REST API does neither.
    review: { ...view, state: review.state.toLowerCase(), body: review.body === '' ? null : review.body },
    pull_request: simplePullView(scene.world, repo, issue, issue.pull),
  };
  scene.hooks.emit({ event: 'pull_request_review', action: 'submitted', repo, sender, fields });
}

function emitInline(
  scene: Scene,
  repo: Repo,
  issue: PullIssue,
  comment: ReviewComment,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  const fields = {
    comment: reviewCommentView(scene.world, repo, issue, comment),
    pull_request: simplePullView(scene.world, repo, issue, issue.pull),
    ...more,
  };
  scene.hooks.emit({ event: 'pull_request_review_comment', action, repo, sender, fields });
}
