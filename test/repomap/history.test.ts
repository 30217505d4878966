import { describe, expect, it } from 'vitest';
import { changedTogether, historyEvidence } from '../../src/repomap/history.ts';
import { parseLog } from '../../src/repomap/source-git.ts';
import type { Commit } from '../../src/repomap/types.ts';
import { wordsOf } from '../../src/repomap/words.ts';

const paths = ['a.py', 'b.py', 'c.py'];
const commit = (subject: string, ...changed: string[]): Commit => ({ time: 0, subject, paths: changed });
const query = (text: string) => new Map(wordsOf(text).map((hash) => [hash, 1]));

describe('commits with similar subjects', () => {
  it('speak for the files that they changed, the fresher the more', () => {
    const old = Array.from({ length: 900 }, () => commit('something else', 'c.py'));
    const commits = [commit('Fix lost umbrella', 'a.py'), ...old, commit('Fix lost umbrella', 'b.py')];
    const { similar } = historyEvidence(commits, paths, query('umbrella lost again'));
    expect(similar[0]).toBe(1);
    expect(similar[1]).toBeGreaterThan(0.5);
    expect(similar[1]).toBeLessThan(1);
    expect(similar[2]).toBe(0);
  });

  it('say nothing when they are sweeps over everything', () => {
    const many = Array.from({ length: 40 }, (_, number) => `f${number}.py`);
    const { similar } = historyEvidence([commit('umbrella', 'a.py', ...many)], paths, query('umbrella'));
    expect(similar[0]).toBe(0);
  });

  it('may name files that are gone', () => {
    expect(historyEvidence([commit('umbrella', 'gone.py')], paths, query('umbrella')).changes).toEqual([]);
  });
});

describe('files changed together', () => {
  it('are counted, and weighed by how much else they change with', () => {
    const commits = [
      commit('one', 'a.py', 'b.py'),
      commit('two', 'a.py', 'b.py'),
      commit('three', 'a.py', 'c.py'),
      ...Array.from({ length: 20 }, () => commit('other', 'c.py')),
    ];
    const { signal, times } = changedTogether(
      historyEvidence(commits, paths, new Map()),
      new Set([0]),
      paths.length,
    );
    expect([...times]).toEqual([0, 2, 1]);
    expect(signal[1]).toBe(1);
    expect(signal[2]).toBeLessThan(0.4);
    expect(signal[0]).toBe(0);
  });
});

describe('parseLog', () => {
  it('reads commits without files and files with odd names', () => {
    expect(parseLog('\x0110\0empty\0\x0120\0two files\0\na b.py\0ü\tc.py\0')).toEqual([
      { time: 10, subject: 'empty', paths: [] },
      { time: 20, subject: 'two files', paths: ['a b.py', 'ü\tc.py'] },
    ]);
  });
  it('makes no commit of a subject that holds the mark between commits', () => {
    expect(parseLog('\x0120\0odd\x01subject\0\na.py\0\x0110\0next\0\nb.py\0')).toEqual([
      { time: 20, subject: 'odd', paths: [] },
      { time: 10, subject: 'next', paths: ['b.py'] },
    ]);
  });
});
