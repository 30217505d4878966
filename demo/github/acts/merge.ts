/** Merging a pull request: what GitHub's button does, and what a merge causes. */

import { writeCommit } from '../git/commits.ts';
import { git } from '../git/git.ts';
import { branchSha } from '../git/refs.ts';
import { ApiError } from '../http/answers.ts';
import type { Account, Issue, Pull, Repo } from '../world.ts';
import { closedByKeywords } from './keywords.ts';
import type { Scene } from './scene.ts';
import { closeThread, emitThread } from './threads.ts';

/** Marks as merged, tells, and closes the issues that the body names when the base is the default branch. */
export async function markMerged(
  scene: Scene,
  repo: Repo,
  issue: Issue,
  pull: Pull,
  by: Account,
  mergeSha: string,
): Promise<void> {
  const now = scene.world.now();
  pull.mergedAt = now;
  pull.mergedBy = by;
  pull.mergeCommitSha = mergeSha;
  issue.state = 'closed';
  issue.closedAt = now;
  issue.closedBy = by;
  issue.updatedAt = now;
  await emitThread(scene, repo, issue, 'closed', by);
  if (pull.baseRef !== repo.defaultBranch) return;
  for (const closed of closedByKeywords(repo, issue.body)) await closeThread(scene, repo, closed, by);
}

/** Writes the merge commit of a pull request; no ref moves. Throws 405 on a conflict, as GitHub's merge does. */
export async function mergeCommit(repo: Repo, issue: Issue, pull: Pull, by: Account): Promise<string> {
  if (issue.state !== 'open' || pull.draft) throw new ApiError(405, 'Pull Request is not mergeable');
  const base = await branchSha(repo.dir, pull.baseRef);
  if (base === undefined) throw new ApiError(404, 'Base does not exist');
  const tree = await git(repo.dir, ['merge-tree', '--write-tree', '--no-messages', base, pull.headSha]).catch(
    () => {
      throw new ApiError(405, 'Pull Request is not mergeable');
    },
  );
  return writeCommit(repo.dir, {
    tree,
    parents: [base, pull.headSha],
    message: `Merge pull request #${issue.number} from ${pull.headOwner.login}/${pull.headRef}\n\n${issue.title}`,
    author: { name: by.name ?? by.login, email: by.email },
  });
}
