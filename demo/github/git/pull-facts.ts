/** What a pull request's git history says: commits, size, mergeability. Nothing of it is stored. */
import type { Issue, Pull, Repo } from '../world.ts';
import { type GitCommit, readCommits } from './commits.ts';
import { diffFiles, type FileDiff, mergeBase, mergesCleanly } from './diff.ts';
import { branchSha } from './refs.ts';

export interface PullFacts {
  commits: number;
  additions: number;
  deletions: number;
  changedFiles: number;
  mergeable: boolean | null;
  mergeableState: string;
}

export interface Range {
  from: string;
  to: string;
}

/** The two ends of a pull request's diff (three dots): the merge base and the head. */
export async function pullRange(repo: Repo, pull: Pull): Promise<Range> {
  const tip = pull.mergedAt === null ? await branchSha(repo.dir, pull.baseRef) : undefined;
  const base = tip ?? pull.baseSha;
  return { from: (await mergeBase(repo.dir, base, pull.headSha)) ?? base, to: pull.headSha };
}

/** Oldest first, as GitHub lists them. */
export async function pullCommits(repo: Repo, pull: Pull, range?: Range): Promise<GitCommit[]> {
  const { from, to } = range ?? (await pullRange(repo, pull));
  return readCommits(repo.dir, ['--reverse', '--topo-order', `${from}..${to}`]);
}

export async function pullFiles(repo: Repo, pull: Pull, range?: Range): Promise<FileDiff[]> {
  const { from, to } = range ?? (await pullRange(repo, pull));
  return diffFiles(repo.dir, from, to);
}

/**
 * The numbers of `GET /pulls/{n}`. GitHub computes mergeability in the background, so it is null until somebody asked
 * once after the last change.
 */
export async function pullFacts(repo: Repo, issue: Issue, pull: Pull): Promise<PullFacts> {
  const range = await pullRange(repo, pull);
  const [commits, files] = await Promise.all([pullCommits(repo, pull, range), pullFiles(repo, pull, range)]);
  const known = pull.mergeabilityAsked && issue.state === 'open';
  const mergeable = known ? await mergesCleanly(repo.dir, `refs/heads/${pull.baseRef}`, pull.headSha) : null;
  return {
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: files.length,
    mergeable,
    mergeableState: stateOf(repo, pull, mergeable),
  };
}

function stateOf(repo: Repo, pull: Pull, mergeable: boolean | null): string {
  if (mergeable === null) return 'unknown';
  if (!mergeable) return 'dirty';
  if (pull.draft) return 'draft';
  const runs = [...repo.checkRuns.values()].filter((run) => run.headSha === pull.headSha);
  const good = (conclusion: string | null) =>
    conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped';
  return runs.every((run) => good(run.conclusion)) ? 'clean' : 'unstable';
}
