/** Whether GitHub takes the App's key or the token, and whether they have the rights and events that are needed. */
import { pino } from 'pino';
import { z } from 'zod';
import type { ServerConfig } from '../../config/env.ts';
import { createProbot } from '../../github/client.ts';
import { type Finding, firstLine, missing, note, ok } from './finding.ts';

const appSchema = z.object({
  slug: z.string(),
  permissions: z.record(z.string(), z.string()).default({}),
  events: z.array(z.string()).default([]),
  installations_count: z.number().optional(),
});

/** As in app.yml. */
const NEEDED_RIGHTS: Readonly<Record<string, 'read' | 'write'>> = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  metadata: 'read',
};
const NEEDED_EVENTS = ['issue_comment', 'issues', 'pull_request'];
/** What the App does without, and what is then not there. */
const USEFUL_RIGHTS: Readonly<Record<string, { level: 'read' | 'write'; lost: string }>> = {
  checks: { level: 'write', lost: 'runs on pull requests have no check run and no buttons' },
  actions: { level: 'read', lost: 'logs of failing jobs cannot be read' },
};
const USEFUL_EVENTS: Readonly<Record<string, string>> = {
  check_run: 'buttons of check runs do nothing',
  check_suite: '"Re-run all checks" does nothing',
  pull_request_review: 'commands in reviews are not heard',
  pull_request_review_comment: 'commands on lines of pull requests are not heard',
  push: 'broken settings are noticed at the next command only',
};
const PATIENCE_MS = 10_000;

export function github(config: ServerConfig): Promise<Finding[]> {
  return config.identity.kind === 'app'
    ? githubApp(config)
    : githubToken(config, config.identity.repositories);
}

const ownerSchema = z.object({ login: z.string() });
const repositorySchema = z.object({ permissions: z.object({ push: z.boolean() }).optional() });

/** Whose token it is, and whether it may push to each repository that it is for. */
async function githubToken(config: ServerConfig, repositories: readonly string[]): Promise<Finding[]> {
  const probot = createProbot(config, pino({ level: 'silent' }));
  await probot.ready();
  const octokit = await probot.auth();
  const request = () => ({ retries: 0, signal: AbortSignal.timeout(PATIENCE_MS) });
  const findings: Finding[] = [];
  try {
    const { data } = await octokit.request('GET /user', { request: request() });
    findings.push(ok('GitHub token', `of ${ownerSchema.parse(data).login}`));
  } catch (error) {
    return [
      missing(
        'GitHub token',
        `${config.apiUrl} does not take it: ${firstLine(error)}`,
        'Check GITHUB_TOKEN and when it expires, and GITHUB_API_URL for a server of your own.',
      ),
    ];
  }
  for (const name of repositories) {
    const [owner = '', repo = ''] = name.split('/');
    try {
      const { data } = await octokit.request('GET /repos/{owner}/{repo}', {
        owner,
        repo,
        request: request(),
      });
      const mayPush = repositorySchema.parse(data).permissions?.push ?? false;
      findings.push(
        mayPush
          ? ok(name, 'may be pushed to')
          : missing(name, 'the owner of the token may not push there', 'Give them the role write.'),
      );
    } catch (error) {
      findings.push(
        missing(
          name,
          `cannot be read: ${firstLine(error)}`,
          'Check GITHUB_REPOSITORIES, and the repositories that the token is for.',
        ),
      );
    }
  }
  return findings;
}

async function githubApp(config: ServerConfig): Promise<Finding[]> {
  let app: z.infer<typeof appSchema>;
  try {
    const probot = createProbot(config, pino({ level: 'silent' }));
    await probot.ready();
    const octokit = await probot.auth();
    const { data } = await octokit.request('GET /app', {
      request: { retries: 0, signal: AbortSignal.timeout(PATIENCE_MS) },
    });
    app = appSchema.parse(data);
  } catch (error) {
    return [
      missing(
        'GitHub App',
        `${config.apiUrl} does not take the App's key: ${firstLine(error)}`,
        'Check that APP_ID and PRIVATE_KEY belong together, that the clock is right, and GITHUB_API_URL for a server of your own.',
      ),
    ];
  }
  const settings = 'In the App’s settings on GitHub; each installation then has to accept it.';
  const has = (name: string, level: 'read' | 'write') =>
    [level, 'write', 'admin'].includes(app.permissions[name] ?? '');
  const rights = Object.entries(NEEDED_RIGHTS).filter(([name, level]) => !has(name, level));
  const lesser = Object.entries(USEFUL_RIGHTS).filter(([name, { level }]) => !has(name, level));
  const events = NEEDED_EVENTS.filter((event) => !app.events.includes(event));
  return [
    ok(
      'GitHub App',
      `${app.slug}${app.installations_count === undefined ? '' : `, ${app.installations_count} installations`}`,
    ),
    ...rights.map(([name, level]) =>
      missing('GitHub App', `the permission "${name}: ${level}" is not given`, settings),
    ),
    ...events.map((event) => missing('GitHub App', `the event "${event}" is not subscribed`, settings)),
    ...lesser.map(([name, { level, lost }]) =>
      note('GitHub App', `without the permission "${name}: ${level}" ${lost}`, settings),
    ),
    ...Object.entries(USEFUL_EVENTS)
      .filter(([event]) => !app.events.includes(event))
      .map(([event, lost]) => note('GitHub App', `without the event "${event}" ${lost}`, settings)),
  ];
}
