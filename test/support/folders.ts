import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A scratch folder that goes away with the test. */
export async function scratch(name = 'aiderbot-test'): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), `${name}-`));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
