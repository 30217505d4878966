import { expect, test } from 'vitest';
import { mergeReason, resolveInstruction } from '../../../src/runs/jobs/merge-words.ts';
import { readMerge } from '../../../src/workspace/merge.ts';

const z = (...fields: string[]) => fields.map((field) => `${field}\0`).join('');
const entry = (stage: number, path: string) => `100644 ${'a'.repeat(40)} ${stage}\t${path}`;
const tree = 'f'.repeat(40);

test('a clean merge is a tree alone', () => {
  expect(readMerge(`${tree}\0`)).toEqual({ tree, conflicts: [], others: [] });
});

test('conflicts are told apart by what an edit can resolve', () => {
  const output =
    z(tree, entry(1, 'f'), entry(2, 'f'), entry(3, 'f'), entry(1, 'g'), entry(3, 'g'), '') +
    z('1', 'f', 'Auto-merging', 'Auto-merging f\n') +
    z('1', 'f', 'CONFLICT (contents)', 'CONFLICT (content): Merge conflict in f\n') +
    z('2', 'g', 'h', 'CONFLICT (modify/delete)', 'CONFLICT (modify/delete): …\n');
  const merged = readMerge(output);
  expect(merged).toEqual({
    tree,
    conflicts: ['f'],
    others: [{ paths: ['g', 'h'], kind: 'CONFLICT (modify/delete)' }],
  });
  expect(mergeReason(merged, () => false)).toContain(
    '`g`, `h` is one that no edit can resolve (modify/delete)',
  );
});

test('protected files and too many of them are left to people', () => {
  const merged = (conflicts: string[]) => ({ tree, conflicts, others: [] });
  expect(mergeReason(merged(['a', 'ci.yml']), (path) => path === 'ci.yml')).toContain(
    'in `ci.yml`, which no run may change',
  );
  expect(mergeReason(merged(Array.from({ length: 30 }, (_, n) => `f${n}`)), () => false)).toContain(
    '30 files',
  );
  expect(mergeReason(merged(['a', 'b']), () => false)).toBeUndefined();
});

test('the model is told which side is which, and what the requester adds', () => {
  const text = resolveInstruction('main', ['a.ts', 'b.ts'], 'Prefer the new names.');
  expect(text).toContain('are those of "main"');
  expect(text).toContain('a.ts, b.ts');
  expect(text).toMatch(/Prefer the new names\.$/);
});
