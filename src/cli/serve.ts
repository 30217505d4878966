/** `aiderbot serve`: the GitHub App, until it is told to stop. */
import { mkdir } from 'node:fs/promises';
import { pino } from 'pino';
import { serverConfig } from '../config/env.ts';
import type { CliCommand } from './io.ts';
import { configuredModels } from './models.ts';
import { placeFor } from './place.ts';
import { startServer } from './server.ts';

const usage = `Usage: aiderbot serve

Runs the GitHub App: webhooks, queue and workers in one process. Everything is set by environment variables; see
docs/install.md. SIGTERM lets running work finish for 25 seconds; what does not finish goes on at the next start.
`;

function unusable(folder: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The data folder ${folder} cannot be made (${reason}). Set DATA_DIR to one that this user may write.`;
}

function whyNot(error: Error, apiUrl: string): string {
  const said = error.message.split('\n')[0] ?? '';
  if ('status' in error) {
    return `GitHub at ${apiUrl} did not answer as it should (${said}). Check APP_ID and PRIVATE_KEY (or GITHUB_TOKEN), and GITHUB_API_URL, and that this machine reaches it.`;
  }
  return said;
}

export const serveCommand: CliCommand = async (argv, { stdout, stderr }) => {
  if (argv.length > 0) {
    const help = argv.length === 1 && argv[0] === '--help';
    (help ? stdout : stderr).write(help ? usage : `aiderbot serve takes no options.\n\n${usage}`);
    return help ? 0 : 2;
  }
  const settings = serverConfig(process.env);
  const models = configuredModels(process.env);
  const problems = [...(settings.ok ? [] : settings.problems), ...(models.ok ? [] : [models.problem])];
  if (!settings.ok || !models.ok) {
    stderr.write(`aiderbot cannot start:\n${problems.map((problem) => `  - ${problem}\n`).join('')}`);
    return 2;
  }
  const { config } = settings;
  const log = pino({ level: config.logLevel });
  const { place, problem } = await placeFor(config.sandbox, config.setupHosts);
  if (problem) log.warn(`${problem} Until then runs edit only, and say so.`);
  for (const note of models.notes) log.warn(note);
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    stderr.write(`aiderbot cannot start:\n  - ${unusable(config.dataDir, error)}\n`);
    return 2;
  }
  log.info({ api: config.apiUrl }, 'starting; asking GitHub who this App is');
  const server = await startServer({
    config,
    models: models.models,
    place,
    log,
    secrets: models.secrets,
  }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (server instanceof Error) {
    stderr.write(`aiderbot cannot start:\n  - ${whyNot(server, config.apiUrl)}\n`);
    return 1;
  }

  await new Promise<void>((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      log.info({ signal }, 'stopping');
      // A second signal means now.
      process.once('SIGTERM', () => process.exit(1));
      process.once('SIGINT', () => process.exit(1));
      resolve();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
  await server.stop();
  return 0;
};
