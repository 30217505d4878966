/** The polyglot proof, harness mode: real repositories, real test runners, models that make mistakes. */
import { expect, test } from 'vitest';
import { playAndExpect } from './expect.ts';
import { editorAnswers, loopTasks, missing } from './tasks.ts';

const tasks = loopTasks();

test('there are enough of them', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(24);
  expect(new Set(tasks.map((task) => task.language)).size).toBeGreaterThanOrEqual(5);
});

test.each(tasks)('$name ends as $expect.outcome', async (task) => {
  const lacks = missing(task);
  if (lacks.length > 0) return console.warn(`${task.name} skipped: no ${lacks.join(', ')} on this machine`);
  await playAndExpect(task, undefined, editorAnswers(task), task.expect);
});
