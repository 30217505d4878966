/** Which installations are suspended, and what waits for them. */
import { z } from 'zod';
import type { Database } from './database.ts';
import type { RunStore, StoredRun } from './store.ts';

export interface Installations {
  isSuspended(id: number): Promise<boolean>;
  suspended(): Promise<number[]>;
  setSuspended(id: number, suspended: boolean): Promise<void>;
  /** Runs that have not ended, oldest first. */
  runs(id: number): Promise<StoredRun[]>;
  /** Deliveries that were not taken in yet, by their GUIDs, oldest first. */
  deliveries(id: number): Promise<string[]>;
  /** Ids of repositories that had a run. */
  repositories(id: number): Promise<number[]>;
  /** Forgets what people wrote there: deliveries, the journals of its runs, and its schedules. What was spent stays on the books. */
  forget(id: number): Promise<void>;
}

const guids = z.array(z.object({ guid: z.string() }).transform(({ guid }) => guid));
const ids = z.array(z.object({ id: z.coerce.number() }).transform(({ id }) => id));

export function installations(database: Database, store: Pick<RunStore, 'get'>): Installations {
  return {
    async isSuspended(id) {
      const rows = await database.query('select id from installations where id = $1 and suspended', [id]);
      return rows.length > 0;
    },
    async suspended() {
      return ids.parse(await database.query('select id from installations where suspended'));
    },
    async setSuspended(id, suspended) {
      await database.query(
        `insert into installations (id, suspended) values ($1, $2)
         on conflict (id) do update set suspended = excluded.suspended`,
        [id, suspended],
      );
    },
    async runs(id) {
      const rows = z
        .array(z.object({ id: z.string() }))
        .parse(
          await database.query(
            `select id from runs where installation = $1 and state <> 'ended' order by id`,
            [id],
          ),
        );
      const runs = await Promise.all(rows.map((row) => store.get(row.id)));
      return runs.filter((run) => run !== undefined);
    },
    async deliveries(id) {
      return guids.parse(
        await database.query(
          'select guid from deliveries where installation = $1 and settled_at is null order by received_at',
          [id],
        ),
      );
    },
    async repositories(id) {
      return ids.parse(
        await database.query('select distinct repository as id from runs where installation = $1', [id]),
      );
    },
    async forget(id) {
      await database.query('delete from journal where run in (select id from runs where installation = $1)', [
        id,
      ]);
      await database.query('delete from deliveries where installation = $1', [id]);
      await database.query('delete from schedules where installation = $1', [id]);
      await database.query('delete from installations where id = $1', [id]);
    },
  };
}
