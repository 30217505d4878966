/** Comments on issues and on the conversation of pull requests. */
import { z } from 'zod';
import { addComment, deleteComment, editComment } from '../acts/threads.ts';
import { acceptedPermissions, satisfies } from '../auth/access.ts';
import { type Answer, ApiError, created, forbidden, noContent, ok } from '../http/answers.ts';
import { bodyOf, type Call, type Route, repoOf } from '../http/call.ts';
import { paged } from '../http/paging.ts';
import { commentView } from '../views/posts.ts';
import { withRendered } from '../views/rendered.ts';
import type { Comment, Issue } from '../world.ts';
import { byOf, commentOf, issueOf, sortPosts } from './find.ts';
import { readThread, writeThread } from './issues.ts';

const text = z.object({ body: z.string() });

/** `pull_requests: write` suffices on pull requests only; a plain issue needs `issues: write`. */
function requireThread(call: Call, issue: Issue): void {
  const needs = issue.pull ? writeThread : writeThread.slice(0, 1);
  if (call.actor.kind === 'installation' && !satisfies(call.actor.permissions, needs))
    throw new ApiError(403, forbidden().message, undefined, {
      'x-accepted-github-permissions': acceptedPermissions(needs),
    });
}

const view = (call: Call, issue: Issue, comment: Comment) =>
  withRendered(call.world, call.accept, commentView(call.world, repoOf(call), issue, comment));

function list(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const issue = issueOf(call, repo);
  const since = call.query.get('since');
  const found = issue.comments.filter((it) => since === null || it.updatedAt >= since);
  return paged(call, found, (it) => view(call, issue, it));
}

function listAll(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const since = call.query.get('since');
  const found = [...repo.issues.values()]
    .flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })))
    .filter(({ comment }) => since === null || comment.updatedAt >= since);
  sortPosts(call, found);
  return paged(call, found, ({ issue, comment }) => view(call, issue, comment));
}

function create(call: Call): Answer {
  const issue = issueOf(call);
  requireThread(call, issue);
  if (issue.locked && call.actor.kind !== 'installation')
    throw new ApiError(403, 'Unable to create comment because issue is locked.');
  const comment = addComment(call, repoOf(call), issue, byOf(call), bodyOf(call, text).body);
  const answer = created(view(call, issue, comment));
  return { ...answer, headers: { location: view(call, issue, comment).url } };
}

function update(call: Call): Answer {
  const { issue, comment } = commentOf(call);
  requireThread(call, issue);
  editComment(call, repoOf(call), issue, comment, byOf(call), bodyOf(call, text).body);
  return ok(view(call, issue, comment));
}

function remove(call: Call): Answer {
  const { issue, comment } = commentOf(call);
  requireThread(call, issue);
  deleteComment(call, repoOf(call), issue, comment, byOf(call).account);
  return noContent();
}

const thread = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const all = '/repos/{owner}/{repo}/issues/comments';
const one = '/repos/{owner}/{repo}/issues/comments/{comment_id}';

export const commentRoutes: Route[] = [
  { method: 'GET', path: thread, access: { needs: readThread }, handle: list },
  { method: 'POST', path: thread, access: { needs: writeThread }, handle: create },
  { method: 'GET', path: all, access: { needs: readThread }, handle: listAll },
  {
    method: 'GET',
    path: one,
    access: { needs: readThread },
    handle: (call) => {
      const { issue, comment } = commentOf(call);
      return ok(view(call, issue, comment));
    },
  },
  { method: 'PATCH', path: one, access: { needs: writeThread }, handle: update },
  { method: 'DELETE', path: one, access: { needs: writeThread }, handle: remove },
];
