/** A real Postgres server of its own for one test file; undefined, with a printed reason, where there is none. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Debian keeps the server's programs off PATH. */
function binFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return typeof address === 'object' && address ? address.port : 0;
}

export async function startPostgres(): Promise<TestPostgres | undefined> {
  const bin = binFolder();
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim() : '';
  if (!bin || (asRoot && user === '')) {
    console.log(
      'SKIPPED: the queue on Postgres, because the Postgres server is missing (Debian package postgresql).',
    );
    return undefined;
  }
  // Below /tmp itself: the server's user has to be able to enter every folder above its data.
  const dir = mkdtempSync('/tmp/aiderbot-postgres-');
  chmodSync(dir, 0o700);
  if (asRoot) chownSync(dir, Number(user), Number(user));
  // The server refuses to run as root.
  const as = asRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'] : [];
  const [command = '', ...init] = [
    ...as,
    path.join(bin, 'initdb'),
    '-D',
    path.join(dir, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
  ];
  const made = spawnSync(command, init, { encoding: 'utf8', cwd: '/' });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const [start = '', ...argv] = [
    ...as,
    path.join(bin, 'postgres'),
    '-D',
    path.join(dir, 'data'),
    '-p',
    String(port),
    '-k',
    dir,
    '-h',
    '127.0.0.1',
  ];
  const server = spawn(start, argv, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(log)));
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
