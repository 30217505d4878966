/** Issues, their comments, labels and reactions as the REST API shows them. */
import { nodeId } from '../lookup.ts';
import {
  type Account,
  type Comment,
  type Issue,
  type Label,
  type Post,
  type Reaction,
  type Repo,
  reactionNames,
  type World,
} from '../world.ts';
import { accountView, appView } from './account.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';

/** GitHub computes this for display only; it is no authorisation signal. */
export function association(repo: Repo, account: Account): string {
  if (repo.owner === account) return 'OWNER';
  const role = repo.roles.get(account.login.toLowerCase());
  if (role === undefined || role === 'none') return 'NONE';
  return repo.owner.type === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
}

export function reactionSummary(url: string, post: Post) {
  const counts = reactionNames.map((name) => [
    name,
    post.reactions.filter((it) => it.content === name).length,
  ]);
  return {
    url: `${url}/reactions`,
    total_count: post.reactions.length,
    ...Object.fromEntries(counts),
  };
}

export function reactionView(world: World, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: nodeId('REA', reaction.id),
    user: accountView(world, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

export function labelView(world: World, repo: Repo, label: Label) {
  return {
    id: label.id,
    node_id: nodeId('LA', label.id),
    url: `${repositoryUrl(world, repo)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

export function issueUrl(world: World, repo: Repo, number: number): string {
  return `${repositoryUrl(world, repo)}/issues/${number}`;
}

export function issuePage(world: World, repo: Repo, issue: Issue): string {
  return `${repositoryPage(world, repo)}/${issue.pull ? 'pull' : 'issues'}/${issue.number}`;
}

/** Where the pull request part of an issue points to. */
function pullLinks(world: World, repo: Repo, issue: Issue) {
  const page = issuePage(world, repo, issue);
  return {
    url: `${repositoryUrl(world, repo)}/pulls/${issue.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: issue.pull?.mergedAt ?? null,
  };
}

export function issueView(world: World, repo: Repo, issue: Issue) {
  const url = issueUrl(world, repo, issue.number);
  const people = issue.assignees.map((it) => accountView(world, it));
  return {
    url,
    repository_url: repositoryUrl(world, repo),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issuePage(world, repo, issue),
    id: issue.id,
    node_id: nodeId('I', issue.id),
    number: issue.number,
    title: issue.title,
    user: accountView(world, issue.author),
    labels: issue.labels.map((label) => labelView(world, repo, label)),
    state: issue.state,
    locked: issue.locked,
    assignee: people[0] ?? null,
    assignees: people,
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: association(repo, issue.author),
    active_lock_reason: null,
    ...(issue.pull && { draft: issue.pull.draft, pull_request: pullLinks(world, repo, issue) }),
    body: issue.body,
    reactions: reactionSummary(url, issue),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: issue.viaApp ? appView(world, world.app) : null,
    state_reason: issue.stateReason,
  };
}

/** `GET /issues/{n}` adds who closed it. */
export function fullIssueView(world: World, repo: Repo, issue: Issue) {
  return {
    ...issueView(world, repo, issue),
    closed_by: issue.closedBy && accountView(world, issue.closedBy),
  };
}

export function commentView(world: World, repo: Repo, issue: Issue, comment: Comment) {
  const url = `${repositoryUrl(world, repo)}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${issuePage(world, repo, issue)}#issuecomment-${comment.id}`,
    issue_url: issueUrl(world, repo, issue.number),
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    user: accountView(world, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body ?? '',
    author_association: association(repo, comment.author),
    reactions: reactionSummary(url, comment),
    performed_via_github_app: comment.viaApp ? appView(world, world.app) : null,
  };
}
