/** Check runs and commit statuses as the REST API shows them. */
import { nodeId } from '../lookup.ts';
import type { CheckRun, CommitStatus, Repo, World } from '../world.ts';
import { accountView, appView } from './account.ts';
import { minimalRepositoryView, repositoryPage, repositoryUrl } from './repository.ts';

/** Pull requests of the same repository whose head is the checked commit. */
function pullsOf(world: World, repo: Repo, sha: string) {
  const reference = { id: repo.id, url: repositoryUrl(world, repo), name: repo.name };
  return [...repo.issues.values()].flatMap(({ number, pull, state }) =>
    pull && state === 'open' && pull.headRepo === repo && pull.headSha === sha
      ? [
          {
            url: `${repositoryUrl(world, repo)}/pulls/${number}`,
            id: pull.id,
            number,
            head: { ref: pull.headRef, sha: pull.headSha, repo: reference },
            base: { ref: pull.baseRef, sha: pull.baseSha, repo: reference },
          },
        ]
      : [],
  );
}

export function checkRunView(world: World, repo: Repo, run: CheckRun) {
  const url = `${repositoryUrl(world, repo)}/check-runs/${run.id}`;
  const page = `${repositoryPage(world, repo)}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CR', run.id),
    head_sha: run.headSha,
    external_id: run.externalId ?? '',
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suiteId },
    app: makerOf(world, run),
    pull_requests: pullsOf(world, repo, run.headSha),
  };
}

/** GitHub's own CI is an App too. */
function makerOf(world: World, run: CheckRun) {
  const app = appView(world, world.app);
  return run.by === 'app' ? app : { ...app, id: 15_368, slug: 'github-actions', name: 'GitHub Actions' };
}

/** The suite as check events carry it. */
export function checkSuiteView(world: World, repo: Repo, run: CheckRun, branch: string | null) {
  const runs = [...repo.checkRuns.values()].filter((it) => it.suiteId === run.suiteId);
  const done = runs.every((it) => it.conclusion !== null);
  const red = runs.some((it) => it.conclusion === 'failure');
  return {
    id: run.suiteId,
    node_id: nodeId('CS', run.suiteId),
    head_branch: branch,
    head_sha: run.headSha,
    status: done ? 'completed' : 'in_progress',
    conclusion: done ? (red ? 'failure' : 'success') : null,
    url: `${repositoryUrl(world, repo)}/check-suites/${run.suiteId}`,
    before: null,
    after: run.headSha,
    pull_requests: pullsOf(world, repo, run.headSha),
    app: makerOf(world, run),
    created_at: run.startedAt ?? world.now(),
    updated_at: run.completedAt ?? run.startedAt ?? world.now(),
  };
}

export function annotationView(world: World, repo: Repo, run: CheckRun, at: number) {
  const annotation = run.annotations[at];
  return (
    annotation && {
      path: annotation.path,
      start_line: annotation.start_line,
      end_line: annotation.end_line,
      start_column: annotation.start_column ?? null,
      end_column: annotation.end_column ?? null,
      annotation_level: annotation.annotation_level,
      title: annotation.title ?? null,
      message: annotation.message,
      raw_details: annotation.raw_details ?? null,
      blob_href: `${repositoryUrl(world, repo)}/contents/${encodeURIComponent(annotation.path)}?ref=${run.headSha}`,
    }
  );
}

export function statusView(world: World, repo: Repo, status: CommitStatus) {
  return {
    url: `${repositoryUrl(world, repo)}/statuses/${status.sha}`,
    avatar_url: `${world.urls.webUrl}/avatars/u/${status.creator.id}`,
    id: status.id,
    node_id: nodeId('SC', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator: accountView(world, status.creator),
  };
}

export function combinedStatusView(world: World, repo: Repo, sha: string, latest: CommitStatus[]) {
  const states = latest.map((status) => status.state);
  const red = states.includes('failure') || states.includes('error');
  const state = red ? 'failure' : states.length === 0 || states.includes('pending') ? 'pending' : 'success';
  return {
    state,
    statuses: latest.map((status) => {
      const { creator: _creator, ...simple } = statusView(world, repo, status);
      return simple;
    }),
    sha,
    total_count: latest.length,
    repository: minimalRepositoryView(world, repo),
    commit_url: `${repositoryUrl(world, repo)}/commits/${sha}`,
    url: `${repositoryUrl(world, repo)}/commits/${sha}/status`,
  };
}
