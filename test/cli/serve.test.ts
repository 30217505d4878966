import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { serveCommand } from '../../src/cli/serve.ts';
import { scratch } from '../support/folders.ts';

test('a data folder that cannot be made is said with what to set, not with a stack trace', async () => {
  const occupied = path.join(await scratch(), 'a-file');
  writeFileSync(occupied, '');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  vi.stubEnv('APP_ID', '1');
  vi.stubEnv('WEBHOOK_SECRET', '0f1e2d3c4b5a69788796a5b4c3d2e1f0');
  vi.stubEnv('PRIVATE_KEY', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  vi.stubEnv('OPENAI_API_KEY', 'unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('DATA_DIR', path.join(occupied, 'data'));
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  expect(await serveCommand([], { stdin, stdout, stderr })).toBe(2);
  expect(String(stderr.read())).toMatch(/data folder .*a-file.* cannot be made .*Set DATA_DIR/);
});
