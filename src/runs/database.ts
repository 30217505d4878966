/** One SQL door over two engines: Postgres when DATABASE_URL is set, else PGlite in this process under DATA_DIR. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { fromPglite, type PgBoss } from 'pg-boss';
import { type FolderLock, lockFolder } from '../lib/lock.ts';

export type Row = Record<string, unknown>;

export interface Database {
  readonly engine: 'postgres' | 'pglite';
  /** Runs one statement with `$1`-style parameters and returns its rows. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction: its statements take effect together when it resolves, and not at all when it throws. */
  transaction<T>(work: (query: Database['query']) => Promise<T>): Promise<T>;
  /** How pg-boss reaches the same database. */
  bossOptions(): ConstructorParameters<typeof PgBoss>[0];
  close(): Promise<void>;
}

/** PGlite's default of 128 MB buys nothing for a queue; this keeps the process small. */
const PGLITE_CONFIG = ['shared_buffers = 16MB'];

/**
 * Opens the database and brings our tables up to date. `dataDir` is used for the embedded engine only; it is locked, since
 * two processes on one PGlite folder destroy each other's rows without an error.
 */
export async function openDatabase(options: { url?: string; dataDir: string }): Promise<Database> {
  const database = options.url
    ? await openPostgres(options.url)
    : await openPglite(path.join(options.dataDir, 'db'));
  for (const statement of schema) await database.query(statement);
  return database;
}

async function openPostgres(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  // Without a listener a dropped idle connection would end the process; the pool itself reconnects.
  pool.on('error', () => undefined);
  await pool.query('select 1');
  return {
    engine: 'postgres',
    query: async (sql, parameters = []) => (await pool.query<Row>(sql, [...parameters])).rows,
    transaction: (work) => inTransaction(pool, work),
    bossOptions: () => ({ connectionString, max: 10 }),
    close: () => pool.end(),
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (query: Database['query']) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(
      async (sql, parameters = []) => (await client.query<Row>(sql, [...parameters])).rows,
    );
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function openPglite(dir: string): Promise<Database> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock: FolderLock = lockFolder(dir);
  try {
    const files = path.join(dir, 'pglite');
    if (!existsSync(path.join(files, 'PG_VERSION'))) await initialise(files);
    const pglite = await PGlite.create(files, { postgresqlconf: PGLITE_CONFIG });
    return {
      engine: 'pglite',
      query: async (sql, parameters = []) => (await pglite.query<Row>(sql, [...parameters])).rows,
      transaction: (work) =>
        pglite.transaction((tx) =>
          work(async (sql, parameters = []) => (await tx.query<Row>(sql, [...parameters])).rows),
        ),
      bossOptions: () => ({ db: fromPglite(pglite), backend: 'pglite' }),
      close: async () => {
        await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The first initdb stalls its event loop for seconds and leaves the memory swollen, so a short-lived child does it. */
async function initialise(dir: string): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), dir], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '' },
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0)
    throw new Error(`Cannot create the embedded database in ${dir}: ${stderr.trim() || `exit ${code}`}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2]) {
  const pglite = await PGlite.create(process.argv[2], { postgresqlconf: PGLITE_CONFIG });
  await pglite.close();
}

/**
 * Applied in order at every start; each statement is safe to repeat. JSON is kept as text: jsonb refuses NUL and lone
 * surrogates, and both can stand in a model's reply or a test's output.
 */
const schema = [
  `create table if not exists deliveries (
     guid text primary key,
     event text not null,
     payload text not null,
     received_at timestamptz not null default now()
   )`,
  `create table if not exists runs (
     id text primary key,
     -- One command of one comment starts one run, whatever GitHub sends again.
     origin text not null unique,
     repository bigint not null,
     issue integer not null,
     task text not null,
     state text not null default 'queued',
     stopped_by text,
     outcome text,
     comment bigint,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now()
   )`,
  `create index if not exists runs_of_thread on runs (repository, issue)`,
  `alter table runs add column if not exists stopped_because text`,
  // What a run left for those that build on it, and the pull request that it opened or added to.
  `alter table runs add column if not exists remains text`,
  `alter table runs add column if not exists pull_request integer`,
  `alter table runs add column if not exists installation bigint`,
  `alter table deliveries add column if not exists installation bigint`,
  // Set when everything that the delivery asked for was done, or said to be impossible.
  `alter table deliveries add column if not exists settled_at timestamptz`,
  `create index if not exists deliveries_waiting on deliveries (installation) where settled_at is null`,
  `create table if not exists installations (
     id bigint primary key,
     suspended boolean not null
   )`,
  `create table if not exists cursors (
     -- How far something that is read again and again was read.
     name text primary key,
     value text not null
   )`,
  `create table if not exists journal (
     run text not null references runs (id),
     step text not null,
     key text not null,
     position bigint generated always as identity,
     result text not null,
     milliseconds integer not null,
     at timestamptz not null default now(),
     primary key (run, step, key)
   )`,
  `create table if not exists spending (
     -- One vendor call. Not settled: set aside for a call that is under way.
     id text primary key,
     run text not null references runs (id),
     repository bigint not null,
     thread integer not null,
     requester bigint not null,
     at timestamptz not null,
     dollars double precision not null,
     settled boolean not null
   )`,
  `create index if not exists spending_of_repository on spending (repository)`,
  `create table if not exists schedules (
     -- A maintenance task of the settings of a repository, as they were when they were last read.
     repository bigint not null,
     owner text not null,
     name text not null,
     default_branch text not null,
     installation bigint not null,
     task text not null,
     digest text not null,
     -- Null: it runs only when somebody asks for it.
     cron text,
     timezone text not null,
     due_at timestamptz,
     -- The time for which a delivery was made.
     sent_for timestamptz,
     snoozed_until timestamptz,
     -- What became of it; JSON.
     pull text,
     failures integer not null default 0,
     last text,
     told text,
     ended_run text,
     primary key (repository, task)
   )`,
  `create index if not exists schedules_due on schedules (due_at)`,
];
