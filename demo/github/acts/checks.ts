/** Check runs, ours and those of a CI system, commit statuses, and their events. */
import { readCommit } from '../git/commits.ts';
import { listRefs } from '../git/refs.ts';
import { checkRunView, checkSuiteView, statusView } from '../views/check.ts';
import { commitView } from '../views/git.ts';
import { repositoryUrl } from '../views/repository.ts';
import type { Account, CheckRun, CommitStatus, Repo } from '../world.ts';
import type { Scene } from './scene.ts';

export interface NewCheckRun {
  name: string;
  sha: string;
  /** Who made it: the App under test, or the CI system that everybody has. */
  by: 'app' | 'ci';
}

export function newCheckRun(scene: Scene, repo: Repo, { name, sha, by }: NewCheckRun): CheckRun {
  const sibling = [...repo.checkRuns.values()].find((it) => it.headSha === sha && it.by === by);
  const run: CheckRun = {
    id: scene.world.id(),
    suiteId: sibling?.suiteId ?? scene.world.id(),
    by,
    name,
    headSha: sha,
    status: 'queued',
    conclusion: null,
    startedAt: scene.world.now(),
    completedAt: null,
    externalId: null,
    detailsUrl: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  };
  repo.checkRuns.set(run.id, run);
  return run;
}

export async function emitCheckRun(
  scene: Scene,
  repo: Repo,
  run: CheckRun,
  action: 'created' | 'completed' | 'rerequested' | 'requested_action',
  sender: Account,
  more: Record<string, unknown> = {},
): Promise<void> {
  const view = checkRunView(scene.world, repo, run);
  const suite = checkSuiteView(scene.world, repo, run, await branchAt(repo, run.headSha));
  const fields = { check_run: { ...view, check_suite: suite }, ...more };
  scene.hooks.emit({ event: 'check_run', action, repo, sender, fields });
}

/** The branch whose tip is the commit; checks on other commits name none. */
async function branchAt(repo: Repo, sha: string): Promise<string | null> {
  const found = (await listRefs(repo.dir, 'refs/heads/')).find((it) => it.sha === sha);
  return found ? found.name.replace('refs/heads/', '') : null;
}

/** A run of the CI system from queued to its conclusion: `check_run.created`, `.completed` and `check_suite.completed`. */
export async function runCi(
  scene: Scene,
  repo: Repo,
  name: string,
  sha: string,
  conclusion: 'success' | 'failure',
): Promise<CheckRun> {
  const run = newCheckRun(scene, repo, { name, sha, by: 'ci' });
  await emitCheckRun(scene, repo, run, 'created', repo.owner);
  Object.assign(run, { status: 'completed', conclusion, completedAt: scene.world.now() });
  await emitCheckRun(scene, repo, run, 'completed', repo.owner);
  await emitCheckSuite(scene, repo, run, 'completed', repo.owner);
  return run;
}

/** Of the suite that the check run belongs to. */
async function emitCheckSuite(
  scene: Scene,
  repo: Repo,
  run: CheckRun,
  action: 'completed' | 'rerequested',
  sender: Account,
): Promise<void> {
  const commit = await readCommit(repo.dir, run.headSha);
  const suite = {
    ...checkSuiteView(scene.world, repo, run, await branchAt(repo, run.headSha)),
    latest_check_runs_count: newestOfEachName(runsOfSuite(repo, run.suiteId)).length,
    check_runs_url: `${repositoryUrl(scene.world, repo)}/check-suites/${run.suiteId}/check-runs`,
    head_commit: commit && {
      id: commit.sha,
      tree_id: commit.tree,
      message: commit.message,
      timestamp: commit.committer.date,
      author: { name: commit.author.name, email: commit.author.email },
      committer: { name: commit.committer.name, email: commit.committer.email },
    },
  };
  scene.hooks.emit({ event: 'check_suite', action, repo, sender, fields: { check_suite: suite } });
}

/** The newest first. */
export function runsOfSuite(repo: Repo, suite: number): CheckRun[] {
  return [...repo.checkRuns.values()].filter((it) => it.suiteId === suite).reverse();
}

/** Expects the newest first. Names of different Apps are different names. */
export function newestOfEachName(runs: readonly CheckRun[]): CheckRun[] {
  const seen = new Set<string>();
  return runs.filter(({ by, name }) => {
    const key = `${by} ${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** "Re-run all checks" on a commit. Each App hears of its own suite only, and only that it was pressed. */
export async function rerunAll(scene: Scene, repo: Repo, sha: string, by: Account): Promise<void> {
  const run = [...repo.checkRuns.values()].find((it) => it.headSha === sha && it.by === 'app');
  if (!run) throw new Error(`the App has no check run on ${sha}`);
  await emitCheckSuite(scene, repo, run, 'rerequested', by);
}

/** Somebody presses a button that the App put on its check run. */
export function pressCheckButton(scene: Scene, repo: Repo, run: CheckRun, by: Account, identifier: string) {
  if (!run.actions.some((it) => it.identifier === identifier))
    throw new Error(`check run ${run.id} has no button '${identifier}'`);
  return emitCheckRun(scene, repo, run, 'requested_action', by, { requested_action: { identifier } });
}

/** A third party's commit status, with the `status` event. */
export async function setStatus(
  scene: Scene,
  repo: Repo,
  creator: Account,
  input: Pick<CommitStatus, 'sha' | 'state' | 'context'> &
    Partial<Pick<CommitStatus, 'description' | 'targetUrl'>>,
): Promise<CommitStatus> {
  const { world } = scene;
  const defaults = { id: world.id(), createdAt: world.now(), creator, description: null, targetUrl: null };
  const status: CommitStatus = { ...defaults, ...input };
  repo.statuses.push(status);
  const commit = await readCommit(repo.dir, status.sha);
  const { creator: _creator, url: _url, node_id: _node, ...view } = statusView(world, repo, status);
  const refs = (await listRefs(repo.dir, 'refs/heads/')).filter((it) => it.sha === status.sha);
  const url = `${repositoryUrl(world, repo)}/commits/${status.sha}`;
  const fields = {
    ...view,
    sha: status.sha,
    name: `${repo.owner.login}/${repo.name}`,
    commit: commit && commitView(world, repo, commit),
    branches: refs.map((it) => ({
      name: it.name.replace('refs/heads/', ''),
      commit: { sha: status.sha, url },
      protected: false,
    })),
  };
  scene.hooks.emit({ event: 'status', action: null, repo, sender: creator, fields });
  return status;
}
