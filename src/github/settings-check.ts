/** The check run that tells what a pull request would do to the settings. */
import { z } from 'zod';
import { honouredKeys } from '../config/honoured.ts';
import { settingSections } from '../config/json-schema.ts';
import { type ParsedConfig, parseRepositoryConfig } from '../config/repository.ts';
import { type SettingsCheckFacts, settingsCheck } from '../report/settings-check.ts';
import type { Repository } from '../runs/task.ts';
import { isMissingPermission, type Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { SETTINGS_PATH, settingsAt } from './settings-file.ts';

/** Tells this check run from those of runs, by `external_id`. */
export const SETTINGS_CHECK = 'settings';

/** GitHub's limit for one request; further requests add to the earlier ones. */
const MOST_ANNOTATIONS = 50;

const pullSchema = z.object({
  head: z.object({ sha: z.string() }),
  base: z.object({ sha: z.string(), ref: z.string() }),
});
const checksSchema = z.array(z.object({ external_id: z.string().nullish() }));

/**
 * Checks the settings file on the head of a pull request, if the pull request adds or changes it. Once for each head, unless
 * somebody asks for it again. Without the permission `checks: write` it does nothing.
 */
export async function checkSettings(
  repository: Repository,
  pull: number,
  octokit: Octokit,
  context: Pick<AppContext, 'app' | 'redact'>,
  how: 'once' | 'again' = 'once',
): Promise<void> {
  const place = { owner: repository.owner, repo: repository.name };
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...place,
    pull_number: pull,
  });
  const { head, base } = pullSchema.parse(data);
  const proposed = await settingsAt(octokit, repository, head.sha);
  if (!proposed || !(await changesSettings(octokit, repository, { number: pull, base: base.ref, proposed })))
    return;
  try {
    await publish(octokit, repository, head.sha, proposed.text, context, how);
  } catch (error) {
    if (!isMissingPermission(error)) throw error;
  }
}

/** Two cheap looks settle it for nearly every pull request; the list of files is read only for the rest. */
async function changesSettings(
  octokit: Octokit,
  repository: Repository,
  pull: { number: number; base: string; proposed: { blob: string } },
): Promise<boolean> {
  const present = await settingsAt(octokit, repository, pull.base);
  if (present?.blob === pull.proposed.blob) return false;
  const files = await octokit.paginate(
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
    { owner: repository.owner, repo: repository.name, pull_number: pull.number, per_page: 100 },
    (page) => page.data.map(({ filename }) => filename),
  );
  return files.includes(SETTINGS_PATH);
}

async function publish(
  octokit: Octokit,
  repository: Repository,
  sha: string,
  text: string,
  { app, redact }: Pick<AppContext, 'app' | 'redact'>,
  how: 'once' | 'again',
): Promise<void> {
  const place = { owner: repository.owner, repo: repository.name };
  const name = `${app.slug} settings`;
  if (how === 'once') {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...place,
      ref: sha,
      check_name: name,
    });
    if (checksSchema.parse(data.check_runs).some((run) => run.external_id === SETTINGS_CHECK)) return;
  }
  const inForce = parseRepositoryConfig((await settingsAt(octokit, repository))?.text ?? '');
  const { conclusion, title, summary, annotations } = settingsCheck(
    factsOf(parseRepositoryConfig(text), inForce),
  );
  const shown = annotations.map((one) => ({ ...one, message: redact(one.message) }));
  const output = { title, summary: redact(summary) };
  const { data: created } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
    ...place,
    name,
    head_sha: sha,
    external_id: SETTINGS_CHECK,
    conclusion,
    output: { ...output, annotations: shown.slice(0, MOST_ANNOTATIONS) },
    request: { retries: 0 },
  });
  for (let at = MOST_ANNOTATIONS; at < shown.length; at += MOST_ANNOTATIONS) {
    await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
      ...place,
      check_run_id: created.id,
      output: { ...output, annotations: shown.slice(at, at + MOST_ANNOTATIONS) },
    });
  }
}

function factsOf(proposed: ParsedConfig, inForce: ParsedConfig): SettingsCheckFacts {
  if (!proposed.ok) return { path: SETTINGS_PATH, problems: proposed.problems };
  // Settings that cannot be read count for nothing, so what would change is what the file sets.
  const before = inForce.ok ? inForce.written : new Map<string, unknown>();
  const changes = settingSections()
    .flatMap((section) => section.keys)
    .filter(({ key }) => honouredKeys.has(key))
    .map(({ key, default: standard }) => ({
      key,
      before: before.has(key) ? before.get(key) : standard,
      after: proposed.written.has(key) ? proposed.written.get(key) : standard,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  const idle = [...proposed.written.keys()].filter((key) => !honouredKeys.has(key));
  return { path: SETTINGS_PATH, changes, idle };
}
