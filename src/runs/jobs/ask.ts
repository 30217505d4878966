/** `ask`: a question about the code, answered from the same context that a change would start from. Changes nothing. */
import { answerQuestion } from '../../coder/answer.ts';
import { NO_CHECKS } from '../stages/check.ts';
import { chooseContext } from '../stages/choose.ts';
import { coderWorld } from '../stages/coder-world.ts';
import type { Job } from '../to-its-end.ts';

export const ask: Job = async ({ task, request, workspace, record }, tools) => {
  record.stage('prepare', { state: 'done' });
  const context = await chooseContext(request, task, workspace, tools, record);
  const world = coderWorld(request, workspace, NO_CHECKS, tools, record);
  record.stage('answer', { state: 'running', model: tools.models.architect });
  const answer = await answerQuestion({ ...request.job, ...context, baseline: [] }, world);
  if (answer.type === 'unusable') return { kind: 'failed', reason: answer.reason };
  if (answer.cutOff) record.note('The answer was cut off by the output limit of the model.');
  record.stage('answer', { state: 'done' });
  record.set({ answer: { kind: 'text', text: answer.text } });
  return { kind: 'done' };
};
