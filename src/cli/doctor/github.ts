/** Whether GitHub takes the App's key, and whether the App has the rights and events that it needs. */
import { pino } from 'pino';
import { z } from 'zod';
import type { ServerConfig } from '../../config/env.ts';
import { createProbot } from '../../github/client.ts';
import { type Finding, firstLine, missing, ok } from './finding.ts';

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
const NEEDED_EVENTS = ['issue_comment'];
const PATIENCE_MS = 10_000;

export async function githubApp(config: ServerConfig): Promise<Finding[]> {
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
  const rights = Object.entries(NEEDED_RIGHTS).filter(
    ([name, level]) =>
      !(
        app.permissions[name] === level ||
        app.permissions[name] === 'write' ||
        app.permissions[name] === 'admin'
      ),
  );
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
  ];
}
