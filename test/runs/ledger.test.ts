import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/runs/database.ts';
import { type Ceilings, databaseLedger, type Ledger, memoryLedger } from '../../src/runs/ledger.ts';
import { runStore } from '../../src/runs/store.ts';

const noon = Date.UTC(2026, 4, 31, 12);
const wide: Ceilings = { run: 1_000, thread: 1_000, userDay: 1_000, repositoryMonth: 1_000 };

let dir: string;
let database: Database;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'aiderbot-ledger-'));
  database = await openDatabase({ dataDir: dir });
});
afterAll(async () => {
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

let serial = 0;
/** A stored run of somebody in a thread of a repository, and its account. */
async function account(of: { repository: number; thread?: number; requester?: number }) {
  serial++;
  const { repository, thread = 1, requester = 7 } = of;
  const run = `run-${serial}`;
  await database.query(
    `insert into runs (id, origin, repository, issue, task, state) values ($1, $1, $2, $3, '{}', 'running')`,
    [run, repository, thread],
  );
  return { run, repository, thread, requester };
}
const end = (run: string) => runStore(database).end(run, { kind: 'done' });
const books = (now = () => noon) => databaseLedger(database, now);

describe('books in the database', () => {
  test('a call is reserved at its worst and settled at what it cost', async () => {
    const budget = await books().open(await account({ repository: 1 }), { ...wide, run: 2 });
    const first = await budget.reserve(1.5);
    expect(first).toBeDefined();
    expect(await budget.reserve(0.6)).toBeUndefined();
    expect(budget.refusal()).toMatch(/\$0\.60.*\$1\.50 of the \$2\.00 for one run/);
    await first?.settle(0.2);
    await first?.settle(1.9);
    expect(await budget.reserve(1.8)).toBeDefined();
    expect(await budget.reserve(0.1)).toBeUndefined();
  });

  test.each([
    ['thread', { thread: 3 }, 'this thread'],
    ['userDay', { userDay: 3 }, 'one person and day'],
    ['repositoryMonth', { repositoryMonth: 3 }, 'this repository and month'],
  ])('the ceiling of the %s counts what other runs spent', async (_, ceiling, named) => {
    const repository = 100 + serial;
    const ceilings = { ...wide, ...ceiling };
    const earlier = await account({ repository });
    const spent = await (await books().open(earlier, ceilings)).reserve(2.5);
    await spent?.settle(2.5);
    await end(earlier.run);
    const budget = await books().open(await account({ repository }), ceilings);
    expect(await budget.reserve(0.6)).toBeUndefined();
    expect(budget.refusal()).toContain(named);
    expect(await budget.reserve(0.5)).toBeDefined();
  });

  test('other threads, people, days, months and repositories have their own room', async () => {
    const repository = 200;
    const one = { ...wide, thread: 1, userDay: 1 };
    const spend = async (of: { thread?: number; requester?: number; repository?: number }, now = noon) => {
      const budget = await books(() => now).open(await account({ repository, ...of }), {
        ...one,
        ...(of.repository ? { repositoryMonth: 1 } : {}),
      });
      const reserved = await budget.reserve(1);
      await reserved?.settle(1);
      return reserved !== undefined;
    };
    expect(await spend({ thread: 1, requester: 1 })).toBe(true);
    expect(await spend({ thread: 1, requester: 2 })).toBe(false);
    expect(await spend({ thread: 2, requester: 1 })).toBe(false);
    expect(await spend({ thread: 2, requester: 2 })).toBe(true);
    const midnight = Date.UTC(2026, 5, 1);
    expect(await spend({ thread: 3, requester: 1 }, midnight - 1)).toBe(false);
    expect(await spend({ thread: 3, requester: 1 }, midnight)).toBe(true);
    expect(await spend({ repository: 201, requester: 8 })).toBe(true);
    expect(await spend({ repository: 201, thread: 4, requester: 9 })).toBe(false);
    expect(await spend({ repository: 201, thread: 4, requester: 9 }, midnight)).toBe(true);
  });

  test('what a dead process had set aside is released when the run is taken up again', async () => {
    const whose = await account({ repository: 300 });
    const dead = await books().open(whose, { ...wide, run: 1 });
    const lost = await dead.reserve(0.9);
    expect(await dead.reserve(0.9)).toBeUndefined();
    const resumed = await books().open(whose, { ...wide, run: 1 });
    const again = await resumed.reserve(0.9);
    expect(again).toBeDefined();
    await again?.settle(0.1);
    // It was not dead, only slow: what it spent is booked after all.
    await lost?.settle(0.7);
    expect(await resumed.reserve(0.3)).toBeUndefined();
    expect(await resumed.reserve(0.2)).toBeDefined();
  });

  test('a run that ended holds nothing back, and an amount that is no number is refused', async () => {
    const whose = await account({ repository: 400 });
    await (await books().open(whose, wide)).reserve(900);
    await end(whose.run);
    const budget = await books().open(await account({ repository: 400 }), wide);
    expect(await budget.reserve(Number.NaN)).toBeUndefined();
    expect(await budget.reserve(-1)).toBeUndefined();
    expect(await budget.reserve(1_000)).toBeDefined();
  });
});

/** One vendor call as a run makes it: the worst it can cost, the part of it that it does cost, and whether it is ever settled. */
const calls = fc.array(
  fc.record({
    run: fc.nat({ max: 3 }),
    worst: fc.double({ min: 0, max: 2, noNaN: true }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    pause: fc.nat({ max: 3 }),
  }),
  { maxLength: 14 },
);

async function spendAtOnce(
  budgets: { reserve: Awaited<ReturnType<Ledger['open']>>['reserve'] }[],
  plan: { run: number; worst: number; part: number; pause: number }[],
): Promise<number[]> {
  const spent = budgets.map(() => 0);
  await Promise.all(
    plan.map(async ({ run, worst, part, pause }) => {
      for (let turn = 0; turn < pause; turn++) await Promise.resolve();
      const reservation = await budgets[run % budgets.length]?.reserve(worst);
      if (!reservation) return;
      spent[run % budgets.length] = (spent[run % budgets.length] ?? 0) + worst * part;
      await reservation.settle(worst * part);
    }),
  );
  return spent;
}
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test('whatever the replies cost, runs of one repository at the same time never pass a ceiling', async () => {
  let repository = 1_000;
  await fc.assert(
    fc.asyncProperty(calls, fc.double({ min: 0, max: 6, noNaN: true }), async (plan, ceiling) => {
      repository++;
      const ceilings = { ...wide, run: ceiling / 2, repositoryMonth: ceiling };
      const budgets = [];
      for (let run = 0; run < 4; run++)
        budgets.push(await books().open(await account({ repository, thread: run }), ceilings));
      const spent = await spendAtOnce(budgets, plan);
      expect(sum(spent)).toBeLessThanOrEqual(ceiling + 1e-9);
      for (const amount of spent) expect(amount).toBeLessThanOrEqual(ceiling / 2 + 1e-9);
    }),
    { numRuns: 25 },
  );
});

test('so do the books in memory, and they go on from what a journal says was spent', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.double({ min: 0, max: 6, noNaN: true }), async (plan, ceiling) => {
      const budget = await memoryLedger(ceiling / 4).open(
        { run: 'r', repository: 0, thread: 0, requester: 0 },
        { ...wide, run: ceiling },
      );
      expect(sum(await spendAtOnce([budget], plan))).toBeLessThanOrEqual((ceiling * 3) / 4 + 1e-9);
    }),
  );
});
