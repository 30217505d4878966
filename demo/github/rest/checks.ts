/** Check runs (Apps only), commit statuses, and the log of an Actions job. */
import { z } from 'zod';
import { emitCheckRun, newCheckRun, newestOfEachName, runsOfSuite, setStatus } from '../acts/checks.ts';
import { objectType } from '../git/refs.ts';
import { type Answer, ApiError, created, invalid, notFound, ok } from '../http/answers.ts';
import { accountOf, bodyOf, type Call, numberOf, type Route, repoOf } from '../http/call.ts';
import { page, paged } from '../http/paging.ts';
import { annotationView, checkRunView, combinedStatusView, statusView } from '../views/check.ts';
import type { CheckRun, CommitStatus, Repo } from '../world.ts';
import { shaOf } from './find.ts';

const mostAnnotations = 50;
const longestText = 65_535;

const annotation = z.object({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  start_column: z.number().optional(),
  end_column: z.number().optional(),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  message: z.string(),
  title: z.string().optional(),
  raw_details: z.string().optional(),
});

const change = z.object({
  name: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  external_id: z.string().optional(),
  details_url: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string().optional(),
      text: z.string().optional(),
      annotations: z.array(annotation).optional(),
    })
    .optional(),
  actions: z
    .array(z.object({ label: z.string(), description: z.string(), identifier: z.string() }))
    .optional(),
});

/** Limits that the published schema does not state, or states in words only. */
function checkLimits(input: z.infer<typeof change>): void {
  const refuse = (field: string, message: string) =>
    invalid({ resource: 'CheckRun', code: 'custom', field, message });
  if ((input.output?.annotations?.length ?? 0) > mostAnnotations)
    throw refuse('annotations', `Annotations exceeds a maximum quantity of ${mostAnnotations}`);
  if ((input.output?.summary?.length ?? 0) > longestText || (input.output?.text?.length ?? 0) > longestText)
    throw refuse('output', `Only ${longestText} characters are allowed`);
  if ((input.actions?.length ?? 0) > 3) throw refuse('actions', 'No more than 3 actions are allowed');
  if (input.status === 'completed' && input.conclusion === undefined)
    throw refuse('conclusion', 'conclusion is required when status is completed');
}

function apply(call: Call, run: CheckRun, input: z.infer<typeof change>): void {
  const { output } = input;
  run.name = input.name ?? run.name;
  run.status = input.conclusion === undefined ? (input.status ?? run.status) : 'completed';
  run.conclusion = input.conclusion ?? run.conclusion;
  run.startedAt = input.started_at ?? run.startedAt;
  run.completedAt =
    input.completed_at ?? (run.conclusion === null ? null : (run.completedAt ?? call.world.now()));
  run.externalId = input.external_id ?? run.externalId;
  run.detailsUrl = input.details_url ?? run.detailsUrl;
  run.actions = input.actions ?? run.actions;
  if (!output) return;
  run.title = output.title ?? run.title;
  run.summary = output.summary ?? run.summary;
  run.text = output.text ?? run.text;
  // Each request adds its annotations to the earlier ones.
  run.annotations.push(...(output.annotations ?? []));
}

async function create(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  if (call.actor.kind === 'user') throw new ApiError(403, 'You must authenticate via a GitHub App.');
  const input = bodyOf(call, change.extend({ name: z.string(), head_sha: z.string() }));
  if ((await objectType(repo.dir, input.head_sha)) !== 'commit')
    throw new ApiError(422, `No commit found for SHA: ${input.head_sha}`);
  checkLimits(input);
  const run = newCheckRun(call, repo, { name: input.name, sha: input.head_sha, by: 'app' });
  apply(call, run, input);
  await emitCheckRun(call, repo, run, 'created', accountOf(call));
  return created(checkRunView(call.world, repo, run));
}

function runOf(call: Call): CheckRun {
  const run = repoOf(call).checkRuns.get(numberOf(call, 'check_run_id'));
  if (!run) throw notFound();
  return run;
}

async function update(call: Call): Promise<Answer> {
  const run = runOf(call);
  if (run.by !== 'app')
    throw new ApiError(
      403,
      'Invalid app_id `15368` - check run can only be modified by the GitHub App that created it.',
    );
  const wasDone = run.conclusion !== null;
  const input = bodyOf(call, change);
  checkLimits(input);
  apply(call, run, input);
  if (!wasDone && run.conclusion !== null)
    await emitCheckRun(call, repoOf(call), run, 'completed', accountOf(call));
  return ok(checkRunView(call.world, repoOf(call), run));
}

async function listForRef(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const sha = await shaOf(repo, call.params.ref ?? '');
  return listed(call, [...repo.checkRuns.values()].filter((it) => it.headSha === sha).reverse());
}

function listForSuite(call: Call): Answer {
  const runs = runsOfSuite(repoOf(call), numberOf(call, 'check_suite_id'));
  // A suite without check runs is none here.
  if (runs.length === 0) throw notFound();
  return listed(call, runs);
}

/** As the filters of the query want them, of `runs`, the newest first. */
function listed(call: Call, runs: readonly CheckRun[]): Answer {
  const name = call.query.get('check_name');
  const status = call.query.get('status');
  const named = runs.filter((it) => name === null || it.name === name);
  const chosen = call.query.get('filter') === 'all' ? named : newestOfEachName(named);
  const all = chosen.filter((it) => status === null || it.status === status);
  const { items, headers } = page(call, all);
  const views = items.map((it) => checkRunView(call.world, repoOf(call), it));
  return { status: 200, body: { total_count: all.length, check_runs: views }, headers };
}

function annotations(call: Call): Promise<Answer> {
  const run = runOf(call);
  return paged(call, [...run.annotations.keys()], (at) => annotationView(call.world, repoOf(call), run, at));
}

/** The newest status of each context. */
function latest(repo: Repo, sha: string): CommitStatus[] {
  const byContext = new Map(repo.statuses.filter((it) => it.sha === sha).map((it) => [it.context, it]));
  return [...byContext.values()];
}

async function combined(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const sha = await shaOf(repo, call.params.ref ?? '');
  return ok(combinedStatusView(call.world, repo, sha, latest(repo, sha)));
}

async function statuses(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const sha = await shaOf(repo, call.params.ref ?? '');
  const all = repo.statuses.filter((it) => it.sha === sha).reverse();
  return paged(call, all, (it) => statusView(call.world, repo, it));
}

const newStatus = z.object({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string().default('default'),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
});

async function createStatus(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const input = bodyOf(call, newStatus);
  if ((input.description?.length ?? 0) > 140)
    throw invalid({
      resource: 'Status',
      code: 'custom',
      field: 'description',
      message: 'description is too long (maximum is 140 characters)',
    });
  const sha = await shaOf(repo, call.params.sha ?? '');
  const { target_url: targetUrl = null, description = null, ...rest } = input;
  const status = await setStatus(call, repo, accountOf(call), { ...rest, sha, targetUrl, description });
  return created(statusView(call.world, repo, status));
}

/** GitHub redirects to a storage host for a minute; our own page serves it. */
function jobLog(call: Call): Answer {
  const repo = repoOf(call);
  const id = numberOf(call, 'job_id');
  if (!repo.jobLogs.has(id)) throw notFound();
  return { status: 302, headers: { location: `${call.world.urls.webUrl}/-/job-logs/${repo.id}/${id}` } };
}

const read = { needs: [{ checks: 'read' as const }] };
const write = { needs: [{ checks: 'write' as const }] };
const readStatus = { needs: [{ statuses: 'read' as const }] };
const base = '/repos/{owner}/{repo}';

export const checkRoutes: Route[] = [
  { method: 'POST', path: `${base}/check-runs`, access: write, handle: create },
  {
    method: 'GET',
    path: `${base}/check-runs/{check_run_id}`,
    access: read,
    handle: (call) => ok(checkRunView(call.world, repoOf(call), runOf(call))),
  },
  { method: 'PATCH', path: `${base}/check-runs/{check_run_id}`, access: write, handle: update },
  { method: 'GET', path: `${base}/check-runs/{check_run_id}/annotations`, access: read, handle: annotations },
  { method: 'GET', path: `${base}/commits/{ref}/check-runs`, access: read, handle: listForRef },
  {
    method: 'GET',
    path: `${base}/check-suites/{check_suite_id}/check-runs`,
    access: read,
    handle: listForSuite,
  },
  { method: 'GET', path: `${base}/commits/{ref}/status`, access: readStatus, handle: combined },
  { method: 'GET', path: `${base}/commits/{ref}/statuses`, access: readStatus, handle: statuses },
  {
    method: 'POST',
    path: `${base}/statuses/{sha}`,
    access: { needs: [{ statuses: 'write' }] },
    handle: createStatus,
  },
  {
    method: 'GET',
    path: `${base}/actions/jobs/{job_id}/logs`,
    access: { needs: [{ actions: 'read' }] },
    handle: jobLog,
  },
];
