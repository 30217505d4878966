/** Pull requests, reviews and review comments as the REST API shows them. */
import type { PullFacts } from '../git/pull-facts.ts';
import { nodeId } from '../lookup.ts';
import type { Issue, Pull, Repo, Review, ReviewComment, World } from '../world.ts';
import { accountView } from './account.ts';
import { association, issuePage, issueUrl, labelView, reactionSummary } from './posts.ts';
import { repositoryUrl, repositoryView } from './repository.ts';

function pullUrl(world: World, repo: Repo, number: number): string {
  return `${repositoryUrl(world, repo)}/pulls/${number}`;
}

function links(world: World, repo: Repo, issue: Issue, headSha: string) {
  const url = pullUrl(world, repo, issue.number);
  return {
    self: { href: url },
    html: { href: issuePage(world, repo, issue) },
    issue: { href: issueUrl(world, repo, issue.number) },
    comments: { href: `${issueUrl(world, repo, issue.number)}/comments` },
    review_comments: { href: `${url}/comments` },
    review_comment: { href: `${repositoryUrl(world, repo)}/pulls/comments{/number}` },
    commits: { href: `${url}/commits` },
    statuses: { href: `${repositoryUrl(world, repo)}/statuses/${headSha}` },
  };
}

/** A pull request as lists show it. */
export function simplePullView(world: World, repo: Repo, issue: Issue, pull: Pull) {
  const url = pullUrl(world, repo, issue.number);
  const page = issuePage(world, repo, issue);
  const people = issue.assignees.map((it) => accountView(world, it));
  return {
    url,
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issueUrl(world, repo, issue.number),
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repositoryUrl(world, repo)}/pulls/comments{/number}`,
    comments_url: `${issueUrl(world, repo, issue.number)}/comments`,
    statuses_url: `${repositoryUrl(world, repo)}/statuses/${pull.headSha}`,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: accountView(world, issue.author),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: people[0] ?? null,
    assignees: people,
    requested_reviewers: pull.requestedReviewers.map((it) => accountView(world, it)),
    requested_teams: [],
    labels: issue.labels.map((label) => labelView(world, repo, label)),
    milestone: null,
    draft: pull.draft,
    head: {
      label: `${pull.headOwner.login}:${pull.headRef}`,
      ref: pull.headRef,
      sha: pull.headSha,
      user: accountView(world, pull.headOwner),
      repo: pull.headRepo && repositoryView(world, pull.headRepo),
    },
    base: {
      label: `${repo.owner.login}:${pull.baseRef}`,
      ref: pull.baseRef,
      sha: pull.baseSha,
      user: accountView(world, repo.owner),
      repo: repositoryView(world, repo),
    },
    _links: links(world, repo, issue, pull.headSha),
    author_association: association(repo, issue.author),
    auto_merge: null,
    active_lock_reason: null,
  };
}

/** `GET /pulls/{n}`: with everything that has to be computed from git. */
export function pullView(world: World, repo: Repo, issue: Issue, pull: Pull, facts: PullFacts) {
  return {
    ...simplePullView(world, repo, issue, pull),
    merged: pull.mergedAt !== null,
    mergeable: facts.mergeable,
    rebaseable: facts.mergeable,
    mergeable_state: facts.mergeableState,
    merged_by: pull.mergedBy && accountView(world, pull.mergedBy),
    comments: issue.comments.length,
    review_comments: pull.comments.length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: facts.commits,
    additions: facts.additions,
    deletions: facts.deletions,
    changed_files: facts.changedFiles,
  };
}

export function reviewView(world: World, repo: Repo, issue: Issue, review: Review) {
  const page = `${issuePage(world, repo, issue)}#pullrequestreview-${review.id}`;
  const url = pullUrl(world, repo, issue.number);
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: accountView(world, review.author),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: url,
    author_association: association(repo, review.author),
    _links: { html: { href: page }, pull_request: { href: url } },
    submitted_at: review.submittedAt,
    commit_id: review.commitId,
  };
}

export function reviewCommentView(world: World, repo: Repo, issue: Issue, comment: ReviewComment) {
  const url = `${repositoryUrl(world, repo)}/pulls/comments/${comment.id}`;
  const page = `${issuePage(world, repo, issue)}#discussion_r${comment.id}`;
  const pull = pullUrl(world, repo, issue.number);
  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: nodeId('PRRC', comment.id),
    diff_hunk: comment.diffHunk,
    path: comment.path,
    commit_id: comment.commitId,
    original_commit_id: comment.originalCommitId,
    user: accountView(world, comment.author),
    body: comment.body ?? '',
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: page,
    pull_request_url: pull,
    author_association: association(repo, comment.author),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pull } },
    reactions: reactionSummary(url, comment),
    start_line: comment.startLine,
    original_start_line: comment.originalStartLine,
    start_side: comment.startSide,
    line: comment.line,
    original_line: comment.originalLine,
    side: comment.side,
    ...(comment.replyTo !== null && { in_reply_to_id: comment.replyTo }),
    original_position: comment.originalPosition,
    position: comment.position,
    subject_type: comment.subject,
  };
}
