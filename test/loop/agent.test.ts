/** The polyglot proof, agent mode: the same tasks by tool calls. */
import { test } from 'vitest';
import { playAndExpect } from './expect.ts';
import { agentAnswers, loopTasks, missing } from './tasks.ts';

const tasks = loopTasks();

test.each(tasks)('$name ends as $agent.outcome', async (task) => {
  const lacks = missing(task);
  if (lacks.length > 0) return console.warn(`${task.name} skipped: no ${lacks.join(', ')} on this machine`);
  await playAndExpect(task, 'agent', agentAnswers(task), { ...task.agent, calls: task.agent.answers.length });
});
