import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('fixtures/parse-often.ts', import.meta.url));
const sample = fileURLToPath(new URL('../../grammars/latex/sample.tex', import.meta.url));

it('takes no gigabytes to compile a grammar that is used much', () => {
  const size = Number(execFileSync(process.execPath, [program, sample, '4000'], { encoding: 'utf8' }));
  expect(size).toBeGreaterThan(50);
  expect(size).toBeLessThan(500);
}, 60_000);
