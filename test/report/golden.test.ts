/** Every comment and body that the App can write, as files to read. After a change: `npx vitest run test/report -u`, and look. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/report/marker.ts';
import { pullRequestBody, summaryEnd, summaryStart } from '../../src/report/pull-request.ts';
import { type Reply, replyText } from '../../src/report/replies.ts';
import { longestBody } from '../../src/report/safe.ts';
import { suggestionReview } from '../../src/report/suggestions.ts';
import { trackingComment } from '../../src/report/tracking-comment.ts';
import type { RunFacts } from '../../src/report/types.ts';
import * as examples from './examples.ts';
import { rendered } from './render.ts';

const { sign, voice } = examples;

const runs: Record<string, RunFacts> = {
  working: examples.working,
  done: examples.done,
  partial: examples.partial,
  failed: examples.failed,
  'needs-answer': examples.needsAnswer,
  stopped: examples.stopped,
  'over-budget': examples.overBudget,
  'nothing-to-do': examples.nothingToDo,
  refused: examples.refused,
  'refused-push': examples.refusedPush,
  'secret-found': examples.secretFound,
  unchecked: examples.unchecked,
  planned: examples.planned,
  approved: examples.approved,
  merged: examples.merged,
  'dry-run': examples.dryRun,
  hostile: examples.hostile,
};

const run = {
  id: '01JDYAB6Q1X6T7M1R2S3T4V5W6',
  verb: 'fix',
  requester: 'octocat',
  state: 'running' as const,
  words: 'step 3/6',
  elapsedMs: 42_000,
};

const replies: Reply[] = [
  { kind: 'no-access', login: 'stranger', verb: 'fix', needs: 'write' },
  { kind: 'on-deny-list', login: 'stranger' },
  { kind: 'archived' },
  { kind: 'locked' },
  { kind: 'empty-repository' },
  {
    kind: 'config-broken',
    path: '.github/aider.yml',
    problems: [{ line: 3, message: 'unknown key `tset`; did you mean `test`?' }, { message: 'too long' }],
  },
  { kind: 'disabled', path: '.github/aider.yml' },
  { kind: 'missing-permission', permission: 'pull_requests: write' },
  { kind: 'already-running', run },
  { kind: 'nothing-to-stop' },
  { kind: 'stopping', run },
  { kind: 'nothing-to-retry' },
  { kind: 'approve-with-text' },
  { kind: 'address-whom' },
  { kind: 'nothing-to-address', answered: 0, outsiders: 0 },
  { kind: 'nothing-to-address', answered: 2, outsiders: 1 },
  { kind: 'edit-ignored' },
  { kind: 'thread-closed' },
  { kind: 'nothing-to-do', reason: 'the file says so already' },
  {
    kind: 'no-edits',
    model: 'openai/model-a',
    answer: 'I would need to see `src/cart.ts`.\n\nCould you add it?',
  },
  { kind: 'model-down', provider: 'openai', reason: 'status 529, overloaded', tries: 6 },
  { kind: 'over-budget', spentUsd: 1.98, limitUsd: 2 },
  { kind: 'timed-out', minutes: 45 },
  { kind: 'internal-error', run: run.id },
  { kind: 'pong', version: '0.1.0', ms: 12 },
  { kind: 'status', runs: [] },
  {
    kind: 'status',
    runs: [run, { ...run, state: 'ended', words: 'done', url: 'https://bot.example/runs/1' }],
  },
];

describe('golden files', () => {
  it.each(Object.entries(runs))('comment: %s', async (name, facts) => {
    await expect(trackingComment(facts, voice, sign)).toMatchFileSnapshot(`golden/comment-${name}.md`);
  });

  it.each(Object.entries(runs).filter(([, facts]) => facts.pullRequest))('body: %s', async (name, facts) => {
    await expect(pullRequestBody(facts, voice)).toMatchFileSnapshot(`golden/body-${name}.md`);
  });

  it.each([
    ['some', 2, ['src/keys.ts']],
    ['all', 3, []],
    ['none', 0, ['src/keys.ts', 'src/cache.ts']],
  ])('review with suggestions: %s', async (name, suggestions, left) => {
    const patches = examples.refusedPush.kept?.kind === 'patch' ? examples.refusedPush.kept.patches : [];
    const review = suggestionReview(examples.suggested, { suggestions, left, patches });
    await expect(review).toMatchFileSnapshot(`golden/review-${name}.md`);
  });

  it('replies', async () => {
    const text = replies
      .map((reply) => `<!-- ${reply.kind} -->\n${replyText(reply, voice)}\n`)
      .join('\n---\n\n');
    await expect(text).toMatchFileSnapshot('golden/replies.md');
  });
});

describe('whatever the facts are', () => {
  it.each(['comment', 'body'])('nothing hostile in a %s is more than text', (kind) => {
    const text =
      kind === 'comment'
        ? trackingComment(examples.hostile, voice, sign)
        : pullRequestBody(examples.hostile, voice);
    const html = rendered(text);
    expect(html).not.toMatch(/<img|evil\.example"/);
    expect(html).not.toMatch(/<h\d>All checks green/);
    expect(html.replace(/<(pre|code)[\s>][\s\S]*?<\/\1>/g, '')).not.toMatch(/@(?:everyone|team)/);
    expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
    expect(text).not.toMatch(/[\u202E\u{E0041}]/u);
    expect(text.match(/<!--\s*aiderbot:summary:end/g) ?? []).toHaveLength(kind === 'body' ? 1 : 0);
  });

  it('fits, with its markers and tables whole', () => {
    const comment = trackingComment(examples.huge, voice, sign);
    const body = pullRequestBody(examples.huge, voice, 'template '.repeat(20_000));
    for (const text of [comment, body]) {
      expect(text.length).toBeLessThanOrEqual(longestBody);
      const html = rendered(text);
      expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
    }
    expect(readMarker(comment, sign)?.run).toBe(examples.huge.id);
    expect(body.indexOf(summaryStart)).toBeGreaterThan(0);
    expect(body.trimEnd().endsWith(summaryEnd)).toBe(true);
    expect(rendered(body)).toContain('<table>');
  });
});
