/** What the machine has to offer: Node, git, the sandbox, room on the disk, the database. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { probeSandbox } from '../../checks/sandbox/probe.ts';
import { lockFolder } from '../../lib/lock.ts';
import { type Finding, firstLine, missing, note, ok } from './finding.ts';

/** `safe.bareRepository`, which keeps a planted repository from being used, came with 2.38. */
const OLDEST_GIT = [2, 38] as const;
const OLDEST_NODE = [22, 12] as const;
/** A clone cache and a workspace of a large repository. */
const LEAST_FREE = 2 * 1024 ** 3;
const PATIENCE_MS = 5_000;

function atLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [, first = '0', second = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}

export function programs(): Finding[] {
  const node = process.versions.node;
  const { stdout, error } = spawnSync('git', ['--version'], { encoding: 'utf8', timeout: PATIENCE_MS });
  const git = /\d+\.\d+[.\d]*/.exec(stdout ?? '')?.[0];
  return [
    atLeast(node, OLDEST_NODE)
      ? ok('Node', node)
      : missing('Node', `${node} is too old`, `Use ${OLDEST_NODE.join('.')} or newer.`),
    error || git === undefined
      ? missing('git', 'the program git was not found', 'Install git, e.g. apt-get install git.')
      : atLeast(git, OLDEST_GIT)
        ? ok('git', git)
        : missing('git', `${git} is too old`, `Use ${OLDEST_GIT.join('.')} or newer.`),
  ];
}

export async function sandbox(mode: 'required' | 'external'): Promise<Finding> {
  if (mode === 'external')
    return note(
      'sandbox',
      'SANDBOX=external: repository commands run without one, on your word that this worker is disposable',
      'Leave SANDBOX out if that is not so.',
    );
  const probe = await probeSandbox();
  if (!probe.available)
    return note(
      'sandbox',
      `it does not work here: ${probe.reason}. Runs edit only, and say so`,
      `To have lint and tests run: ${probe.howToFix}.`,
    );
  return probe.limits === 'watchdog'
    ? note(
        'sandbox',
        `${probe.version}; memory and processes are watched, not limited by the kernel`,
        'Give this process a writable cgroup to have hard limits.',
      )
    : ok('sandbox', `${probe.version}, limits by ${probe.limits}`);
}

/** Writes and removes a file, and tells what is left of the disk. */
export function dataFolder(dir: string): Finding {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const probe = path.join(dir, `.doctor-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    return missing(
      'data folder',
      `cannot write in ${dir}: ${firstLine(error)}`,
      'Set DATA_DIR to a folder of the user that runs the App.',
    );
  }
  const { bavail, bsize } = statfsSync(dir);
  const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1);
  return bavail * bsize < LEAST_FREE
    ? note('data folder', `${dir}: only ${gigabytes} GB free`, 'Make room: a large repository needs some.')
    : ok('data folder', `${dir}: writable, ${gigabytes} GB free`);
}

export async function database(dataDir: string, url: string | undefined): Promise<Finding> {
  if (url !== undefined) return postgres(url);
  const dir = path.join(dataDir, 'db');
  try {
    lockFolder(dir).release();
    return ok(
      'database',
      `embedded, in ${dir}; it survives a crash of the process, not of the machine (DATABASE_URL names a Postgres)`,
    );
  } catch (error) {
    const text = firstLine(error);
    // A running App is the usual reason, and nothing to mend.
    return text.includes('in use by another')
      ? ok('database', `embedded, and the App runs on it: ${text}`)
      : missing('database', text, 'Install util-linux, or set DATABASE_URL.');
  }
}

async function postgres(connectionString: string): Promise<Finding> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  // An error after the connection failed would otherwise end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return ok('database', `Postgres ${rows[0]?.server_version ?? ''} answers`);
  } catch (error) {
    return missing(
      'database',
      `DATABASE_URL does not work: ${firstLine(error)}`,
      'Check host, port, name, user and password in DATABASE_URL, and that the server runs.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
