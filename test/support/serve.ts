/** The App as a process of its own, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { GitHubStandIn } from '../../demo/github/server.ts';
import type { ModelStandIn } from '../../demo/model/server.ts';
import { until } from './app.ts';

export const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Its whole environment. */
export function environmentFor(
  github: GitHubStandIn,
  model: ModelStandIn,
  dataDir: string,
): Record<string, string> {
  return {
    APP_ID: String(github.app.id),
    PRIVATE_KEY: github.app.privateKey,
    WEBHOOK_SECRET: github.app.webhookSecret,
    GITHUB_API_URL: github.apiUrl,
    PORT: '0',
    DATA_DIR: dataDir,
    SANDBOX: 'external',
    OPENAI_BASE_URL: model.openaiUrl,
    AIDER_MODEL: 'architect',
    AIDER_EDITOR_MODEL: 'editor',
    AIDER_WEAK_MODEL: 'weak',
  };
}

/** The App as an operator runs it: a process of its own, set up by its environment alone. */
export async function serve(
  env: Record<string, string>,
): Promise<{ process: ChildProcess; url: string; log(): string }> {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  const port = await until(`the App to listen`, () => {
    if (child.exitCode !== null) throw new Error(log);
    return /"port":(\d+)/.exec(log)?.[1];
  });
  return { process: child, url: `http://127.0.0.1:${port}`, log: () => log };
}
