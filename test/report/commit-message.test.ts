import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CommitMessageFacts,
  commitMessage,
  longestSubject,
  withVerified,
} from '../../src/report/commit-message.ts';

const facts: CommitMessageFacts = {
  proposed: 'fix(cart): start the total at zero\n\nreduce had no start value.',
  title: 'Start the total at zero',
  paths: ['src/cart.ts'],
  style: 'conventional',
  coAuthor: { name: 'Octo Cat', email: '1+octocat@users.noreply.github.com' },
  run: '01JDYA',
  step: 2,
  of: 3,
  verified: ['lint', 'test'],
};

const subject = (proposed: string | undefined, more: Partial<CommitMessageFacts> = {}) =>
  commitMessage({ ...facts, proposed, ...more }).split('\n')[0];

describe('a commit message', () => {
  it('has subject, body and trailers', () => {
    expect(commitMessage(facts)).toBe(
      [
        'fix(cart): start the total at zero',
        '',
        'reduce had no start value.',
        '',
        'Aider-Run: 01JDYA',
        'Aider-Edit: 2/3',
        'Aider-Verified: lint,test',
        'Co-authored-by: Octo Cat <1+octocat@users.noreply.github.com>',
        '',
      ].join('\n'),
    );
  });

  it('has trailers that git reads', () => {
    const read = execFileSync('git', ['interpret-trailers', '--parse'], {
      input: commitMessage(facts),
      encoding: 'utf8',
    });
    expect(read.trim().split('\n')).toHaveLength(4);
  });

  it('says when nothing was verified, and credits nobody unasked', () => {
    const message = commitMessage({ ...facts, verified: [], coAuthor: undefined });
    expect(message).toContain('Aider-Verified: none\n');
    expect(message).not.toContain('Co-authored-by');
  });
});

describe('the subject', () => {
  it.each([
    ['as proposed', 'feat(ui)!: add a dark mode', 'feat(ui)!: add a dark mode'],
    ['without its full stop', 'fix: start at zero.', 'fix: start at zero'],
    ['with its type in lower case', 'Fix: start at zero', 'fix: start at zero'],
    [
      'without fences and an introduction',
      'Here is the message:\n\n```\nfix: start at zero\n```',
      'fix: start at zero',
    ],
    ['without quotes', '"fix: start at zero"', 'fix: start at zero'],
    ['without thoughts', '<think>hmm, feat: no</think>\nfix: start at zero', 'fix: start at zero'],
    ['with a type where it has none', 'Start the total at zero', 'fix: start the total at zero'],
    ['without saying the type twice', 'Fix the total', 'fix: the total'],
    ['with its capitals where they are a name', 'JSON is read twice', 'fix: JSON is read twice'],
    ['from the step when nothing was proposed', undefined, 'fix: start the total at zero'],
    ['from the step when nothing useful was proposed', '```\n```', 'fix: start the total at zero'],
  ])('%s', (_, proposed, expected) => expect(subject(proposed)).toBe(expected));

  it.each([
    ['test', ['test/cart.test.ts', 'src/a.spec.ts']],
    ['docs', ['README.md', 'docs/x.ts']],
    ['ci', ['.github/workflows/ci.yml']],
    ['fix', ['src/cart.ts', 'README.md']],
  ])('gets the type %s from the files', (type, paths) => {
    expect(subject('Change something', { paths })).toBe(`${type}: change something`);
  });

  it('names the files when there are no words at all', () => {
    expect(subject('', { title: '', paths: ['src/a.ts', 'src/b.ts'] })).toBe(
      'fix: change src/a.ts and 1 more',
    );
    expect(subject('', { title: '', paths: ['src/a.ts'], style: 'plain' })).toBe('change src/a.ts');
  });

  it('is cut between words, and the whole opens the body', () => {
    const long = `fix: ${'several words '.repeat(8).trim()}`;
    const message = commitMessage({ ...facts, proposed: long });
    const [first = '', , body = ''] = message.split('\n');
    expect(first.length).toBeLessThanOrEqual(longestSubject);
    expect(long.startsWith(`${first} `)).toBe(true);
    expect(body.startsWith('fix: several words')).toBe(true);
  });
});

describe('what a message must not do', () => {
  it.each([
    ['close an issue', 'fix: crash\n\nFixes #12, closes octo/cat#3, GH-4', /#\d|GH-\d/],
    ['close an issue by its address', 'fix: closes https://github.com/a/b/issues/1', /https?:/],
    ['ping people', 'fix: crash as @octocat said, use @types/node', /@octocat|@types/],
    ['skip the checks', 'fix: crash [skip ci] [CI SKIP] ***NO_CI***', /skip|NO_CI/i],
    ['skip the checks by a trailer', 'fix: crash\n\nskip-checks: true', /skip-checks/],
    [
      'sign for people',
      'fix: crash\n\nSigned-off-by: Boss <b@x.example>\nReviewed-by: Me',
      /Signed-off|Reviewed-by/,
    ],
    ['claim a verification', 'fix: crash\n\nAider-Verified: everything', /everything/],
    ['hide text', 'fix: crash\u202E\u{E0041}', /[\u202E\u{E0041}]/u],
  ])('%s', (_, proposed, never) => expect(commitMessage({ ...facts, proposed })).not.toMatch(never));

  it('break its form, whatever is proposed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ maxLength: 60 }),
        (proposed, title) => {
          const message = commitMessage({ ...facts, proposed, title });
          const [first = '', blank] = message.split('\n');
          expect([...first].length).toBeLessThanOrEqual(longestSubject);
          expect(first).toMatch(/^[a-z]+(\([^)]*\))?!?: \S/);
          expect(blank).toBe('');
          expect(message.match(/^Aider-Verified: lint,test$/gm)).toHaveLength(1);
        },
      ),
    );
  });
});

describe('a commit that is made again elsewhere', () => {
  const message =
    'fix: x\n\nAs in\nAider-Verified: lint\nof before.\n\nAider-Run: r\nAider-Verified: lint,test\nCo-authored-by: a <a@b>\n';
  it('says what was verified there, in its own trailer alone', () => {
    expect(withVerified(message, ['test', 'test'])).toBe(message.replace('lint,test', 'test'));
    expect(withVerified(message, [])).toBe(message.replace('lint,test', 'none'));
  });
  it('leaves a message without the trailer as it is', () => {
    expect(withVerified('fix: x\n', ['test'])).toBe('fix: x\n');
  });
});
