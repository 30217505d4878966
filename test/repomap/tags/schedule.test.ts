import { describe, expect, it } from 'vitest';
import { batchesOf, Shares } from '../../../src/repomap/tags/schedule.ts';

const file = (path: string, size = 1000) => ({ path, blob: '', size });

describe('batchesOf', () => {
  it('keeps files of one language together, in their order', () => {
    const files = ['a.ts', 'b.py', 'c.ts', 'd.unknown', 'e.py'].map((path) => file(path));
    expect(batchesOf(files, [0, 1, 2, 3, 4]).map((batch) => batch.rows)).toEqual([[0, 2, 1, 4, 3]]);
  });

  it('ends a batch at half a megabyte or 256 files', () => {
    const large = Array.from({ length: 5 }, (_, index) => file(`${index}.go`, 300_000));
    expect(batchesOf(large, [0, 1, 2, 3, 4]).map((batch) => batch.rows)).toEqual([[0, 1], [2, 3], [4]]);
    const small = Array.from({ length: 300 }, (_, index) => file(`${index}.go`, 10));
    expect(batchesOf(small, [...small.keys()]).map((batch) => batch.rows.length)).toEqual([256, 44]);
  });
});

describe('Shares', () => {
  const batches = [1, 2, 3, 4, 5, 6].map((row) => ({ rows: [row], bytes: 100 }));

  it('gives each lane a stretch of its own', () => {
    const shares = new Shares(batches, 2);
    expect([shares.next(0), shares.next(1), shares.next(0), shares.next(1)]).toEqual([[1], [4], [2], [5]]);
  });

  it('lets an idle lane take the end of what another has left, and every batch once', () => {
    const shares = new Shares(batches, 2);
    const taken = [];
    for (let rows = shares.next(0); rows; rows = shares.next(0)) taken.push(...rows);
    expect(taken).toEqual([1, 2, 3, 6, 5, 4]);
    expect(shares.next(1)).toBeUndefined();
  });

  it('has something for one lane when a single file is larger than all others', () => {
    const shares = new Shares([{ rows: [1], bytes: 900 }, ...batches.slice(0, 1)], 3);
    expect([shares.next(2), shares.next(0), shares.next(1)]).toEqual([[1], [1], undefined]);
  });
});
