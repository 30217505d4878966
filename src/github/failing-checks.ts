/** What failing checks of a pull request say: the telling part of a job's log, or what the check itself tells. */
import { z } from 'zod';
import { excerptOfText } from '../checks/excerpt.ts';
import { cleanOutput } from '../checks/output.ts';
import type { Task } from '../runs/task.ts';
import { isMissingPermission, type Octokit, statusOf } from './client.ts';

/** More would bury the request. */
const MOST_CHECKS = 3;
const LONGEST_EXCERPT = 8_000;
/** Errors stand near the end. */
const KEPT_LOG_CHARACTERS = 1_000_000;
const PATIENCE_MS = 30_000;

const checkSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  conclusion: z.string().nullable(),
  details_url: z.string().nullish(),
  app: z.object({ slug: z.string().nullish() }).nullish(),
  output: z.object({
    title: z.string().nullish(),
    summary: z.string().nullish(),
    text: z.string().nullish(),
    annotations_count: z.number().nullish(),
  }),
});
type Check = z.infer<typeof checkSchema>;
const annotationsSchema = z.array(
  z.object({ path: z.string(), start_line: z.number(), message: z.string().nullish() }),
);

export interface FailingCheck {
  name: string;
  /** All of it is whatever some program printed. */
  text: string;
}

/** `notes`: what could not be read, as sentences for people. */
export async function readFailingChecks(
  octokit: Octokit,
  { repository, issue }: Task,
  ourSlug: string,
): Promise<{ failing: FailingCheck[]; notes: string[] }> {
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const { data: pull } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...place,
      pull_number: issue,
    });
    const listed = await octokit.paginate('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...place,
      ref: pull.head.sha,
      per_page: 100,
    });
    const red = z
      .array(checkSchema)
      .parse(listed)
      .filter(({ conclusion, app }) => isRed(conclusion) && app?.slug !== ourSlug);
    if (red.length === 0)
      return { failing: [], notes: ['No check of the last commit of the pull request has failed.'] };
    const notes =
      red.length > MOST_CHECKS
        ? [`Of ${red.length} failing checks, the output of the first ${MOST_CHECKS} was read.`]
        : [];
    const failing: FailingCheck[] = [];
    for (const check of red.slice(0, MOST_CHECKS))
      failing.push({ name: check.name, text: await outputOf(octokit, place, check, notes) });
    return { failing, notes: [...new Set(notes)] };
  } catch (error) {
    if (!isMissingPermission(error)) throw error;
    return {
      failing: [],
      notes: ['The checks of the pull request could not be read: the App lacks `checks: read` here.'],
    };
  }
}

function isRed(conclusion: string | null): boolean {
  return conclusion === 'failure' || conclusion === 'timed_out';
}

async function outputOf(
  octokit: Octokit,
  place: { owner: string; repo: string },
  check: Check,
  notes: string[],
): Promise<string> {
  const log = check.app?.slug === 'github-actions' ? await jobLog(octokit, place, check, notes) : undefined;
  if (log !== undefined) return excerptOfText(cleanLog(log), { maxChars: LONGEST_EXCERPT });
  const { title, summary, text, annotations_count } = check.output;
  const annotations = (annotations_count ?? 0) > 0 ? await annotationsOf(octokit, place, check.id) : [];
  const told = [title, summary, text, ...annotations].filter(Boolean).join('\n');
  return excerptOfText(told === '' ? '(it tells nothing)' : told, { maxChars: LONGEST_EXCERPT });
}

async function annotationsOf(octokit: Octokit, place: { owner: string; repo: string }, id: number) {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations', {
    ...place,
    check_run_id: id,
    per_page: 50,
  });
  return annotationsSchema
    .parse(data)
    .map(({ path, start_line, message }) => `${path}:${start_line}: error: ${message ?? ''}`);
}

/** The end of the log of a job of GitHub Actions; undefined when there is none or it is not for us. */
async function jobLog(
  octokit: Octokit,
  place: { owner: string; repo: string },
  { id, details_url }: Check,
  notes: string[],
): Promise<string | undefined> {
  const job = Number(/\/job\/(\d+)/.exec(details_url ?? '')?.[1] ?? id);
  try {
    const { headers } = await octokit.request('GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs', {
      ...place,
      job_id: job,
      // The log lies on a storage host: fetched by hand, since Octokit would read all of it, and without our token.
      request: { redirect: 'manual' },
    });
    const address = URL.parse(headers.location ?? '');
    const api = URL.parse(octokit.request.endpoint.DEFAULTS.baseUrl);
    if (!address || (address.protocol !== 'https:' && address.host !== api?.host)) return undefined;
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return undefined;
    }
    return await endOf(response.body);
  } catch (error) {
    if (isMissingPermission(error))
      notes.push('Logs of jobs could not be read: the App lacks `actions: read` here.');
    // 404 and 410: logs are kept for some weeks only. What else goes wrong on the way to the storage host is no reason to stop.
    else if (statusOf(error) !== undefined && ![404, 410].includes(statusOf(error) ?? 0)) throw error;
    return undefined;
  }
}

async function endOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > 2 * KEPT_LOG_CHARACTERS) text = text.slice(-KEPT_LOG_CHARACTERS);
  }
  return text.slice(-KEPT_LOG_CHARACTERS);
}

/** Without the time in front of each line, colors, and the marks of folded groups. */
function cleanLog(log: string): string {
  return cleanOutput(log)
    .split('\n')
    .filter((line) => !line.includes('##[endgroup]'))
    .map((line) =>
      line
        .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /, '')
        .replace(/^##\[(?:group|command|debug|section)\]/, ''),
    )
    .join('\n');
}
