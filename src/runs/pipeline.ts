/** The story of a run. Every line that costs or cannot be repeated is a step of the journal, so a restart retells it for free. */
import { code } from '../coder/code.ts';
import type { RunFacts } from '../report/types.ts';
import { closeWorkspace } from '../workspace/workspace.ts';
import { outcomeOfError } from './ending.ts';
import { RunEnded } from './outcome.ts';
import { openRecord } from './record.ts';
import { runBaseline } from './stages/check.ts';
import { chooseContext } from './stages/choose.ts';
import { coderWorld } from './stages/coder-world.ts';
import { checkOut } from './stages/prepare.ts';
import { publish } from './stages/publish.ts';
import { readRequest } from './stages/read.ts';
import { recordTree } from './stages/tree.ts';
import type { Task } from './task.ts';
import type { RunTools } from './tools.ts';

/**
 * Runs a task to its end and returns its facts, outcome included. Throws only what another attempt may mend: a lost
 * machine or network, a shutdown, a model that asks to wait.
 */
export async function runPipeline(task: Task, tools: RunTools): Promise<RunFacts> {
  const record = openRecord(task, tools);
  try {
    const request = await readRequest(task, tools, record);
    const workspace = await checkOut(request, task, tools, record);
    try {
      const { baseline, check } = await runBaseline(request, workspace, tools, record);
      const context = await chooseContext(request, task, workspace, tools, record);
      const world = coderWorld(request, workspace, check, tools, record);
      const result = await code({ ...request.job, ...context, baseline }, world);
      await recordTree(workspace, tools);
      const outcome = await publish(result, request, workspace, tools, record);
      record.end(outcome);
    } finally {
      await closeWorkspace(workspace);
    }
  } catch (error) {
    const outcome = outcomeOfError(error, tools.lastAttempt);
    if (!outcome) throw error;
    if (!(error instanceof RunEnded)) tools.onError(error);
    record.end(outcome);
  }
  await tools.forge.finish(record.facts);
  return record.facts;
}
