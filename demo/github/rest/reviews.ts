/** Reviews, inline comments and replies in their threads. */
import { z } from 'zod';
import { addInline, deleteInline, editInline, replyInline, submitReview } from '../acts/reviews.ts';
import { type Answer, created, noContent, notFound, ok } from '../http/answers.ts';
import { bodyOf, type Call, numberOf, type Route, repoOf } from '../http/call.ts';
import { paged } from '../http/paging.ts';
import { reviewCommentView, reviewView } from '../views/pull.ts';
import { byOf, inlineOf, pullOf, sortPosts } from './find.ts';

const inline = z.object({
  path: z.string(),
  body: z.string(),
  line: z.number().optional(),
  side: z.string().optional(),
  start_line: z.number().optional(),
  start_side: z.string().optional(),
  position: z.number().optional(),
  subject_type: z.enum(['line', 'file']).optional(),
});

const newReview = z.object({
  event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']),
  body: z.string().optional(),
  commit_id: z.string().optional(),
  comments: z.array(inline).optional(),
});

const newInline = inline.extend({ commit_id: z.string().optional(), in_reply_to: z.number().optional() });
const text = z.object({ body: z.string() });

function placed(input: z.infer<typeof inline>) {
  const { start_line: startLine, start_side: startSide, subject_type: subject, ...rest } = input;
  return { ...rest, startLine, startSide, subject };
}

function list(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  return paged(call, issue.pull.reviews, (it) => reviewView(call.world, repo, issue, it));
}

async function create(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const { commit_id: commitId, comments, ...input } = bodyOf(call, newReview);
  const by = byOf(call);
  const review = await submitReview(call, repo, issue, by, {
    ...input,
    commitId,
    comments: comments?.map(placed),
  });
  return ok(reviewView(call.world, repo, issue, review));
}

function reviewOf(call: Call) {
  const issue = pullOf(call);
  const review = issue.pull.reviews.find((it) => it.id === numberOf(call, 'review_id'));
  if (!review) throw notFound();
  return { issue, review };
}

/** GitHub's listing by review leaves out the lines that the other listings carry. */
function listOfReview(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const { issue, review } = reviewOf(call);
  const found = issue.pull.comments.filter((it) => it.reviewId === review.id);
  return paged(call, found, (it) => reviewCommentView(call.world, repo, issue, it));
}

function listInline(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const since = call.query.get('since');
  const found = issue.pull.comments.filter((it) => since === null || it.updatedAt >= since);
  return paged(call, found, (it) => reviewCommentView(call.world, repo, issue, it));
}

function listAllInline(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const since = call.query.get('since');
  const found = [...repo.issues.values()]
    .flatMap((issue) => (issue.pull ? [Object.assign(issue, { pull: issue.pull })] : []))
    .flatMap((issue) => issue.pull.comments.map((comment) => ({ issue, comment })))
    .filter(({ comment }) => since === null || comment.updatedAt >= since);
  sortPosts(call, found);
  return paged(call, found, ({ issue, comment }) => reviewCommentView(call.world, repo, issue, comment));
}

async function createInline(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const { commit_id: commitId, in_reply_to: replyTo, ...input } = bodyOf(call, newInline);
  if (replyTo !== undefined) return reply(call, replyTo);
  const comment = await addInline(call, repo, issue, byOf(call), { ...placed(input), commitId });
  return created(reviewCommentView(call.world, repo, issue, comment));
}

function reply(call: Call, to: number): Answer {
  const repo = repoOf(call);
  const issue = pullOf(call, repo);
  const root = issue.pull.comments.find((it) => it.id === to);
  if (!root) throw notFound();
  const made = replyInline(call, repo, issue, byOf(call), root, bodyOf(call, text).body);
  return created(reviewCommentView(call.world, repo, issue, made));
}

const read = { needs: [{ pull_requests: 'read' as const }] };
const write = { needs: [{ pull_requests: 'write' as const }] };
const pull = '/repos/{owner}/{repo}/pulls/{pull_number}';
const one = '/repos/{owner}/{repo}/pulls/comments/{comment_id}';

export const reviewRoutes: Route[] = [
  { method: 'GET', path: `${pull}/reviews`, access: read, handle: list },
  { method: 'POST', path: `${pull}/reviews`, access: write, handle: create },
  {
    method: 'GET',
    path: `${pull}/reviews/{review_id}`,
    access: read,
    handle: (call) => {
      const { issue, review } = reviewOf(call);
      return ok(reviewView(call.world, repoOf(call), issue, review));
    },
  },
  { method: 'GET', path: `${pull}/reviews/{review_id}/comments`, access: read, handle: listOfReview },
  { method: 'GET', path: `${pull}/comments`, access: read, handle: listInline },
  { method: 'GET', path: '/repos/{owner}/{repo}/pulls/comments', access: read, handle: listAllInline },
  { method: 'POST', path: `${pull}/comments`, access: write, handle: createInline },
  {
    method: 'POST',
    path: `${pull}/comments/{comment_id}/replies`,
    access: write,
    handle: (call) => reply(call, numberOf(call, 'comment_id')),
  },
  {
    method: 'GET',
    path: one,
    access: read,
    handle: (call) => {
      const { issue, comment } = inlineOf(call);
      return ok(reviewCommentView(call.world, repoOf(call), issue, comment));
    },
  },
  {
    method: 'PATCH',
    path: one,
    access: write,
    handle: (call) => {
      const { issue, comment } = inlineOf(call);
      editInline(call, repoOf(call), issue, comment, byOf(call), bodyOf(call, text).body);
      return ok(reviewCommentView(call.world, repoOf(call), issue, comment));
    },
  },
  {
    method: 'DELETE',
    path: one,
    access: write,
    handle: (call) => {
      const { issue, comment } = inlineOf(call);
      deleteInline(call, repoOf(call), issue, comment, byOf(call).account);
      return noContent();
    },
  },
];
