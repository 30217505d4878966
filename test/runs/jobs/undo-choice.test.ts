import { describe, expect, test } from 'vitest';
import { type BranchCommit, chooseRedo, chooseUndo, readCommit } from '../../../src/runs/jobs/undo-choice.ts';

const app = '1+aiderbot[bot]@users.noreply.example.com';
const ids = { a: 'aaaa1'.padEnd(40, '0'), b: 'bbbb2'.padEnd(40, '0'), c: 'cccc3'.padEnd(40, '0') };
const other = { u: 'dddd4'.padEnd(40, '0'), r: 'eeee5'.padEnd(40, '0'), person: 'aaaaf'.padEnd(40, '0') };

function edit(id: string, run: string, by = app): BranchCommit {
  const message = `feat: ${id.slice(0, 1)}\n\nWhy.\n\nAider-Run: ${run}\nAider-Edit: 1/1\nAider-Verified: none\n`;
  return readCommit({ id, parents: ['0'], authorEmail: by, message }, app);
}
function back(id: string, key: 'Aider-Undo' | 'Aider-Redo', ...taken: string[]): BranchCommit {
  const lines = taken.map((one) => `${key}: ${one}\n`).join('');
  const message = `revert: something\n\nAider-Run: R9\n${lines}Aider-Verified: test\n`;
  return readCommit({ id, parents: ['0'], authorEmail: app, message }, app);
}

/** Newest first, as git tells it: c and b of the last run, a commit of a person, a of an earlier run. */
const branch = [
  edit(ids.c, 'R2'),
  edit(ids.b, 'R2'),
  edit(other.person, 'R2', 'ada@example.com'),
  edit(ids.a, 'R1'),
];

/** The first letters of what would be taken back, or the reason why nothing would. */
function chosen(choice: ReturnType<typeof chooseUndo>): string {
  return choice.ok ? choice.commits.map(({ id }) => id.slice(0, 1)).join('') : choice.reason;
}

describe('undo', () => {
  test.each([
    ['', 'c'],
    ['1', 'c'],
    ['3', 'cba'],
    ['all', 'cb'],
    [ids.a, 'a'],
    ['BBBB', 'b'],
  ])('"%s" takes back %s', (text, expected) => {
    expect(chosen(chooseUndo(branch, text))).toBe(expected);
  });

  test.each([
    ['4', /only 3 commits of the bot are left/],
    ['0', /`0` is neither a number/],
    ['please', /`please` is neither a number/],
    ['aaaa', /several commits/],
    ['ffff', /no commit of this pull request starts with `ffff`/],
    [other.person, /`aaaaf00` was not made by the bot/],
  ])('"%s" is refused with the reason', (text, reason) => {
    expect(chosen(chooseUndo(branch, text))).toMatch(reason);
  });

  test('what is undone is not undone twice; what was brought back can be', () => {
    const undone = [back(other.u, 'Aider-Undo', ids.c, ids.b), ...branch];
    expect(chosen(chooseUndo(undone, ''))).toBe('a');
    expect(chosen(chooseUndo(undone, 'cccc'))).toBe('`cccc300` is undone already, by `dddd400`');
    expect(chosen(chooseUndo(undone, 'dddd'))).toMatch(/itself an undo/);
    const redone = [back(other.r, 'Aider-Redo', other.u), ...undone];
    expect(chosen(chooseUndo(redone, 'all'))).toBe('cb');
    expect(chosen(chooseUndo(redone, 'eeee'))).toMatch(/brought commits back/);
  });

  test('nothing is left when all is undone, and when the bot never worked here', () => {
    const [c] = branch;
    if (!c) throw new Error('no commit');
    expect(chosen(chooseUndo([back(other.u, 'Aider-Undo', c.id), c], ''))).toMatch(/undone already/);
    expect(chosen(chooseUndo([edit(ids.a, 'R1', 'ada@example.com')], '2'))).toMatch(/was made by the bot/);
  });

  test('a merge of the base branch is not the last edit', () => {
    const message = 'chore: merge branch main\n\nAider-Run: R3\nAider-Edit: 1/1\nAider-Verified: test\n';
    const merge = readCommit({ id: other.u, parents: ['1', '2'], authorEmail: app, message }, app);
    expect(chosen(chooseUndo([merge, ...branch], ''))).toBe('c');
    expect(chosen(chooseUndo([merge, ...branch], other.u))).toContain('left as it is');
  });

  test('a person cannot pose as an undo', () => {
    const posing = readCommit(
      {
        id: other.u,
        parents: ['0'],
        authorEmail: 'eve@example.com',
        message: `x\n\nAider-Run: R1\nAider-Undo: ${ids.c}`,
      },
      app,
    );
    expect(chosen(chooseUndo([posing, ...branch], ''))).toBe('c');
  });
});

describe('redo', () => {
  test('takes the last undo back, then the one before', () => {
    const first = back(other.u, 'Aider-Undo', ids.c);
    const second = back('9999'.padEnd(40, '0'), 'Aider-Undo', ids.b);
    expect(chosen(chooseRedo([second, first, ...branch]))).toBe('9');
    const redone = [back(other.r, 'Aider-Redo', second.id), second, first, ...branch];
    expect(chosen(chooseRedo(redone))).toBe('d');
  });

  test('needs an undo', () => {
    expect(chosen(chooseRedo(branch))).toMatch(/no undo on this pull request/);
  });
});
