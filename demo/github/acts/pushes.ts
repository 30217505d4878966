/** What follows when a ref moved, whoever moved it: pull requests, closing keywords and events. */
import { type GitCommit, readCommits } from '../git/commits.ts';
import { diffFiles, emptyTree } from '../git/diff.ts';
import { git } from '../git/git.ts';
import { findLine } from '../git/hunks.ts';
import { shiftedLine } from '../git/line-shift.ts';
import { pullFiles } from '../git/pull-facts.ts';
import { branchSha, isAncestor, zeros } from '../git/refs.ts';
import { accountByEmail } from '../views/git.ts';
import { repositoryPage, repositoryUrl, repositoryView } from '../views/repository.ts';
import type { Account, Pull, Repo, World } from '../world.ts';
import { closedByKeywords } from './keywords.ts';
import { markMerged } from './merge.ts';
import type { Scene } from './scene.ts';
import { closeThread, emitThread } from './threads.ts';

export interface RefChange {
  /** Full name, `refs/heads/main`. */
  ref: string;
  before: string;
  after: string;
}

/** Emits push, create and delete; synchronises pull requests; closes issues named on the default branch. */
export async function refMoved(scene: Scene, repo: Repo, pusher: Account, change: RefChange): Promise<void> {
  const { ref, before, after } = change;
  repo.pushedAt = scene.world.now();
  repo.updatedAt = repo.pushedAt;
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (before === zeros || after === zeros) emitCreateOrDelete(scene, repo, pusher, change);
  if (branch === undefined) return;
  const commits = await newCommits(repo, change);
  await emitPush(scene, repo, pusher, change, commits);
  await updatePulls(scene, repo, pusher, branch, change);
  if (branch === repo.defaultBranch)
    for (const commit of commits)
      for (const issue of closedByKeywords(repo, commit.message))
        await closeThread(scene, repo, issue, pusher);
}

/** Oldest first; what the branch did not have before. */
async function newCommits(repo: Repo, { ref, before, after }: RefChange): Promise<GitCommit[]> {
  if (after === zeros) return [];
  const range =
    before === zeros ? [after, '--not', `--exclude=${ref}`, '--glob=refs/heads'] : [`${before}..${after}`];
  return readCommits(repo.dir, ['--reverse', ...range]);
}

async function updatePulls(
  scene: Scene,
  repo: Repo,
  pusher: Account,
  branch: string,
  { before, after }: RefChange,
): Promise<void> {
  for (const base of scene.world.repos.values())
    for (const issue of base.issues.values()) {
      const { pull } = issue;
      if (!pull || issue.state !== 'open') continue;
      if (pull.headRepo === repo && pull.headRef === branch) {
        if (after === zeros) {
          await closeThread(scene, base, issue, pusher);
          continue;
        }
        pull.headSha = after;
        pull.mergeabilityAsked = false;
        await keepHead(base, issue.number, repo, after);
        await moveComments(base, pull, before, after);
        issue.updatedAt = scene.world.now();
        await emitThread(scene, base, issue, 'synchronize', pusher, { before, after });
      }
      if (base === repo && pull.baseRef === branch && after !== zeros) {
        pull.mergeabilityAsked = false;
        // A pull request whose head arrives on its base by a push counts as merged.
        if (await isAncestor(repo.dir, pull.headSha, after))
          await markMerged(scene, repo, issue, pull, pusher, after);
      }
    }
}

/** `refs/pull/N/head` keeps a pull request's commits reachable in the base repository, also those of forks. */
export async function keepHead(base: Repo, number: number, head: Repo, sha: string): Promise<void> {
  const ref = `refs/pull/${number}/head`;
  if (head !== base) await git(base.dir, ['fetch', '--quiet', head.dir, sha]);
  await git(base.dir, ['update-ref', ref, sha]);
}

/** Inline comments follow their line; when it was changed they become outdated and lose it. */
async function moveComments(base: Repo, pull: Pull, before: string, after: string): Promise<void> {
  const files = pull.comments.length > 0 ? await pullFiles(base, pull) : [];
  for (const comment of pull.comments) {
    comment.commitId = after;
    if (comment.line === null || comment.side === 'LEFT') continue;
    comment.line = await shiftedLine(base.dir, before, after, comment.path, comment.line);
    const patch = files.find((it) => it.filename === comment.path)?.patch ?? '';
    const found = comment.line === null ? undefined : findLine(patch, 'RIGHT', comment.line);
    comment.position = found?.position ?? null;
    if (!found) comment.line = null;
    if (comment.startLine === null) continue;
    comment.startLine = found
      ? await shiftedLine(base.dir, before, after, comment.path, comment.startLine)
      : null;
  }
}

function emitCreateOrDelete(scene: Scene, repo: Repo, sender: Account, { ref, after }: RefChange): void {
  const type = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  if (!/^refs\/(heads|tags)\//.test(ref)) return;
  const fields = { ref: ref.replace(/^refs\/(heads|tags)\//, ''), ref_type: type, pusher_type: 'user' };
  const more = { master_branch: repo.defaultBranch, description: repo.description };
  if (after === zeros) scene.hooks.emit({ event: 'delete', action: null, repo, sender, fields });
  else scene.hooks.emit({ event: 'create', action: null, repo, sender, fields: { ...fields, ...more } });
}

async function emitPush(
  scene: Scene,
  repo: Repo,
  sender: Account,
  change: RefChange,
  commits: GitCommit[],
): Promise<void> {
  const { world } = scene;
  if (!scene.hooks.wanted(repo, 'push')) return;
  const { ref, before, after } = change;
  const page = repositoryPage(world, repo);
  const views = await Promise.all(commits.map((commit) => pushedCommit(world, repo, commit)));
  const forced = before !== zeros && after !== zeros && !(await isAncestor(repo.dir, before, after));
  const fields = {
    ref,
    before,
    after,
    repository: pushRepository(world, repo),
    pusher: { name: sender.login, email: sender.email },
    created: before === zeros,
    deleted: after === zeros,
    forced,
    base_ref: null,
    compare: before === zeros ? `${page}/compare/${after}` : `${page}/compare/${before}...${after}`,
    commits: views.slice(0, 2048),
    head_commit: views.at(-1) ?? (await headCommit(world, repo, after)),
  };
  scene.hooks.emit({ event: 'push', action: null, repo, sender, fields });
}

async function headCommit(world: World, repo: Repo, sha: string) {
  const [commit] = sha === zeros ? [] : await readCommits(repo.dir, ['-1', sha]);
  return commit ? pushedCommit(world, repo, commit) : null;
}

async function pushedCommit(world: World, repo: Repo, commit: GitCommit) {
  const files = await diffFiles(repo.dir, commit.parents[0] ?? emptyTree, commit.sha);
  const named = (status: string) => files.filter((it) => it.status === status).map((it) => it.filename);
  const person = ({ name, email }: { name: string; email: string }) => {
    const username = accountByEmail(world, email)?.login;
    return { name, email, ...(username !== undefined && { username }) };
  };
  const moved = files.filter((it) => it.status === 'renamed');
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${repositoryPage(world, repo)}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    added: [...named('added'), ...moved.map((it) => it.filename)],
    removed: [...named('removed'), ...moved.map((it) => it.previous ?? '')],
    modified: [...named('modified'), ...named('changed')],
  };
}

/** Push payloads give times as Unix seconds and name the owner in two more fields. */
function pushRepository(world: World, repo: Repo) {
  const view = repositoryView(world, repo);
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
  return {
    ...view,
    url: repositoryUrl(world, repo),
    owner: { ...view.owner, name: repo.owner.login, email: repo.owner.email },
    created_at: seconds(repo.createdAt),
    pushed_at: seconds(repo.pushedAt),
    stargazers: 0,
    master_branch: repo.defaultBranch,
  };
}

/** Moves a ref inside the repository (API, merge, driver) and tells. `after` of zeros deletes it. */
export async function moveRef(
  scene: Scene,
  repo: Repo,
  pusher: Account,
  ref: string,
  after: string,
): Promise<void> {
  const short = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const before = (short === undefined ? undefined : await branchSha(repo.dir, short)) ?? zeros;
  if (after === zeros) await git(repo.dir, ['update-ref', '-d', ref]);
  else await git(repo.dir, ['update-ref', ref, after]);
  if (before !== after) await refMoved(scene, repo, pusher, { ref, before, after });
}
