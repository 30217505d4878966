import { describe, expect, it } from 'vitest';
import { checkContent } from '../../src/report/check-run.ts';
import { initialFacts } from '../../src/runs/record.ts';
import { taskSchema } from '../../src/runs/task.ts';
import * as examples from './examples.ts';

const voice = { ...examples.voice, available: new Set(['fix', 'stop', 'retry', 'undo']) };

describe('a run as a check run', () => {
  it('goes from queued to in progress to completed', () => {
    const task = taskSchema.parse({
      version: 1,
      run: '01JDYAB6Q1X6T7M1R2S3T4V5W6',
      instruction: '',
      requester: { login: 'ada', id: 1 },
      repository: { id: 2, owner: 'octo', name: 'poem', defaultBranch: 'main' },
      installation: 3,
      issue: 4,
      comment: { id: 5, updatedAt: '2026-01-01T00:00:00Z' },
    });
    expect(checkContent(initialFacts(task), voice)).toMatchObject({ status: 'queued' });
    expect(checkContent(examples.working, voice)).toMatchObject({
      status: 'in_progress',
      title: 'step 5/7 · 1m 42s',
    });
    expect(checkContent(examples.done, voice)).toMatchObject({
      status: 'completed',
      title: 'Done in 3m 12s · 3 commits · all checks green',
    });
  });

  it.each([
    ['done, and proved', examples.done, 'success'],
    ['done, and nothing proved', examples.unchecked, 'neutral'],
    ['partial', examples.partial, 'neutral'],
    ['failed', examples.failed, 'failure'],
    ['stopped', examples.stopped, 'cancelled'],
    ['over budget', examples.overBudget, 'failure'],
    ['a question', examples.needsAnswer, 'action_required'],
    ['nothing to do', examples.nothingToDo, 'neutral'],
    ['refused', examples.refused, 'skipped'],
    [
      'tests that were asked for, and fail',
      {
        ...examples.failed,
        outcome: { kind: 'done' as const },
        command: { verb: 'test', text: '', notes: [] },
        commits: [],
        answer: { kind: 'checks' as const },
      },
      'failure',
    ],
    [
      'an answer',
      {
        ...examples.unchecked,
        command: { verb: 'ask', text: 'why?', notes: [] },
        answer: { kind: 'text' as const, text: 'So.' },
      },
      'success',
    ],
  ])('concludes: %s', (_, facts, conclusion) => {
    expect(checkContent(facts, voice).conclusion).toBe(conclusion);
  });

  it('offers what can be done now, and only what this version can do', () => {
    const identifiers = (facts: typeof examples.done, able = voice) =>
      checkContent(facts, able).actions.map(({ identifier }) => identifier);
    expect(identifiers(examples.working)).toEqual(['stop']);
    expect(identifiers(examples.done)).toEqual(['undo', 'retry']);
    expect(identifiers(examples.refused)).toEqual(['retry']);
    expect(identifiers(examples.done, { ...voice, available: new Set(['fix']) })).toEqual([]);
  });

  it('stays within the limits of GitHub, whatever the facts are', () => {
    const all = [examples.huge, examples.hostile, examples.done, examples.working];
    for (const facts of all) {
      const content = checkContent(facts, voice);
      expect(content.title.length).toBeLessThanOrEqual(255);
      expect(content.summary.length).toBeLessThanOrEqual(65_535);
      for (const { label, description } of content.actions) {
        expect(label.length).toBeLessThanOrEqual(20);
        expect(description.length).toBeLessThanOrEqual(40);
      }
    }
  });
});
