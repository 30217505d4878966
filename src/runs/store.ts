/** The rows of runs and deliveries. */
import { z } from 'zod';
import { type Outcome, type RunFacts, type StopCause, stopCauses } from '../report/types.ts';
import type { Database } from './database.ts';
import { type EarlierRun, leftBy, leftSchema } from './earlier.ts';
import { type Task, taskSchema } from './task.ts';

/** `stopping`: somebody asked for it; the worker ends the run at its next checkpoint. */
export type RunState = 'queued' | 'running' | 'stopping' | 'ended';

export interface StoredRun {
  id: string;
  task: Task;
  state: RunState;
  /** Who stopped it, and why when it was no command. */
  stop: { by: string; because?: StopCause } | undefined;
  /** JSON. Known from just before the last comment of the run on, so a moment before `state` is `ended`. */
  outcome: string | undefined;
  /** Our tracking comment. */
  comment: number | undefined;
}

const rowSchema = z
  .object({
    id: z.string(),
    task: z.string().transform((text) => taskSchema.parse(JSON.parse(text))),
    state: z.enum(['queued', 'running', 'stopping', 'ended']),
    stopped_by: z.string().nullable(),
    stopped_because: z.enum(stopCauses).nullable(),
    outcome: z.string().nullable(),
    comment: z.coerce.number().nullable(),
  })
  .transform(
    (row): StoredRun => ({
      id: row.id,
      task: row.task,
      state: row.state,
      stop:
        row.stopped_by === null
          ? undefined
          : { by: row.stopped_by, ...(row.stopped_because ? { because: row.stopped_because } : {}) },
      outcome: row.outcome ?? undefined,
      comment: row.comment ?? undefined,
    }),
  );

/** Whether the thread may know how it ended: people answer its last comment while its job is still being closed. */
export function isOver({ state, outcome }: StoredRun): boolean {
  return state === 'ended' || outcome !== undefined;
}

/** Whether it ended with a question. */
export function needsAnswer({ outcome }: StoredRun): boolean {
  if (outcome === undefined) return false;
  return z.object({ kind: z.string() }).parse(JSON.parse(outcome)).kind === 'needs-answer';
}

const earlierRowSchema = z.object({
  id: z.string(),
  task: z.string().transform((text) => taskSchema.parse(JSON.parse(text))),
  state: z.string(),
  comment: z.coerce.number().nullable(),
  // A run that was given up leaves nothing, and so does one of another version.
  remains: z
    .string()
    .nullable()
    .transform((text) => leftSchema.safeParse(JSON.parse(text ?? '{}')).data ?? leftSchema.parse({})),
});

/** Further back nobody means. */
const MOST_EARLIER = 20;

const columns = 'id, task, state, stopped_by, stopped_because, outcome, comment';

export interface RunStore {
  delivery(guid: string): Promise<{ event: string; payload: unknown } | undefined>;
  /** Everything that the delivery asked for is done. */
  settle(guid: string): Promise<void>;
  /** Stores a new run, or returns the one that this origin (one command of one comment) started before. */
  create(task: Task, origin: string): Promise<StoredRun>;
  get(id: string): Promise<StoredRun | undefined>;
  /** Newest first. */
  ofThread(repository: number, issue: number, limit: number): Promise<StoredRun[]>;
  /** The runs that one comment or review started, by the place of the command in it. */
  ofOrigin(kind: 'comment' | 'review', repository: number, id: number): Promise<Map<number, StoredRun>>;
  /** Runs of a thread that have not ended. */
  live(repository: number, issue: number): Promise<StoredRun[]>;
  /** Runs that have not ended and were not touched since `before`. */
  idle(before: Date): Promise<StoredRun[]>;
  /** Deliveries between the two times that nobody took in. */
  unsettled(after: Date, before: Date): Promise<{ guid: string; installation: number }[]>;
  /** How far `name` was read; undefined when it never was. */
  cursor(name: string): Promise<string | undefined>;
  setCursor(name: string, value: string): Promise<void>;
  setComment(id: string, comment: number): Promise<void>;
  /** Gives a run that has not begun another task; false when it has begun meanwhile. */
  retask(id: string, task: Task): Promise<boolean>;
  /** From now on the task stands. Returns the run as it is then. */
  begin(id: string): Promise<StoredRun | undefined>;
  /** A run that waits for something outside counts as not begun. */
  park(id: string): Promise<void>;
  /** The run ends at its next checkpoint. Who came first stays on record. */
  stop(id: string, by: string, because?: StopCause): Promise<void>;
  /** What is said last in the thread: nothing but saying it is left to do. Should that fail, a later attempt concludes anew. */
  conclude(id: string, outcome: Outcome): Promise<void>;
  /** `facts`: what of them later runs need is kept. */
  end(id: string, outcome: Outcome, facts?: RunFacts): Promise<void>;
  /** Runs of the task's thread, and of the pull requests and issues that it is linked with, that were asked for before it. Newest first. */
  earlier(task: Pick<Task, 'run' | 'repository' | 'issue'>): Promise<EarlierRun[]>;
}

export function runStore(database: Database): RunStore {
  const one = async (sql: string, parameters: unknown[]) =>
    z.array(rowSchema).parse(await database.query(sql, parameters))[0];
  return {
    async delivery(guid) {
      const [row] = await database.query('select event, payload from deliveries where guid = $1', [guid]);
      if (!row) return undefined;
      const { event, payload } = z.object({ event: z.string(), payload: z.string() }).parse(row);
      return { event, payload: JSON.parse(payload) };
    },
    async settle(guid) {
      await database.query('update deliveries set settled_at = now() where guid = $1', [guid]);
    },
    async create(task, origin) {
      await database.query(
        `insert into runs (id, origin, repository, issue, installation, task) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing`,
        [task.run, origin, task.repository.id, task.issue, task.installation, JSON.stringify(task)],
      );
      const run = await one(`select ${columns} from runs where origin = $1`, [origin]);
      if (!run) throw new Error(`The run of ${origin} did not stay in the database.`);
      return run;
    },
    get: (id) => one(`select ${columns} from runs where id = $1`, [id]),
    async ofThread(repository, issue, limit) {
      return z
        .array(rowSchema)
        .parse(
          await database.query(
            `select ${columns} from runs where repository = $1 and issue = $2 order by id desc limit $3`,
            [repository, issue, limit],
          ),
        );
    },
    async ofOrigin(kind, repository, id) {
      const prefix = `${kind} ${repository}/${id}/`;
      const rows = z
        .array(z.object({ id: z.string(), origin: z.string() }))
        .parse(await database.query(`select id, origin from runs where starts_with(origin, $1)`, [prefix]));
      const found = new Map<number, StoredRun>();
      for (const row of rows) {
        const run = await one(`select ${columns} from runs where id = $1`, [row.id]);
        if (run) found.set(Number(row.origin.slice(prefix.length)), run);
      }
      return found;
    },
    async live(repository, issue) {
      return z
        .array(rowSchema)
        .parse(
          await database.query(
            `select ${columns} from runs where repository = $1 and issue = $2 and state <> 'ended' order by id`,
            [repository, issue],
          ),
        );
    },
    async idle(before) {
      return z
        .array(rowSchema)
        .parse(
          await database.query(
            `select ${columns} from runs where state <> 'ended' and updated_at < $1 order by id`,
            [before.toISOString()],
          ),
        );
    },
    async unsettled(after, before) {
      return z.array(z.object({ guid: z.string(), installation: z.coerce.number() })).parse(
        await database.query(
          `select guid, installation from deliveries
             where settled_at is null and installation is not null and received_at between $1 and $2
             order by received_at`,
          [after.toISOString(), before.toISOString()],
        ),
      );
    },
    async cursor(name) {
      const [row] = await database.query('select value from cursors where name = $1', [name]);
      return row ? String(row.value) : undefined;
    },
    async setCursor(name, value) {
      await database.query(
        'insert into cursors (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [name, value],
      );
    },
    async retask(id, task) {
      const rows = await database.query(
        `update runs set task = $2, updated_at = now() where id = $1 and state = 'queued' returning id`,
        [id, JSON.stringify(task)],
      );
      return rows.length > 0;
    },
    async setComment(id, comment) {
      await database.query('update runs set comment = $2, updated_at = now() where id = $1', [id, comment]);
    },
    async begin(id) {
      await database.query(
        `update runs set state = 'running', updated_at = now() where id = $1 and state = 'queued'`,
        [id],
      );
      return one(`select ${columns} from runs where id = $1`, [id]);
    },
    async park(id) {
      await database.query(
        `update runs set state = 'queued', updated_at = now() where id = $1 and state = 'running'`,
        [id],
      );
    },
    async stop(id, by, because) {
      await database.query(
        `update runs set state = 'stopping', stopped_by = $2, stopped_because = $3, updated_at = now()
         where id = $1 and state in ('queued', 'running')`,
        [id, by, because ?? null],
      );
    },
    async conclude(id, outcome) {
      await database.query(
        `update runs set outcome = $2, updated_at = now() where id = $1 and state <> 'ended'`,
        [id, JSON.stringify(outcome)],
      );
    },
    async end(id, outcome, facts) {
      const left = facts && leftBy({ ...facts, outcome });
      await database.query(
        `update runs set state = 'ended', outcome = $2, remains = $3, pull_request = $4, updated_at = now() where id = $1`,
        [id, JSON.stringify(outcome), left ? JSON.stringify(left) : null, left?.pullRequest?.number ?? null],
      );
    },
    async earlier({ run, repository, issue }) {
      const rows = z.array(earlierRowSchema).parse(
        await database.query(
          `select id, task, state, comment, remains from runs
           where repository = $1 and id < $2 and (issue = $3 or pull_request = $3 or issue in
             (select pull_request from runs where repository = $1 and issue = $3 and pull_request is not null))
           order by id desc limit ${MOST_EARLIER}`,
          [repository.id, run, issue],
        ),
      );
      return rows.map(({ id, task, state, comment, remains }) => ({
        id,
        verb: task.verb,
        instruction: task.instruction,
        requester: task.requester.login,
        thread: task.issue,
        asked: task.comment,
        ...(comment === null ? {} : { comment }),
        ended: state === 'ended',
        left: remains,
      }));
    },
  };
}
