#!/usr/bin/env node
// Starts the command line on a Node that runs TypeScript natively: this one, or the one in node_modules.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/cli/main.ts', import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  await import(main.href);
} else {
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const [node, flags] =
    major === 22 ? [process.execPath, ['--experimental-strip-types', '--no-warnings']] : [own, []];
  const run = spawnSync(node, [...flags, fileURLToPath(main), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (run.error)
    console.error(
      `aiderbot needs Node 22.12 or newer; this is ${process.version}. Run 'npm ci' in its folder first.`,
    );
  process.exitCode = run.error ? 2 : (run.status ?? 1);
}
