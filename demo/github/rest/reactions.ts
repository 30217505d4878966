/** Reactions on issues, their comments and review comments: the same three routes for each. */
import { z } from 'zod';
import { react } from '../acts/scene.ts';
import { type Answer, forbidden, noContent, notFound } from '../http/answers.ts';
import { accountOf, bodyOf, type Call, type Needs, numberOf, type Route } from '../http/call.ts';
import { paged } from '../http/paging.ts';
import { reactionView } from '../views/posts.ts';
import { type Post, reactionNames } from '../world.ts';
import { commentOf, inlineOf, issueOf } from './find.ts';
import { readThread, writeThread } from './issues.ts';

interface Place {
  path: string;
  find(call: Call): Post;
  read: Needs;
  write: Needs;
}

const places: Place[] = [
  {
    path: '/repos/{owner}/{repo}/issues/{issue_number}/reactions',
    find: (call) => issueOf(call),
    read: readThread,
    write: writeThread,
  },
  {
    path: '/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions',
    find: (call) => commentOf(call).comment,
    read: readThread,
    write: writeThread,
  },
  {
    path: '/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions',
    find: (call) => inlineOf(call).comment,
    read: [{ pull_requests: 'read' }],
    write: [{ pull_requests: 'write' }],
  },
];

function list(call: Call, post: Post): Promise<Answer> {
  const content = call.query.get('content');
  const found = post.reactions.filter((it) => content === null || it.content === content);
  return paged(call, found, (it) => reactionView(call.world, it));
}

function add(call: Call, post: Post): Answer {
  const { content } = bodyOf(call, z.object({ content: z.enum(reactionNames) }));
  const { reaction, isNew } = react(call.world, post, accountOf(call), content);
  return { status: isNew ? 201 : 200, body: reactionView(call.world, reaction) };
}

function remove(call: Call, post: Post): Answer {
  const found = post.reactions.find((it) => it.id === numberOf(call, 'reaction_id'));
  if (!found) throw notFound();
  if (found.user !== accountOf(call)) throw forbidden();
  post.reactions.splice(post.reactions.indexOf(found), 1);
  return noContent();
}

export const reactionRoutes: Route[] = places.flatMap(({ path, find, read, write }): Route[] => [
  { method: 'GET', path, access: { needs: read }, handle: (call) => list(call, find(call)) },
  { method: 'POST', path, access: { needs: write }, handle: (call) => add(call, find(call)) },
  {
    method: 'DELETE',
    path: `${path}/{reaction_id}`,
    access: { needs: write },
    handle: (call) => remove(call, find(call)),
  },
]);
