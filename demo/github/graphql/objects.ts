/** The GraphQL types the App reads: pull requests, review threads, comments. */

import { nodeId } from '../lookup.ts';
import { issuePage } from '../views/posts.ts';
import type { Account, Comment, Issue, Post, Pull, Repo, ReviewComment, Thread, World } from '../world.ts';
import { GraphFailure, type GraphObject } from './execute.ts';

type PullIssue = Issue & { pull: Pull };

/** A connection with `nodes`, `totalCount` and `pageInfo`; the cursor is the place in the list. */
function connection(type: string, all: GraphObject[]) {
  return (args: Record<string, unknown>): GraphObject => {
    const { first, last, after } = args;
    if (typeof first !== 'number' && typeof last !== 'number')
      throw new GraphFailure(
        'UNPROCESSABLE',
        'You must provide a `first` or `last` value to properly paginate the connection.',
      );
    const size = Math.min(100, Number(first ?? last));
    const start =
      typeof after === 'string'
        ? Number(after)
        : typeof last === 'number'
          ? Math.max(0, all.length - size)
          : 0;
    const end = Math.min(all.length, start + size);
    const pageInfo: GraphObject = {
      type: 'PageInfo',
      fields: { hasNextPage: end < all.length, endCursor: end > start ? String(end) : null },
    };
    return {
      type: `${type}Connection`,
      fields: { nodes: all.slice(start, end), totalCount: all.length, pageInfo },
    };
  };
}

function actor(account: Account): GraphObject {
  const login = account.login.replace(/\[bot\]$/, '');
  return { type: account.type, fields: { login } };
}

/** Whoever edited last; null for what was never edited. */
function editor(it: Post): GraphObject | null {
  const last = it.edits.at(-1);
  return last ? actor(last.by) : null;
}

function post(it: Post) {
  return {
    databaseId: it.id,
    body: it.body ?? '',
    createdAt: it.createdAt,
    lastEditedAt: it.edits.at(-1)?.at ?? null,
    editor: editor(it),
    author: actor(it.author),
    isMinimized: it.minimized !== null,
    minimizedReason: it.minimized?.toLowerCase() ?? null,
  };
}

export function commentObject(comment: Comment): GraphObject {
  return { type: 'IssueComment', fields: { id: nodeId('IC', comment.id), ...post(comment) } };
}

export function inlineObject(comment: ReviewComment): GraphObject {
  const { path, line, diffHunk } = comment;
  return {
    type: 'PullRequestReviewComment',
    fields: { id: nodeId('PRRC', comment.id), ...post(comment), path, line, diffHunk },
  };
}

export function threadObject(pull: Pull, thread: Thread): GraphObject {
  const comments = pull.comments.filter((it) => it.id === thread.root || it.replyTo === thread.root);
  const root = comments[0];
  return {
    type: 'PullRequestReviewThread',
    fields: {
      id: nodeId('PRRT', thread.id),
      isResolved: thread.resolvedBy !== null,
      isOutdated: root?.line === null && root.subject === 'line',
      path: root?.path ?? '',
      line: root?.line ?? null,
      resolvedBy: thread.resolvedBy === null ? null : { type: 'User', fields: { login: thread.resolvedBy } },
      comments: connection('PullRequestReviewComment', comments.map(inlineObject)),
    },
  };
}

export function pullObject(world: World, repo: Repo, issue: PullIssue): GraphObject {
  const { pull } = issue;
  return {
    type: 'PullRequest',
    fields: {
      lastEditedAt: issue.edits.at(-1)?.at ?? null,
      author: actor(issue.author),
      id: nodeId('PR', pull.id),
      databaseId: pull.id,
      number: issue.number,
      title: issue.title,
      body: issue.body ?? '',
      url: issuePage(world, repo, issue),
      state: pull.mergedAt === null ? issue.state.toUpperCase() : 'MERGED',
      isDraft: pull.draft,
      headRefOid: pull.headSha,
      headRefName: pull.headRef,
      baseRefName: pull.baseRef,
      reviewThreads: connection(
        'PullRequestReviewThread',
        pull.threads.map((it) => threadObject(pull, it)),
      ),
      comments: connection('IssueComment', issue.comments.map(commentObject)),
    },
  };
}

/** Changes of the title do not count as edits. */
export function issueObject(world: World, repo: Repo, issue: Issue): GraphObject {
  return {
    type: 'Issue',
    fields: {
      lastEditedAt: issue.edits.at(-1)?.at ?? null,
      author: actor(issue.author),
      id: nodeId('I', issue.id),
      number: issue.number,
      title: issue.title,
      body: issue.body ?? '',
      url: issuePage(world, repo, issue),
      state: issue.state.toUpperCase(),
      comments: connection('IssueComment', issue.comments.map(commentObject)),
    },
  };
}

export function repositoryObject(world: World, repo: Repo): GraphObject {
  const numbered = (args: Record<string, unknown>) => {
    const found = repo.issues.get(Number(args.number));
    if (found) return found;
    throw new GraphFailure(
      'NOT_FOUND',
      `Could not resolve to an Issue or PullRequest with the number of ${args.number}.`,
    );
  };
  return {
    type: 'Repository',
    fields: {
      id: nodeId('R', repo.id),
      name: repo.name,
      isPrivate: repo.private,
      isArchived: repo.archived,
      pullRequest(args) {
        const issue = numbered(args);
        if (!issue.pull)
          throw new GraphFailure(
            'NOT_FOUND',
            `Could not resolve to a PullRequest with the number of ${args.number}.`,
          );
        return pullObject(world, repo, Object.assign(issue, { pull: issue.pull }));
      },
      issue: (args) => issueObject(world, repo, numbered(args)),
      issueOrPullRequest(args) {
        const issue = numbered(args);
        const { pull } = issue;
        return pull
          ? pullObject(world, repo, Object.assign(issue, { pull }))
          : issueObject(world, repo, issue);
      },
    },
  };
}
