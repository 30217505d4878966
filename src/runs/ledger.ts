/** The books: what runs spent and what is set aside for calls under way, so that no ceiling of a repository can be passed. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Budget, formatDollars, type Reservation } from '../models/cost.ts';
import type { Database } from './database.ts';
import type { Task } from './task.ts';

/** Who a run's spending counts for. */
export interface Account {
  run: string;
  repository: number;
  /** Issue or pull request. */
  thread: number;
  requester: number;
}

/** Most US dollars; all four hold at the same time. Days and months are those of UTC. */
export interface Ceilings {
  run: number;
  thread: number;
  userDay: number;
  repositoryMonth: number;
}

/** The money of one run. A refusal by `reserve` is for good: nothing was set aside. */
export interface RunBudget extends Budget {
  /** Most US dollars for the run, by the settings or by the server, whichever is less. */
  readonly limit: number;
  /** Which ceiling refused last, as a sentence; undefined when none did. */
  refusal(): string | undefined;
}

export interface Ledger {
  /**
   * Opens the books of a run. Whoever opens them is the only one at work on the run, so what an earlier attempt had set
   * aside and never settled is released: its process died, and the same calls are reserved again when they are made again.
   */
  open(account: Account, ceilings: Ceilings): Promise<RunBudget>;
}

export function accountOf(task: Task): Account {
  return {
    run: task.run,
    repository: task.repository.id,
    thread: task.issue,
    requester: task.requester.id,
  };
}

const names: Record<keyof Ceilings, string> = {
  run: 'one run (`budget.per_run`)',
  thread: 'this thread (`budget.per_thread`)',
  userDay: 'one person and day (`budget.per_user_day`)',
  repositoryMonth: 'this repository and month (`budget.per_repo_month`)',
};

/** The first ceiling that `dollars` more would pass. Written so that an amount that is no number passes all of them. */
function passed(dollars: number, used: Ceilings, ceilings: Ceilings): keyof Ceilings | undefined {
  const kinds = ['run', 'thread', 'userDay', 'repositoryMonth'] as const;
  return kinds.find((kind) => !(dollars >= 0 && used[kind] + dollars <= ceilings[kind]));
}

function refusalText(kind: keyof Ceilings, dollars: number, used: Ceilings, ceilings: Ceilings): string {
  return `The next model call could cost up to ${formatDollars(inCents(dollars))}, and ${formatDollars(inCents(used[kind]))} of the $${ceilings[kind].toFixed(2)} for ${names[kind]} are used or set aside. So it was not made.`;
}

/** Rounded up: a limit that is reached by less than a cent must not read as if there were room. */
const inCents = (dollars: number) => Math.ceil(dollars * 100) / 100;

/**
 * Books in memory, for a process that does one run. `spent`: what the run's journal says was spent before.
 */
export function memoryLedger(spent = 0): Ledger {
  return {
    async open(_account, ceilings) {
      const open = new Map<string, number>();
      let settled = spent;
      let refusal: string | undefined;
      return {
        limit: ceilings.run,
        refusal: () => refusal,
        reserve(dollars) {
          const sum = settled + [...open.values()].reduce((total, amount) => total + amount, 0);
          const used = { run: sum, thread: sum, userDay: sum, repositoryMonth: sum };
          const kind = passed(dollars, used, ceilings);
          if (kind) {
            refusal = refusalText(kind, dollars, used, ceilings);
            return undefined;
          }
          const id = randomUUID();
          open.set(id, dollars);
          return {
            settle(actual) {
              if (!open.delete(id)) return;
              settled += actual;
            },
          };
        },
      };
    },
  };
}

const sumsSchema = z.tuple([
  z.object({
    run: z.number(),
    thread: z.number(),
    user_day: z.number(),
    repository_month: z.number(),
  }),
]);

/** Runs that ended hold nothing back: a call of theirs that was never settled died with them. */
const sumsQuery = `
  select coalesce(sum(s.dollars) filter (where s.run = $2), 0)::float8 as run,
         coalesce(sum(s.dollars) filter (where s.thread = $3), 0)::float8 as thread,
         coalesce(sum(s.dollars) filter (where s.requester = $4 and s.at >= $5), 0)::float8 as user_day,
         coalesce(sum(s.dollars) filter (where s.at >= $6), 0)::float8 as repository_month
  from spending s join runs r on r.id = s.run
  where s.repository = $1 and (s.settled or r.state <> 'ended')`;

/** What no settings of a repository can raise: the operator's own ceilings. */
export type Caps = Partial<Pick<Ceilings, 'run' | 'repositoryMonth'>>;

function capped(ceilings: Ceilings, { run, repositoryMonth }: Caps): Ceilings {
  return {
    ...ceilings,
    run: Math.min(ceilings.run, run ?? Number.POSITIVE_INFINITY),
    repositoryMonth: Math.min(ceilings.repositoryMonth, repositoryMonth ?? Number.POSITIVE_INFINITY),
  };
}

/** Books in the database: one row for each call, reserved and then settled. `now` in milliseconds since 1970. */
export function databaseLedger(database: Database, now: () => number, caps: Caps = {}): Ledger {
  return {
    async open(account, wanted) {
      const ceilings = capped(wanted, caps);
      await database.query('delete from spending where run = $1 and not settled', [account.run]);
      let refusal: string | undefined;
      return {
        limit: ceilings.run,
        refusal: () => refusal,
        reserve: (dollars) =>
          database.transaction(async (query): Promise<Reservation | undefined> => {
            // Sum and insert have to be one: two runs of a repository must not both see the same room.
            await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
              `spending ${account.repository}`,
            ]);
            const at = now();
            const [sums] = sumsSchema.parse(
              await query(sumsQuery, [
                account.repository,
                account.run,
                account.thread,
                account.requester,
                new Date(dayOf(at)).toISOString(),
                new Date(monthOf(at)).toISOString(),
              ]),
            );
            const used = {
              run: sums.run,
              thread: sums.thread,
              userDay: sums.user_day,
              repositoryMonth: sums.repository_month,
            };
            const kind = passed(dollars, used, ceilings);
            if (kind) {
              refusal = refusalText(kind, dollars, used, ceilings);
              return undefined;
            }
            const id = randomUUID();
            const row = [
              id,
              account.run,
              account.repository,
              account.thread,
              account.requester,
              new Date(at).toISOString(),
            ];
            await query(`${insertRow} ($1, $2, $3, $4, $5, $6, $7, false)`, [...row, dollars]);
            return {
              async settle(actual) {
                // Inserts when the row was released meanwhile: a worker that was taken for dead did spend this.
                await database.query(
                  `${insertRow} ($1, $2, $3, $4, $5, $6, $7, true)
                   on conflict (id) do update set dollars = excluded.dollars, settled = true where not spending.settled`,
                  [...row, actual],
                );
              },
            };
          }),
      };
    },
  };
}

const insertRow =
  'insert into spending (id, run, repository, thread, requester, at, dollars, settled) values';

function dayOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

/** Start of the month of `time`, UTC; both in milliseconds since 1970. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
