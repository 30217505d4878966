import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchName } from '../../src/report/branch-name.ts';

const name = (title: string, taken: string[] = [], prefix = 'aider/', issue: number | undefined = 12) =>
  branchName({ prefix, issue, title, taken });

describe('branchName', () => {
  it.each([
    ['the words of the title', 'Login form loses its input!', 'aider/12-login-form-loses-its-input'],
    ['no accents', 'Überprüfung der Größe', 'aider/12-uberprufung-der-gro-e'],
    ['the number alone for other scripts', '登录页面崩溃', 'aider/12'],
    ['no path of its own', '../../etc/passwd', 'aider/12-etc-passwd'],
    ['no option of git', '--upload-pack=x', 'aider/12-upload-pack-x'],
    [
      '40 characters at most, cut between words',
      `${'word '.repeat(20)}`,
      'aider/12-word-word-word-word-word-word-word-word',
    ],
  ])('has %s', (_, title, expected) => expect(name(title)).toBe(expected));

  it('counts up when taken, in any case', () => {
    expect(name('x', ['aider/12-x'])).toBe('aider/12-x-2');
    expect(name('x', ['Aider/12-X', 'aider/12-x-2'])).toBe('aider/12-x-3');
  });

  it('steps aside for a folder of the same name', () => {
    expect(name('x', ['aider/12-x/old'])).toBe('aider/12-x-2');
  });

  it('leaves the folder when a branch bears its name', () => {
    expect(name('x', ['aider'])).toBe('aider-12-x');
    expect(name('x', ['aider', 'aider-12-x'])).toBe('aider-12-x-2');
  });

  it('works without an issue, a title or a prefix', () => {
    expect(branchName({ prefix: 'aider/', title: 'Lint debt', taken: [] })).toBe('aider/lint-debt');
    expect(branchName({ prefix: '', title: '', taken: [] })).toBe('change');
    expect(name('x', [], 'bot')).toBe('bot-12-x');
  });

  it('is a name that git accepts, whatever it is made of', () => {
    const made = fc.sample(
      fc.tuple(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 12 })),
      60,
    );
    for (const [title, prefix] of made) {
      const branch = branchName({ prefix, title, taken: [] });
      expect(execFileSync('git', ['check-ref-format', '--branch', branch], { encoding: 'utf8' }).trim()).toBe(
        branch,
      );
    }
  });
});
