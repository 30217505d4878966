/** The things that a path names; 404 when there is none. */
import type { By } from '../acts/scene.ts';
import { commitSha } from '../git/refs.ts';
import { ApiError, invalid, notFound } from '../http/answers.ts';
import { accountOf, type Call, numberOf, repoOf, viaApp } from '../http/call.ts';
import { findAccount } from '../lookup.ts';
import type { Account, Comment, Issue, Post, Pull, Repo, ReviewComment } from '../world.ts';

export function byOf(call: Call): By {
  return { account: accountOf(call), viaApp: viaApp(call) };
}

export function issueOf(call: Call, repo: Repo = repoOf(call)): Issue {
  const number = numberOf(call, 'issue_number');
  const issue = repo.issues.get(number);
  if (!issue && number >= 1 && number <= repo.lastNumber) throw new ApiError(410, 'This issue was deleted');
  if (!issue) throw notFound();
  return issue;
}

export function pullOf(call: Call, repo: Repo = repoOf(call)): Issue & { pull: Pull } {
  const issue = repo.issues.get(numberOf(call, 'pull_number'));
  if (!issue?.pull) throw notFound();
  return Object.assign(issue, { pull: issue.pull });
}

export function commentOf(call: Call, repo: Repo = repoOf(call)): { issue: Issue; comment: Comment } {
  const id = numberOf(call, 'comment_id');
  for (const issue of repo.issues.values())
    for (const comment of issue.comments) if (comment.id === id) return { issue, comment };
  throw notFound();
}

export function inlineOf(
  call: Call,
  repo: Repo = repoOf(call),
): { issue: Issue & { pull: Pull }; comment: ReviewComment } {
  const id = numberOf(call, 'comment_id');
  for (const issue of repo.issues.values())
    for (const comment of issue.pull?.comments ?? [])
      if (issue.pull && comment.id === id)
        return { issue: Object.assign(issue, { pull: issue.pull }), comment };
  throw notFound();
}

/** Sorts a list of a whole repository in place as its query asks: by making, unless it says `updated`. */
export function sortPosts(call: Call, found: { comment: Post }[]): void {
  const key = call.query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const up = call.query.get('direction') === 'desc' ? -1 : 1;
  found.sort((a, b) => up * (a.comment[key].localeCompare(b.comment[key]) || a.comment.id - b.comment.id));
}

export function accountsNamed(call: Call, logins: readonly string[], resource: string): Account[] {
  return logins.map((login) => {
    const account = findAccount(call.world, login);
    if (!account) throw invalid({ resource, code: 'invalid', field: 'assignees', value: login });
    return account;
  });
}

/** The commit that a ref in a path or query names; GitHub answers 422 for one it cannot find. */
export async function shaOf(repo: Repo, ref: string): Promise<string> {
  const sha = await commitSha(repo.dir, ref);
  if (sha === undefined) throw new ApiError(422, `No commit found for SHA: ${ref}`);
  return sha;
}

/** GitHub answers 409 for git data of a repository without commits. */
export function refuseEmptyRepository(found: string | undefined): string {
  if (found === undefined) throw new ApiError(409, 'Git Repository is empty.');
  return found;
}
