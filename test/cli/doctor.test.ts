import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startGitHub } from '../../demo/github/server.ts';
import { startModel } from '../../demo/model/server.ts';
import { doctorCommand } from '../../src/cli/doctor.ts';
import { scratch } from '../support/folders.ts';

const names = [
  'APP_ID',
  'PRIVATE_KEY',
  'PRIVATE_KEY_PATH',
  'WEBHOOK_SECRET',
  'DATABASE_URL',
  'GITHUB_API_URL',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'AIDER_MODEL',
  'AIDER_MODELS_FILE',
  'MAX_USD_PER_RUN',
];
beforeEach(async () => {
  for (const name of names) vi.stubEnv(name, '');
  vi.stubEnv('DATA_DIR', await scratch());
});
afterEach(() => vi.unstubAllEnvs());

async function doctor(...argv: string[]): Promise<{ code: number; said: string }> {
  const out = new PassThrough();
  const code = await doctorCommand(argv, { stdin: new PassThrough(), stdout: out, stderr: out });
  out.end();
  return { code, said: await text(out) };
}

test('on a bare machine it names what is missing, each with what to do', async () => {
  const { code, said } = await doctor();
  expect(code).toBe(1);
  expect(said).toMatch(/✔ git +\d/);
  expect(said).toMatch(/✘ models +none is configured\n +→ Set ANTHROPIC_API_KEY/);
  expect(said).toMatch(/✘ settings +WEBHOOK_SECRET is not set/);
  expect(said).toMatch(/✔ data folder .*writable/);
  expect(said).toMatch(/✔ database +embedded/);
  expect(said).toMatch(/\d things are missing\./);
});

test('with everything in place it says so, and what a run costs at most', async () => {
  const github = await startGitHub();
  onTestFinished(() => github.close());
  const model = await startModel({ script: { entries: [] } });
  onTestFinished(() => model.close());
  vi.stubEnv('APP_ID', String(github.app.id));
  vi.stubEnv('PRIVATE_KEY', github.app.privateKey);
  vi.stubEnv('WEBHOOK_SECRET', github.app.webhookSecret);
  vi.stubEnv('GITHUB_API_URL', github.apiUrl);
  vi.stubEnv('OPENAI_BASE_URL', model.openaiUrl);
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-0123456789abcdef');
  vi.stubEnv('AIDER_MODEL', 'editor');
  vi.stubEnv('MAX_USD_PER_RUN', '0.5');
  const { code, said } = await doctor();
  expect(said).not.toContain('✘');
  expect(code).toBe(0);
  expect(said).toMatch(/✔ endpoint openai +answers and takes the key/);
  expect(said).toMatch(new RegExp(`✔ GitHub App +${github.app.slug}`));
  expect(said).toMatch(/at most \$0\.50 a run.*MAX_USD_PER_RUN/);
  expect(said).not.toContain('sk-test-0123456789abcdef');
  expect(said).not.toContain(github.app.webhookSecret);
  expect(model.requests).toEqual([]);
});

test('rights that the App can do without are named with what is lost', async () => {
  const github = await startGitHub({
    app: {
      permissions: { metadata: 'read', contents: 'write', issues: 'write', pull_requests: 'write' },
      events: ['issue_comment', 'issues', 'pull_request', 'check_run', 'check_suite'],
    },
  });
  onTestFinished(() => github.close());
  vi.stubEnv('APP_ID', String(github.app.id));
  vi.stubEnv('PRIVATE_KEY', github.app.privateKey);
  vi.stubEnv('WEBHOOK_SECRET', github.app.webhookSecret);
  vi.stubEnv('GITHUB_API_URL', github.apiUrl);
  const { said } = await doctor();
  expect(said).toMatch(/without the permission "checks: write" runs on pull requests have no check run/);
  expect(said).toMatch(/without the event "push" broken settings are noticed at the next command only/);
  expect(said).not.toMatch(/✘ GitHub App/);
});

test('a key that GitHub does not take, and a server that is not there', async () => {
  const github = await startGitHub();
  onTestFinished(() => github.close());
  vi.stubEnv('APP_ID', String(github.app.id + 1));
  vi.stubEnv('PRIVATE_KEY', github.app.privateKey);
  vi.stubEnv('WEBHOOK_SECRET', github.app.webhookSecret);
  vi.stubEnv('GITHUB_API_URL', github.apiUrl);
  vi.stubEnv('DATABASE_URL', 'postgres://app:hidden-password@127.0.0.1:9/app');
  const { code, said } = await doctor();
  expect(code).toBe(1);
  expect(said).toMatch(/✘ GitHub App .*does not take the App's key/);
  expect(said).toMatch(/✘ database +DATABASE_URL does not work/);
  expect(said).not.toContain('hidden-password');
});

test('a models file describes endpoints, prices and fallbacks; keys may stay in variables', async () => {
  const file = path.join(await scratch(), 'models.yml');
  vi.stubEnv('AIDER_MODELS_FILE', file);
  const model = await startModel({ script: { entries: [] } });
  onTestFinished(() => model.close());
  writeFileSync(
    file,
    `endpoints:
  house: { kind: openai-chat, baseUrl: "${model.openaiUrl}", apiKey: "\${OPENAI_API_KEY}" }
model: house/editor
profiles:
  house/editor:
    window: 64000
    outputLimit: 4000
    prices: { input: 10, cachedInput: 1, cacheWriteInput: 10, output: 50 }
`,
  );
  expect((await doctor('--local')).said).toContain('names the variable OPENAI_API_KEY, which is not set');
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-0123456789abcdef');
  const { code, said } = await doctor('--local');
  expect(code).toBe(0);
  expect(said).toMatch(/editor +house\/editor: window 64,000, answers up to 4,000, \$10 in and \$50 out/);
  expect(said).toContain('The dearest single call: $0.80');
  expect(said).not.toContain('GitHub App');

  writeFileSync(file, 'model: [');
  expect((await doctor('--local')).said).toMatch(/AIDER_MODELS_FILE: .* cannot be read/);
});
