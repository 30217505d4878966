/**
 * `npm test`: everything. Types, lint, layers and dead code first, then the tests. What the machine lacks is installed where
 * that is possible (Debian, as root) and otherwise said, so that no test is left out in silence.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = path.join(root, 'node_modules', '.bin');

/** Programs that some tests need besides git and Node, with the Debian package that brings each. */
const wanted = [
  { program: 'bwrap', package: 'bubblewrap', for: 'the sandbox tests' },
  { program: 'prlimit', package: 'util-linux', for: 'the sandbox tests' },
  { program: 'python3', package: 'python3', for: 'the Python sample' },
  { program: 'go', package: 'golang-go', for: 'the Go sample' },
  { program: 'initdb', package: 'postgresql', for: 'the queue on Postgres' },
  { program: 'chromium', package: 'chromium', for: 'the pages in a browser' },
];

/** Debian keeps the programs of the Postgres server off PATH. */
const has = (program: string) =>
  spawnSync('which', [program], { stdio: 'ignore' }).status === 0 ||
  spawnSync('sh', ['-c', `ls /usr/lib/postgresql/*/bin/${program}`], { stdio: 'ignore' }).status === 0;

function run(title: string, command: string, ...args: string[]): void {
  process.stdout.write(`\n── ${title}\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stdout.write(`\n${title} failed.\n`);
    process.exit(status ?? 1);
  }
}

function installMissing(): void {
  const missing = wanted.filter(({ program }) => !has(program));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && has('apt-get')) {
    const packages = [...new Set(missing.map((entry) => entry.package))];
    process.stdout.write(`Installing ${packages.join(', ')} …\n`);
    const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  }
  for (const entry of missing.filter(({ program }) => !has(program))) {
    process.stdout.write(
      `SKIPPED: ${entry.for}, because ${entry.program} is missing (Debian package ${entry.package}).\n`,
    );
  }
}

const only = process.argv.slice(2);
installMissing();
if (only.length === 0) {
  run('Types', path.join(bin, 'tsc'), '--noEmit');
  run('Lint and format', path.join(bin, 'biome'), 'check', '--error-on-warnings', '.');
  run('Dead code', path.join(bin, 'knip'));
}
run('Tests', path.join(bin, 'vitest'), 'run', ...only);
