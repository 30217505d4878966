import { expect } from 'vitest';
import type { Task } from '../../src/runs/task.ts';
import { scratch } from '../support/folders.ts';
import { type agentAnswers, type LoopTask, play } from './tasks.ts';

interface Expected {
  outcome: string;
  /** A part of it. */
  reason?: string | undefined;
  commits: number;
  reflections: string[];
  calls: number;
}

/** Plays a task, and compares its end with what is expected of it. */
export async function playAndExpect(
  task: LoopTask,
  mode: Task['mode'],
  answers: ReturnType<typeof agentAnswers>,
  expected: Expected,
): Promise<void> {
  const { facts, calls, reflections, made } = await play(task, mode, answers, await scratch('aiderbot-loop'));
  const { outcome, commits } = expected;
  expect({ outcome: facts.outcome?.kind, commits: made, calls, reflections }).toEqual({
    outcome,
    commits,
    calls: expected.calls,
    reflections: expected.reflections,
  });
  expect(facts.commits).toHaveLength(commits);
  if (expected.reason !== undefined) expect(JSON.stringify(facts.outcome)).toContain(expected.reason);
  // The repository's own tests ran for each commit that is claimed to be green.
  if (outcome === 'done')
    expect(facts.final.map(({ kind, status }) => `${kind} ${status}`)).toContain('test green');
}
