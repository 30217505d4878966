/** What people and the App do on an issue (or the conversation of a pull request). */
import { pullFacts } from '../git/pull-facts.ts';
import { ApiError, invalid } from '../http/answers.ts';
import { accountView } from '../views/account.ts';
import { commentView, issueView, labelView } from '../views/posts.ts';
import { pullView } from '../views/pull.ts';
import type { Account, Comment, Issue, Label, Repo } from '../world.ts';
import { type By, editPost, newPost, type Scene } from './scene.ts';

/** Comments, issues and pull requests hold this many characters. */
const longestBody = 65_536;

export function checkBody(body: string | null | undefined, resource: string): void {
  if (body && [...body].length > longestBody)
    throw invalid({
      resource,
      code: 'custom',
      field: 'body',
      message: `body is too long (maximum is ${longestBody} characters)`,
    });
}

function checkTitle(title: string, resource: string): void {
  if (title.trim() === '') throw invalid({ resource, code: 'missing_field', field: 'title' });
  if (title.length > 256)
    throw invalid({
      resource,
      code: 'custom',
      field: 'title',
      message: 'title is too long (maximum is 256 characters)',
    });
}

export interface NewIssue {
  title: string;
  body?: string | null | undefined;
  labels?: string[] | undefined;
  assignees?: Account[] | undefined;
}

export function newIssue(scene: Scene, repo: Repo, by: By, input: NewIssue): Issue {
  checkTitle(input.title, 'Issue');
  checkBody(input.body, 'Issue');
  repo.lastNumber += 1;
  const issue: Issue = {
    ...newPost(scene.world, by, input.body ?? null),
    number: repo.lastNumber,
    title: input.title,
    state: 'open',
    stateReason: null,
    labels: (input.labels ?? []).map((name) => labelNamed(scene, repo, name)),
    assignees: input.assignees ?? [],
    locked: false,
    closedAt: null,
    closedBy: null,
    comments: [],
    pull: null,
  };
  repo.issues.set(issue.number, issue);
  return issue;
}

export function openIssue(scene: Scene, repo: Repo, by: By, input: NewIssue): Issue {
  const issue = newIssue(scene, repo, by, input);
  emitIssue(scene, repo, issue, 'opened', by.account);
  return issue;
}

/** Tells about an issue; for a pull request the event is `pull_request`. */
export async function emitThread(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  action: string,
  sender: Account,
  fields: Record<string, unknown> = {},
): Promise<void> {
  if (!issue.pull) {
    emitIssue(scene, repo, issue, action, sender, fields);
    return;
  }
  if (!scene.hooks.wanted(repo, 'pull_request')) return;
  const view = pullView(scene.world, repo, issue, issue.pull, await pullFacts(repo, issue, issue.pull));
  const all = { number: issue.number, pull_request: view, ...fields };
  scene.hooks.emit({ event: 'pull_request', action, repo, sender, fields: all });
}

function emitIssue(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  action: string,
  sender: Account,
  fields: Record<string, unknown> = {},
): void {
  const all = { issue: issueView(scene.world, repo, issue), ...fields };
  scene.hooks.emit({ event: 'issues', action, repo, sender, fields: all });
}

export async function editIssue(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  by: By,
  change: { title?: string | undefined; body?: string | null | undefined },
): Promise<void> {
  const changes: Record<string, { from: string }> = {};
  const resource = issue.pull ? 'PullRequest' : 'Issue';
  if (change.title !== undefined && change.title !== issue.title) {
    checkTitle(change.title, resource);
    changes.title = { from: issue.title };
    issue.title = change.title;
  }
  if (change.body !== undefined && (change.body ?? '') !== (issue.body ?? '')) {
    checkBody(change.body, resource);
    changes.body = { from: editPost(scene.world, issue, by, change.body ?? '') };
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = scene.world.now();
  await emitThread(scene, repo, issue, 'edited', by.account, { changes });
}

export async function closeThread(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  by: Account,
  reason: Issue['stateReason'] = 'completed',
): Promise<void> {
  if (issue.state === 'closed') return;
  issue.state = 'closed';
  issue.stateReason = issue.pull ? null : reason;
  issue.closedAt = scene.world.now();
  issue.closedBy = by;
  issue.updatedAt = issue.closedAt;
  await emitThread(scene, repo, issue, 'closed', by);
}

export async function reopenThread(scene: Scene, repo: Repo, issue: Issue, by: Account): Promise<void> {
  if (issue.state === 'open') return;
  if (issue.pull?.mergedAt)
    throw new ApiError(422, 'Validation Failed', [
      { resource: 'PullRequest', code: 'invalid', field: 'state', message: 'state cannot be changed.' },
    ]);
  issue.state = 'open';
  issue.stateReason = issue.pull ? null : 'reopened';
  issue.closedAt = null;
  issue.closedBy = null;
  issue.updatedAt = scene.world.now();
  await emitThread(scene, repo, issue, 'reopened', by);
}

export async function lockThread(scene: Scene, repo: Repo, issue: Issue, by: Account): Promise<void> {
  issue.locked = true;
  await emitThread(scene, repo, issue, 'locked', by);
}

/** Only issues can be deleted, not pull requests. */
export function deleteIssue(scene: Scene, repo: Repo, issue: Issue, by: Account): void {
  repo.issues.delete(issue.number);
  emitIssue(scene, repo, issue, 'deleted', by);
}

export function addComment(scene: Scene, repo: Repo, issue: Issue, by: By, body: string): Comment {
  if (body.trim() === '') throw invalid({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
  checkBody(body, 'IssueComment');
  const comment = { ...newPost(scene.world, by, body), issue: issue.number };
  issue.comments.push(comment);
  issue.updatedAt = comment.createdAt;
  emitComment(scene, repo, issue, comment, 'created', by.account);
  return comment;
}

export function editComment(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  comment: Comment,
  by: By,
  body: string,
): void {
  if (body.trim() === '') throw invalid({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
  checkBody(body, 'IssueComment');
  if (body === comment.body) return;
  const from = editPost(scene.world, comment, by, body);
  emitComment(scene, repo, issue, comment, 'edited', by.account, { changes: { body: { from } } });
}

export function deleteComment(scene: Scene, repo: Repo, issue: Issue, comment: Comment, by: Account): void {
  issue.comments.splice(issue.comments.indexOf(comment), 1);
  emitComment(scene, repo, issue, comment, 'deleted', by);
}

function emitComment(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  comment: Comment,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  const fields = {
    issue: issueView(scene.world, repo, issue),
    comment: commentView(scene.world, repo, issue, comment),
    ...more,
  };
  scene.hooks.emit({ event: 'issue_comment', action, repo, sender, fields });
}

/** The repository's label of that name; GitHub creates an unknown one on use. */
function labelNamed(scene: Scene, repo: Repo, name: string): Label {
  const known = repo.labels.get(name.toLowerCase());
  if (known) return known;
  if (name.length > 50)
    throw invalid({
      resource: 'Label',
      code: 'custom',
      field: 'name',
      message: 'name is too long (maximum is 50 characters)',
    });
  const label = { id: scene.world.id(), name, color: 'ededed', description: null };
  repo.labels.set(name.toLowerCase(), label);
  return label;
}

export async function addLabels(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  by: Account,
  names: string[],
): Promise<void> {
  for (const name of names) {
    const label = labelNamed(scene, repo, name);
    if (issue.labels.includes(label)) continue;
    issue.labels.push(label);
    await emitThread(scene, repo, issue, 'labeled', by, { label: labelView(scene.world, repo, label) });
  }
}

export async function removeLabel(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  by: Account,
  name: string,
): Promise<void> {
  const label = issue.labels.find((it) => it.name.toLowerCase() === name.toLowerCase());
  if (!label) throw new ApiError(404, 'Label does not exist');
  issue.labels.splice(issue.labels.indexOf(label), 1);
  await emitThread(scene, repo, issue, 'unlabeled', by, { label: labelView(scene.world, repo, label) });
}

export async function assign(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  by: Account,
  who: Account[],
): Promise<void> {
  for (const account of who.filter((it) => !issue.assignees.includes(it)).slice(0, 10)) {
    issue.assignees.push(account);
    await emitThread(scene, repo, issue, 'assigned', by, { assignee: accountView(scene.world, account) });
  }
}

export async function unassign(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  by: Account,
  who: Account[],
): Promise<void> {
  for (const account of who.filter((it) => issue.assignees.includes(it))) {
    issue.assignees.splice(issue.assignees.indexOf(account), 1);
    await emitThread(scene, repo, issue, 'unassigned', by, { assignee: accountView(scene.world, account) });
  }
}
