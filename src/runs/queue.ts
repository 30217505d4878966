/** The durable queue: pg-boss on our database. It carries ids only; rows hold the rest. */
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from './database.ts';

const dataSchema = z.record(z.string(), z.string());

/** `intake`: a delivery becomes a run or a refusal. `run`: the run itself. `dead`: what failed too often. */
export type QueueName = 'intake' | 'run' | 'dead';

export interface Job {
  id: string;
  data: Record<string, string>;
  /** 0 at the first attempt. */
  attempt: number;
  /** True when no further attempt follows a failure of this one. */
  last: boolean;
  /** Aborted when the process shuts down, the job is cancelled, or it ran out of time. */
  signal: AbortSignal;
}

export interface Queue {
  /** Resolves when the job is safely stored. A second job with the same id is ignored. `key`: jobs of one key run one at a time. */
  send(
    name: QueueName,
    job: {
      id?: string;
      data: Record<string, string>;
      key?: string;
      group?: string;
      startAfterSeconds?: number;
      /** Higher ones go first; 0 unless given. */
      priority?: number;
    },
  ): Promise<void>;
  work(
    name: QueueName,
    options: { concurrency: number },
    handler: (job: Job) => Promise<void>,
  ): Promise<void>;
  /** Of all jobs that wait or are at work, the values that their data have under `key`. */
  waiting(key: string): Promise<Set<string>>;
  /** Stops fetching, tells running handlers by their signal, and waits at most `graceMs` for them. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Longer than the longest run (45 minutes by default) so that only a lost worker expires; heartbeats notice that in a minute.
 * `singleton` with a key is the per-branch lock: measured without overlap where group limits leak.
 */
const QUEUES = {
  dead: {
    policy: 'standard',
    retryLimit: 100,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 900,
    deleteAfterSeconds: 30 * 86_400,
  },
  // For a day: GitHub has been down for hours, and a command that was saved is still owed an answer then.
  intake: {
    policy: 'standard',
    retryLimit: 150,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 120,
  },
  run: {
    policy: 'singleton',
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 5_400,
  },
} as const;

export async function openQueue(database: Database, onError: (error: Error) => void): Promise<Queue> {
  const options = database.bossOptions();
  const boss = new PgBoss({
    ...(typeof options === 'string' ? { connectionString: options } : options),
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  // pg-boss only emits; an unheard 'error' event would end the process.
  boss.on('error', onError);
  await boss.start();
  for (const [name, settings] of Object.entries(QUEUES)) {
    const wanted = {
      ...settings,
      heartbeatSeconds: 60,
      notify: true,
      ...(name === 'dead' ? {} : { deadLetter: 'dead', deleteAfterSeconds: 30 * 86_400 }),
    };
    if (await boss.getQueue(name)) {
      const { policy: _fixed, ...changeable } = wanted;
      await boss.updateQueue(name, changeable);
    } else await boss.createQueue(name, wanted);
  }
  if (database.engine === 'pglite') await takeBack(boss, database);
  return {
    async send(name, job) {
      await boss.send(name, job.data, {
        ...(job.id ? { id: job.id } : {}),
        ...(job.key ? { singletonKey: job.key } : {}),
        ...(job.group ? { group: { id: job.group } } : {}),
        ...(job.startAfterSeconds ? { startAfter: job.startAfterSeconds } : {}),
        ...(job.priority ? { priority: job.priority } : {}),
      });
    },
    async work(name, { concurrency }, handler) {
      await boss.work(
        name,
        {
          localConcurrency: concurrency,
          batchSize: 1,
          pollingIntervalSeconds: 1,
          // Without it a worker that just finished waits out the default of 30 s.
          notifyPollingIntervalSeconds: 1,
          heartbeatRefreshSeconds: 20,
          includeMetadata: true,
        },
        async ([job]) => {
          if (!job) return;
          await handler({
            id: job.id,
            data: dataSchema.parse(job.data),
            attempt: job.retryCount,
            last: job.retryCount >= job.retryLimit,
            signal: job.signal,
          });
        },
      );
    },
    async waiting(key) {
      const rows = await database.query(
        `select distinct data->>$1 as value from pgboss.job
         where state in ('created', 'retry', 'active') and data->>$1 is not null`,
        [key],
      );
      return new Set(rows.map((row) => String(row.value)));
    },
    async stop(graceMs) {
      await boss.stop({ graceful: true, timeout: graceMs });
    },
  };
}

/**
 * Jobs that a killed process left active. The embedded database is locked to this process, so nobody can be at work on
 * them; on Postgres another worker might be, and only a missed heartbeat tells.
 */
async function takeBack(boss: PgBoss, database: Database): Promise<void> {
  const rows = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse(await database.query(`select id, name from pgboss.job where state = 'active'`));
  for (const { id, name } of rows) {
    if (Object.hasOwn(QUEUES, name))
      await boss.fail(name, id, { message: 'The process ended while the job was at work.' });
  }
}
