import { describe, expect, test } from 'vitest';
import type { PlanFacts } from '../../../src/report/types.ts';
import { type EarlierRun, leftSchema } from '../../../src/runs/earlier.ts';
import { choosePlan, isHash, staleness } from '../../../src/runs/jobs/plan-choice.ts';

function planFacts(hash: string): PlanFacts {
  return {
    hash: hash.padEnd(32, '0'),
    instruction: 'shout',
    thread: 'as it was',
    base: 'b'.repeat(40),
    intro: '',
    steps: [{ title: 'Shout', text: 'In poem.txt.', files: ['poem.txt'] }],
    files: [
      { path: 'poem.txt', isNew: false },
      { path: 'notes.md', isNew: true },
    ],
    context: [],
    checks: [],
    estimate: { tokens: { least: 1, most: 2 } },
  };
}

function run(id: string, verb: string, left: object, more: Partial<EarlierRun> = {}): EarlierRun {
  return {
    id,
    verb,
    instruction: '',
    requester: 'ada',
    thread: 7,
    asked: { id: 1, updatedAt: '' },
    ended: true,
    left: leftSchema.parse(left),
    ...more,
  };
}
const planned = (id: string, hash: string) => run(id, 'plan', { plan: planFacts(hash) });
const commit = { id: 'c'.repeat(40), subject: 'feat: shout', paths: ['poem.txt'] };
const approval = (id: string, of: string, commits: object[]) =>
  run(id, 'approve', { carriesOut: { run: of, hash: 'x' }, commits });

/** Id of the chosen plan's run, or the reason why there is none. */
function chosen(earlier: EarlierRun[], text = ''): string {
  const choice = choosePlan(earlier, 7, text);
  return choice.ok ? choice.run.id : choice.reason;
}

describe('which plan an approval means', () => {
  test('the newest of the thread, with or without its hash', () => {
    const runs = [run('4', 'ask', {}), planned('3', 'bbbb1111'), planned('2', 'aaaa1111')];
    expect(chosen(runs)).toBe('3');
    expect(chosen(runs, 'BBBB')).toBe('3');
    expect(chosen(runs, '`bbbb1111`')).toBe('3');
  });

  test('never one of another thread, an older one, or one that does not exist', () => {
    const runs = [planned('3', 'bbbb1111'), planned('2', 'aaaa1111')];
    expect(chosen([run('9', 'plan', { plan: planFacts('cccc1111') }, { thread: 8 }), ...runs])).toBe('3');
    expect(chosen(runs, 'aaaa')).toContain('`aaaa1111` is not the newest any more');
    expect(chosen(runs, 'dddd')).toContain('no plan here has the hash `dddd`');
    expect(chosen([])).toContain('no plan here');
    expect(chosen([run('2', 'plan', {}, { ended: false })])).toContain('not finished yet');
    expect(chosen([run('4', 'plan', {}, { ended: false }), ...runs])).toContain('in the making');
  });

  test('each plan once: an approval that made nothing does not use it up', () => {
    const plan = planned('2', 'aaaa1111');
    expect(chosen([approval('3', '2', []), plan])).toBe('2');
    expect(chosen([approval('3', '2', [commit]), plan])).toContain('carried out already, by run `3`');
    expect(chosen([run('3', 'approve', {}, { ended: false }), plan])).toContain('being carried out');
    // What an older plan became does not count against the new one.
    expect(chosen([planned('4', 'bbbb1111'), approval('3', '2', [commit]), plan])).toBe('4');
  });
});

describe('what makes a plan stale', () => {
  const plan = planFacts('aaaa');
  const same = { thread: 'as it was', instructionEdited: undefined, changed: [] };
  test.each([
    ['nothing changed', same, undefined],
    ['another file changed', { ...same, changed: ['title.txt'] }, undefined],
    ['a file of it changed', { ...same, changed: ['title.txt', 'poem.txt'] }, 'with changes in `poem.txt`'],
    ['a file that it wants to create is there', { ...same, changed: ['notes.md'] }, '`notes.md`'],
    ['the thread was edited', { ...same, thread: 'other' }, 'title or text'],
    ['the branch was rewritten', { ...same, changed: undefined }, 'rewritten'],
    ['a comment was edited', { ...same, instructionEdited: 'edited by @eve' }, 'edited by @eve'],
  ])('%s', (_, since, expected) => {
    const reason = staleness(plan, since);
    if (expected === undefined) expect(reason).toBeUndefined();
    else expect(reason).toContain(expected);
  });
});

test('only a hash alone is no instruction', () => {
  expect(['3f9c', '`3f9c2a1b`', 'ABCDEF12'].map(isHash)).toEqual([true, true, true]);
  expect(['abc', '3f9c2a1b please', 'looks good', 'deadbeef\nbut louder'].some(isHash)).toBe(false);
});
