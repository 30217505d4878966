import { describe, expect, it } from 'vitest';
import {
  pullRequestBody,
  pullRequestTitle,
  summaryEnd,
  summaryStart,
  withFollowUp,
} from '../../src/report/pull-request.ts';
import type { RunFacts } from '../../src/report/types.ts';
import { commit, done, partial, unchecked, voice } from './examples.ts';

describe('the title', () => {
  const facts = { commits: done.commits, title: 'Cart total is wrong', style: 'conventional' as const };

  it.each([
    ['what the model proposed', { proposed: 'fix(cart): mend the total' }, 'fix(cart): mend the total'],
    ['the only commit', { commits: [commit(1, 1, 'perf: cache', ['a.ts'])] }, 'perf: cache'],
    ['the issue', {}, 'fix: cart total is wrong'],
  ])('is %s', (_, more, expected) => expect(pullRequestTitle({ ...facts, ...more })).toBe(expected));

  it('closes nothing and pings nobody, since a squash merge makes it a commit', () => {
    expect(pullRequestTitle({ ...facts, proposed: 'fix: closes #1 for @octocat' })).toBe(
      'fix: closes issue 1 for octocat',
    );
  });
});

describe('the body', () => {
  it('closes the issue only when the change is finished and goes to the default branch', () => {
    expect(pullRequestBody(done, voice)).toContain('\nCloses #12\n');
    expect(pullRequestBody(partial, voice)).toContain('\nPart of #12\n');
    expect(pullRequestBody(unchecked, voice)).toContain('\nPart of #12\n');
  });

  it('offers undo only where there is such a command', () => {
    expect(pullRequestBody(done, voice)).toContain('`git revert 1111111`');
    const able = { ...voice, available: new Set([...voice.available, 'undo']) };
    expect(pullRequestBody(done, able)).toContain('`/aider undo 1111111`');
  });

  it('keeps the template of the repository above', () => {
    const body = pullRequestBody(done, voice, '## Checklist\n- [ ] tested\n');
    expect(body.startsWith(`## Checklist\n- [ ] tested\n\n${summaryStart}`)).toBe(true);
  });

  it('says when checks ran without a sandbox', () => {
    const direct = {
      ...done,
      final: done.final.map((check) => ({ ...check, environment: 'direct' as const })),
    };
    expect(pullRequestBody(direct, voice)).toContain('without a sandbox');
    expect(pullRequestBody(done, voice)).not.toContain('without a sandbox');
  });
});

describe('a further run on the same branch', () => {
  const later: RunFacts = {
    ...done,
    id: '01JDYAB6Q1X6T7M1R2S3T4V5W7',
    command: { verb: 'fix', text: 'also cover two items', notes: [] },
    commits: [commit(1, 1, 'test(cart): cover two items', ['test/cart.test.ts'])],
  };
  const body = `Mine, above.  \r\n\n${pullRequestBody(partial, voice)}\n\nMine, below.\n`;

  it('is told below the first one, and the text of people stays as it is', async () => {
    const told = withFollowUp(body, later, voice, true);
    expect(told.startsWith('Mine, above.  \r\n\n')).toBe(true);
    expect(told.endsWith(`${summaryEnd}\n\nMine, below.\n`)).toBe(true);
    expect(told).toContain('| 1111111 | fix(cart): start the total at zero |');
    expect(told.indexOf('### Since then')).toBeGreaterThan(told.indexOf('### Commits'));
    await expect(told).toMatchFileSnapshot('golden/body-follow-up.md');
  });

  it('is the same when it is told again, and comes after the runs before it', () => {
    const told = withFollowUp(body, later, voice, false);
    expect(withFollowUp(told, later, voice, false)).toBe(told);
    const third = { ...later, id: '01JDYAB6Q1X6T7M1R2S3T4V5W8', command: { ...later.command, verb: 'undo' } };
    const both = withFollowUp(told, third, voice, false);
    expect(both.indexOf('### Undone')).toBeGreaterThan(both.indexOf('### Since then'));
    expect(withFollowUp(both, later, voice, false)).toBe(both);
  });

  it('closes the issue when that is settled by it, and only in our section', () => {
    const mine = `Part of #7\n\n${body}`;
    const told = withFollowUp(mine, later, voice, true);
    expect(told).toContain('\nCloses #12\n');
    expect(told.startsWith('Part of #7\n')).toBe(true);
    expect(withFollowUp(mine, later, voice, false)).toContain('\nPart of #12\n');
  });

  it.each([
    ['no section', 'Mine.'],
    ['a start only', `Mine. ${summaryStart} x`],
    ['an end only', `Mine. ${summaryEnd}`],
    ['no room', `${'x'.repeat(59_900)}\n${summaryStart}\n${summaryEnd}`],
  ])('is not told in a body with %s', (_, given) => {
    expect(withFollowUp(given, later, voice, false)).toBe(given);
  });
});
