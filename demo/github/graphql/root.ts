/** The queries and mutations that REST does not offer: threads, hiding comments, draft and ready. */
import { setDraft } from '../acts/pulls.ts';
import { resolveThread } from '../acts/reviews.ts';
import { react, type Scene } from '../acts/scene.ts';
import { mayRead, reaches, satisfies } from '../auth/access.ts';
import type { Actor } from '../http/call.ts';
import { atLeast, findRepo, readNodeId, roleOf } from '../lookup.ts';
import type { Issue, Permissions, Post, Pull, ReactionName, Repo } from '../world.ts';
import { GraphFailure, type GraphObject } from './execute.ts';
import {
  commentObject,
  inlineObject,
  issueObject,
  pullObject,
  repositoryObject,
  threadObject,
} from './objects.ts';

type PullIssue = Issue & { pull: Pull };
type Args = Record<string, unknown>;

const classifiers = ['ABUSE', 'DUPLICATE', 'LOW_QUALITY', 'OFF_TOPIC', 'OUTDATED', 'RESOLVED', 'SPAM'];
const reactions: Record<string, ReactionName> = {
  THUMBS_UP: '+1',
  THUMBS_DOWN: '-1',
  LAUGH: 'laugh',
  CONFUSED: 'confused',
  HEART: 'heart',
  HOORAY: 'hooray',
  ROCKET: 'rocket',
  EYES: 'eyes',
};

/** What a node id points to. */
interface Found {
  repo: Repo;
  issue: Issue;
  /** The comment, review comment or issue itself. */
  post: Post;
  object: GraphObject;
}

function missing(id: unknown): GraphFailure {
  return new GraphFailure('NOT_FOUND', `Could not resolve to a node with the global id of '${String(id)}'`);
}

function findNode(scene: Scene, id: unknown): Found {
  const node = typeof id === 'string' ? readNodeId(id) : undefined;
  if (!node) throw missing(id);
  for (const repo of scene.world.repos.values())
    for (const issue of repo.issues.values()) {
      const found = inIssue(scene, repo, issue, node.kind, node.id);
      if (found) return { repo, issue, ...found };
    }
  throw missing(id);
}

function inIssue(scene: Scene, repo: Repo, issue: Issue, kind: string, id: number) {
  const { world } = scene;
  const { pull } = issue;
  if (kind === 'I' && issue.id === id) return { post: issue, object: issueObject(world, repo, issue) };
  if (kind === 'PR' && pull?.id === id)
    return { post: issue, object: pullObject(world, repo, Object.assign(issue, { pull })) };
  const comment = kind === 'IC' ? issue.comments.find((it) => it.id === id) : undefined;
  if (comment) return { post: comment, object: commentObject(comment) };
  const inline = kind === 'PRRC' ? pull?.comments.find((it) => it.id === id) : undefined;
  return inline && { post: inline, object: inlineObject(inline) };
}

function findThread(scene: Scene, id: unknown) {
  const node = typeof id === 'string' ? readNodeId(id) : undefined;
  for (const repo of scene.world.repos.values())
    for (const issue of repo.issues.values()) {
      const thread = node?.kind === 'PRRT' ? issue.pull?.threads.find((it) => it.id === node.id) : undefined;
      if (issue.pull && thread) return { repo, issue: Object.assign(issue, { pull: issue.pull }), thread };
    }
  throw missing(id);
}

function asPull(found: Found): PullIssue {
  if (!found.issue.pull) throw missing(found.issue.id);
  return Object.assign(found.issue, { pull: found.issue.pull });
}

/** Throws FORBIDDEN in GitHub's words when the token may not write there. */
function mustWrite(actor: Actor, repo: Repo, needs: Permissions[]): void {
  const allowed =
    actor.kind === 'installation'
      ? reaches(actor, repo) && satisfies(actor.permissions, needs)
      : actor.kind === 'user' && atLeast(roleOf(repo, actor.user.login), 'write');
  if (!allowed) throw new GraphFailure('FORBIDDEN', 'Resource not accessible by integration');
}

function inputOf({ input }: Args): Args {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

const payload = (type: string, fields: GraphObject['fields']): GraphObject => ({
  type: `${type}Payload`,
  fields,
});

export function queryRoot(scene: Scene, actor: Actor): GraphObject {
  const login = actor.kind === 'user' ? actor.user.login : scene.world.app.bot.login;
  const readable = (repo: Repo | undefined) => {
    if (repo && mayRead(actor, repo)) return repo;
    throw new GraphFailure('NOT_FOUND', 'Could not resolve to a Repository with that name.');
  };
  return {
    type: 'Query',
    fields: {
      viewer: { type: 'User', fields: { login } },
      repository: ({ owner, name }) =>
        repositoryObject(scene.world, readable(findRepo(scene.world, String(owner), String(name)))),
      node({ id }) {
        const found = findNode(scene, id);
        readable(found.repo);
        return found.object;
      },
    },
  };
}

const pullsWrite: Permissions[] = [{ pull_requests: 'write' }];
const threadWrite: Permissions[] = [{ issues: 'write' }, { pull_requests: 'write' }];

export function mutationRoot(scene: Scene, actor: Actor): GraphObject {
  const account = actor.kind === 'user' ? actor.user : scene.world.app.bot;
  const by = { account, viaApp: actor.kind === 'installation' };

  function resolveOrNot(resolved: boolean) {
    return (args: Args) => {
      const { repo, issue, thread } = findThread(scene, inputOf(args).threadId);
      mustWrite(actor, repo, [{ pull_requests: 'write', contents: 'write' }]);
      resolveThread(scene, repo, issue, thread.root, account, resolved);
      const type = resolved ? 'ResolveReviewThread' : 'UnresolveReviewThread';
      return payload(type, { thread: threadObject(issue.pull, thread) });
    };
  }

  function draftOrReady(draft: boolean) {
    return async (args: Args) => {
      const found = findNode(scene, inputOf(args).pullRequestId);
      const issue = asPull(found);
      mustWrite(actor, found.repo, pullsWrite);
      if (draft && !found.repo.draftsSupported)
        throw new GraphFailure('UNPROCESSABLE', 'Draft pull requests are not supported in this repository.');
      await setDraft(scene, found.repo, issue, issue.pull, by, draft);
      const type = draft ? 'ConvertPullRequestToDraft' : 'MarkPullRequestReadyForReview';
      return payload(type, { pullRequest: pullObject(scene.world, found.repo, issue) });
    };
  }

  function minimize(type: string, reasonOf: (input: Args) => string | null) {
    return (args: Args) => {
      const input = inputOf(args);
      const { repo, post } = findNode(scene, input.subjectId);
      mustWrite(actor, repo, threadWrite);
      post.minimized = reasonOf(input);
      const isMinimized = post.minimized !== null;
      const minimizedReason = post.minimized?.toLowerCase() ?? null;
      const name = type === 'MinimizeComment' ? 'minimizedComment' : 'unminimizedComment';
      return payload(type, { [name]: { type: 'IssueComment', fields: { isMinimized, minimizedReason } } });
    };
  }

  return {
    type: 'Mutation',
    fields: {
      resolveReviewThread: resolveOrNot(true),
      unresolveReviewThread: resolveOrNot(false),
      markPullRequestReadyForReview: draftOrReady(false),
      convertPullRequestToDraft: draftOrReady(true),
      minimizeComment: minimize('MinimizeComment', ({ classifier }) => {
        if (typeof classifier === 'string' && classifiers.includes(classifier)) return classifier;
        throw new GraphFailure('UNPROCESSABLE', `'${String(classifier)}' is no ReportedContentClassifiers`);
      }),
      unminimizeComment: minimize('UnminimizeComment', () => null),
      addReaction(args) {
        const input = inputOf(args);
        const { repo, post } = findNode(scene, input.subjectId);
        mustWrite(actor, repo, threadWrite);
        const content = reactions[String(input.content)];
        if (!content)
          throw new GraphFailure('UNPROCESSABLE', `'${String(input.content)}' is no ReactionContent`);
        react(scene.world, post, account, content);
        return payload('AddReaction', {
          reaction: { type: 'Reaction', fields: { content: String(input.content) } },
        });
      },
    },
  };
}
