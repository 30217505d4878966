/** Opening and changing pull requests, with the refusals that GitHub documents. */
import { branchSha, isAncestor } from '../git/refs.ts';
import { invalid } from '../http/answers.ts';
import { findRepo } from '../lookup.ts';
import type { Issue, Pull, Repo } from '../world.ts';
import { markMerged, mergeCommit } from './merge.ts';
import { keepHead, moveRef } from './pushes.ts';
import type { By, Scene } from './scene.ts';
import { emitThread, newIssue } from './threads.ts';

export interface NewPull {
  title: string;
  /** `branch`, or `owner:branch` for a fork. */
  head: string;
  base: string;
  body?: string | null | undefined;
  draft?: boolean | undefined;
  maintainerCanModify?: boolean | undefined;
}

const fail = (field: string, code: string, message?: string) =>
  invalid({ resource: 'PullRequest', code, field, ...(message !== undefined && { message }) });

/** Throws 422 in GitHub's words when it would. */
export async function openPull(
  scene: Scene,
  repo: Repo,
  by: By,
  input: NewPull,
): Promise<Issue & { pull: Pull }> {
  const { headRepo, branch } = headOf(scene, repo, input.head);
  const headSha = headRepo && (await branchSha(headRepo.dir, branch));
  const baseSha = await branchSha(repo.dir, input.base);
  if (!headRepo || headSha === undefined) throw fail('head', 'invalid');
  if (baseSha === undefined) throw fail('base', 'invalid');
  const label = `${headRepo.owner.login}:${branch}`;
  if (openPulls(repo).some(({ pull }) => sameRange(pull, headRepo, branch, input.base)))
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: `A pull request already exists for ${label}.`,
    });
  if (input.draft === true && !repo.draftsSupported)
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: 'Draft pull requests are not supported in this repository.',
    });
  if (by.viaApp && headRepo !== repo && input.maintainerCanModify !== false)
    throw fail('fork_collab', 'invalid', "Fork collab can't be granted by someone without permission");
  if (headRepo === repo && (await isAncestor(repo.dir, headSha, baseSha)))
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: `No commits between ${input.base} and ${branch}`,
    });
  const issue = newIssue(scene, repo, by, input);
  const pull: Pull = {
    id: scene.world.id(),
    headRepo,
    headOwner: headRepo.owner,
    headRef: branch,
    headSha,
    baseRef: input.base,
    baseSha,
    draft: input.draft ?? false,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    maintainerCanModify: headRepo !== repo && (input.maintainerCanModify ?? true),
    requestedReviewers: [],
    reviews: [],
    comments: [],
    threads: [],
    mergeabilityAsked: false,
  };
  const opened = Object.assign(issue, { pull });
  await keepHead(repo, issue.number, headRepo, headSha);
  await emitThread(scene, repo, issue, 'opened', by.account);
  return opened;
}

function headOf(scene: Scene, repo: Repo, head: string): { headRepo: Repo | undefined; branch: string } {
  const [owner, ...rest] = head.split(':');
  if (rest.length === 0) return { headRepo: repo, branch: head };
  const branch = rest.join(':');
  if (owner?.toLowerCase() === repo.owner.login.toLowerCase()) return { headRepo: repo, branch };
  const fork = [...scene.world.repos.values()].find(
    (it) => it.parent === repo && it.owner.login.toLowerCase() === owner?.toLowerCase(),
  );
  return { headRepo: fork ?? findRepo(scene.world, owner ?? '', repo.name), branch };
}

function sameRange(pull: Pull, head: Repo, branch: string, base: string): boolean {
  return pull.headRepo === head && pull.headRef === branch && pull.baseRef === base;
}

/** Open pull requests of a repository. */
function openPulls(repo: Repo): (Issue & { pull: Pull })[] {
  return pullsOf(repo).filter((issue) => issue.state === 'open');
}

export function pullsOf(repo: Repo): (Issue & { pull: Pull })[] {
  return [...repo.issues.values()].filter((issue): issue is Issue & { pull: Pull } => issue.pull !== null);
}

/** Another base branch; tells with `changes.base`. */
export async function changeBase(scene: Scene, repo: Repo, issue: Issue, pull: Pull, by: By, base: string) {
  const sha = await branchSha(repo.dir, base);
  if (sha === undefined) throw fail('base', 'invalid');
  const changes = { base: { ref: { from: pull.baseRef }, sha: { from: pull.baseSha } } };
  pull.baseRef = base;
  pull.baseSha = sha;
  pull.mergeabilityAsked = false;
  await emitThread(scene, repo, issue, 'edited', by.account, { changes });
}

export async function setDraft(scene: Scene, repo: Repo, issue: Issue, pull: Pull, by: By, draft: boolean) {
  if (pull.draft === draft) return;
  pull.draft = draft;
  await emitThread(scene, repo, issue, draft ? 'converted_to_draft' : 'ready_for_review', by.account);
}

/** Merges with a merge commit, as the button does, and returns that commit. */
export async function mergePull(scene: Scene, repo: Repo, issue: Issue, pull: Pull, by: By): Promise<string> {
  const sha = await mergeCommit(repo, issue, pull, by.account);
  await markMerged(scene, repo, issue, pull, by.account, sha);
  await moveRef(scene, repo, by.account, `refs/heads/${pull.baseRef}`, sha);
  return sha;
}
