/** What the books say was spent, for people who ask. Only settled calls count: what is set aside may come back. */
import { z } from 'zod';
import type { Database } from './database.ts';
import { monthOf } from './ledger.ts';

export interface MonthSpending {
  /** US dollars since the first of the month, UTC. */
  usd: number;
  /** The threads that cost most, dearest first. */
  threads: { number: number; runs: number; usd: number }[];
}

export interface SpendingBooks {
  /** US dollars by run id; runs that called no model are missing. */
  ofThread(repository: number, thread: number): Promise<Map<string, number>>;
  ofMonth(repository: number): Promise<MonthSpending>;
}

const runsSchema = z.array(z.object({ run: z.string(), usd: z.number() }));
const threadsSchema = z.array(
  z.object({ thread: z.number().int(), runs: z.coerce.number().int(), usd: z.number() }),
);

export function spendingBooks(database: Database, now: () => number): SpendingBooks {
  return {
    async ofThread(repository, thread) {
      const rows = await database.query(
        `select run, sum(dollars)::float8 as usd from spending
         where repository = $1 and thread = $2 and settled group by run`,
        [repository, thread],
      );
      return new Map(runsSchema.parse(rows).map(({ run, usd }) => [run, usd]));
    },
    async ofMonth(repository) {
      const rows = threadsSchema.parse(
        await database.query(
          `select thread, count(distinct run) as runs, sum(dollars)::float8 as usd from spending
           where repository = $1 and settled and at >= $2 group by thread order by usd desc, thread`,
          [repository, new Date(monthOf(now())).toISOString()],
        ),
      );
      return {
        usd: rows.reduce((sum, row) => sum + row.usd, 0),
        threads: rows.map(({ thread, runs, usd }) => ({ number: thread, runs, usd })),
      };
    },
  };
}
