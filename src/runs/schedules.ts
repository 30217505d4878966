/**
 * The maintenance tasks that the App knows of, one row each: when they come due and what became of them last. The settings
 * file of the default branch is what counts; a row tells only when to look there again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Schedule } from '../config/cron.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import type { Database } from './database.ts';
import { nextDue, nextDueAfterFailures } from './due.ts';
import type { Repository } from './task.ts';

type TaskSettings = RepositoryConfig['tasks'][number];

const pullSchema = z.object({
  number: z.number().int(),
  /** The commit that the last run left on its branch: another one means that somebody else was there. */
  head: z.string(),
  /** Of the task as it was then; empty: it may be proposed again whatever became of this one. */
  digest: z.string(),
  /** Runs that added to it. */
  updates: z.number().int(),
});
export type TaskPull = z.infer<typeof pullSchema>;

const lastSchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  what: z.enum(['opened', 'updated', 'nothing', 'failed', 'stopped', 'passed-over']),
  /** A sentence fragment; of a model or a repository, so hostile. */
  reason: z.string().optional(),
  pull: z.number().int().optional(),
  /** The command that wanted it so: one that is taken in again after a crash is known by it. */
  by: z.string().optional(),
});
/** What became of the task last. */
export type LastTime = z.infer<typeof lastSchema>;

const toldSchema = z.object({ issue: z.number().int(), comment: z.number().int().optional() });
/** Where its failure stands: an issue of its own, or a comment on its pull request. */
export type ToldAt = z.infer<typeof toldSchema>;

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .nullable()
    .transform((text) => (text === null ? undefined : schema.parse(JSON.parse(text))));

const rowSchema = z
  .object({
    repository: z.coerce.number(),
    owner: z.string(),
    name: z.string(),
    default_branch: z.string(),
    installation: z.coerce.number(),
    task: z.string(),
    digest: z.string(),
    cron: z.string().nullable(),
    timezone: z.string(),
    due_at: z.coerce.date().nullable(),
    snoozed_until: z.coerce.date().nullable(),
    pull: json(pullSchema),
    failures: z.number().int(),
    last: json(lastSchema),
    told: json(toldSchema),
    ended_run: z.string().nullable(),
  })
  .transform((row) => ({
    repository: {
      id: row.repository,
      owner: row.owner,
      name: row.name,
      defaultBranch: row.default_branch,
    },
    installation: row.installation,
    task: row.task,
    /** Of all that the settings say of it. */
    digest: row.digest,
    schedule: row.cron === null ? undefined : { cron: row.cron, timezone: row.timezone },
    /** Milliseconds since 1970; undefined without a schedule. */
    due: row.due_at?.getTime(),
    snoozedUntil: row.snoozed_until?.getTime(),
    /** The last pull request of the task. */
    pull: row.pull,
    /** In a row. */
    failures: row.failures,
    last: row.last,
    told: row.told,
    /** The last run that counts in all this. */
    endedRun: row.ended_run ?? undefined,
  }));
export type KnownTask = z.infer<typeof rowSchema>;

const columns = `repository, owner, name, default_branch, installation, task, digest, cron, timezone, due_at,
  snoozed_until, pull, failures, last, told, ended_run`;

/** More than a process can start at once; the others are found again at the next look. */
const MOST_DUE = 200;

export interface Schedules {
  /** Whether the clock starts anything on this server. Off, all is kept up all the same, for the day when it is on again. */
  readonly isOn: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes over what the settings of a repository say now. Tasks that are gone from them are forgotten. */
  learn(repository: Repository, installation: number, tasks: readonly TaskSettings[]): Promise<void>;
  forget(repository: number): Promise<void>;
  of(repository: number): Promise<KnownTask[]>;
  get(repository: number, task: string): Promise<KnownTask | undefined>;
  /** Those whose time has come and was not sent on, the longest due first; none of suspended installations. */
  due(): Promise<KnownTask[]>;
  /** The time that has come is in other hands now. */
  sent(row: KnownTask): Promise<void>;
  /** Sets the next time after `after`, unless somebody else has set another than `row` has. `last`: why this one is over. */
  moveOn(row: KnownTask, after: number, last?: LastTime): Promise<void>;
  snooze(row: KnownTask, until: number): Promise<void>;
  /** Whatever became of its last pull request, the task may be proposed again. */
  proposeAgain(row: KnownTask): Promise<void>;
  /** Whether a run of the task, other than the one of `origin`, has not ended. */
  isAtWork(row: KnownTask, origin: string): Promise<boolean>;
  /** Counts the end of a run, once. */
  ended(
    row: KnownTask,
    run: string,
    end: { last: LastTime; failures: number; pull: TaskPull | undefined; told: ToldAt | undefined },
  ): Promise<void>;
}

/** What stands for a task, so that a change of its settings is noticed. */
export function digestOf({ schedule, timezone, prompt, paths, budget }: TaskSettings): string {
  const all = [schedule ?? null, timezone, prompt, paths, budget ?? null];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}

const scheduleOf = ({ schedule, timezone }: TaskSettings): Schedule | undefined =>
  schedule === undefined ? undefined : { cron: schedule, timezone };

const dateOf = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
const textOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

export function schedules(database: Database, now: () => number, isOn = true): Schedules {
  const rows = async (sql: string, parameters: unknown[]) =>
    z
      .array(rowSchema)
      .parse(await database.query(`select ${columns} from schedules where ${sql}`, parameters));
  const of = (repository: number) => rows('repository = $1 order by task', [repository]);
  const get = async (repository: number, task: string) =>
    (await rows('repository = $1 and task = $2', [repository, task]))[0];
  const forgetOthers = (repository: number, tasks: readonly string[]) =>
    database.query(
      `delete from schedules where repository = $1
       and task not in (select value from json_array_elements_text($2::json))`,
      [repository, JSON.stringify(tasks)],
    );
  return {
    isOn,
    now,
    of,
    get,
    async learn(repository, installation, tasks) {
      const known = new Map((await of(repository.id)).map((row) => [row.task, row]));
      for (const task of tasks) {
        const digest = digestOf(task);
        const before = known.get(task.id);
        const schedule = scheduleOf(task);
        const isSame = before?.digest === digest;
        // A task that was mended gets its next chance at once, and one that was put to sleep goes on sleeping.
        const after = Math.max(now(), before?.snoozedUntil ?? 0);
        const due = isSame ? before.due : schedule && nextDue(schedule, repository.id, after);
        await database.query(
          `insert into schedules (repository, owner, name, default_branch, installation, task, digest, cron, timezone, due_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (repository, task) do update set
             owner = $2, name = $3, default_branch = $4, installation = $5, digest = $7, cron = $8, timezone = $9,
             due_at = case when schedules.digest = $7 then schedules.due_at else $10 end,
             failures = case when schedules.digest = $7 then schedules.failures else 0 end`,
          [
            repository.id,
            repository.owner,
            repository.name,
            repository.defaultBranch,
            installation,
            task.id,
            digest,
            schedule?.cron ?? null,
            task.timezone,
            dateOf(due),
          ],
        );
      }
      await forgetOthers(
        repository.id,
        tasks.map(({ id }) => id),
      );
    },
    async forget(repository) {
      await forgetOthers(repository, []);
    },
    due: () =>
      rows(
        `due_at <= $1 and sent_for is distinct from due_at
         and installation not in (select id from installations where suspended)
         order by due_at, repository, task limit ${MOST_DUE}`,
        [dateOf(now())],
      ),
    async sent({ repository, task, due }) {
      await database.query('update schedules set sent_for = $3 where repository = $1 and task = $2', [
        repository.id,
        task,
        dateOf(due),
      ]);
    },
    async moveOn({ repository, task, schedule, due }, after, last) {
      if (!schedule) return;
      await database.query(
        `update schedules set due_at = $4, last = coalesce($5, last)
         where repository = $1 and task = $2 and due_at = $3`,
        [repository.id, task, dateOf(due), dateOf(nextDue(schedule, repository.id, after)), textOf(last)],
      );
    },
    async snooze({ repository, task, schedule }, until) {
      const due = schedule && nextDue(schedule, repository.id, Math.max(now(), until));
      await database.query(
        'update schedules set snoozed_until = $3, due_at = $4 where repository = $1 and task = $2',
        [repository.id, task, dateOf(until), dateOf(due)],
      );
    },
    async proposeAgain({ repository, task, pull }) {
      if (!pull) return;
      await database.query('update schedules set pull = $3 where repository = $1 and task = $2', [
        repository.id,
        task,
        textOf({ ...pull, digest: '' }),
      ]);
    },
    async isAtWork({ repository, task }, origin) {
      const found = await database.query(
        `select id from runs where repository = $1 and state <> 'ended' and origin <> $3
         and task::json->'maintenance'->>'id' = $2 limit 1`,
        [repository.id, task, origin],
      );
      return found.length > 0;
    },
    async ended({ repository, task, schedule, snoozedUntil }, run, { last, failures, pull, told }) {
      const after = Math.max(now(), snoozedUntil ?? 0);
      const due = schedule && nextDueAfterFailures(schedule, repository.id, after, failures);
      await database.query(
        `update schedules set last = $4, pull = $5, told = $6, ended_run = $3, failures = $7,
           due_at = case when failures = $7 then due_at else $8 end
         where repository = $1 and task = $2`,
        [repository.id, task, run, textOf(last), textOf(pull), textOf(told), failures, dateOf(due)],
      );
    },
  };
}
