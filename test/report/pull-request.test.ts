import { describe, expect, it } from 'vitest';
import {
  pullRequestBody,
  pullRequestTitle,
  summaryEnd,
  summaryStart,
  withSummary,
} from '../../src/report/pull-request.ts';
import { commit, done, partial, unchecked, voice } from './examples.ts';

describe('the title', () => {
  const facts = { commits: done.commits, title: 'Cart total is wrong', style: 'conventional' as const };

  it.each([
    ['what the model proposed', { proposed: 'fix(cart): mend the total' }, 'fix(cart): mend the total'],
    ['the only commit', { commits: [commit(1, 1, 'perf: cache', ['a.ts'])] }, 'perf: cache'],
    ['the issue', {}, 'fix: cart total is wrong'],
    ['marked where drafts are not to be had', { workInProgress: true }, '[WIP] fix: cart total is wrong'],
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

describe('bringing the body up to date', () => {
  it('leaves the text of people as it is', () => {
    const body = `Mine, above.  \r\n\n${pullRequestBody(partial, voice)}\n\nMine, below.\n`;
    const updated = withSummary(body, done, voice);
    expect(updated).toBe(`Mine, above.  \r\n\n${pullRequestBody(done, voice)}\n\nMine, below.\n`);
  });

  it('is the same again for the same facts', () => {
    const body = pullRequestBody(done, voice);
    expect(withSummary(body, done, voice)).toBe(body);
  });

  it.each([
    ['no section', 'Mine.'],
    ['a start only', `Mine. ${summaryStart} x`],
    ['an end only', `Mine. ${summaryEnd}`],
  ])('adds the section to a body with %s', (_, body) => {
    expect(withSummary(body, done, voice)).toBe(`${body}\n\n${pullRequestBody(done, voice)}`);
  });
});
