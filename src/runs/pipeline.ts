/** The story of a run. Every line that costs or cannot be repeated is a step of the journal, so a restart retells it for free. */
import { code } from '../coder/code.ts';
import type { RunFacts } from '../report/types.ts';
import { runBaseline } from './stages/check.ts';
import { chooseContext } from './stages/choose.ts';
import { coderWorld } from './stages/coder-world.ts';
import { publish } from './stages/publish.ts';
import { recordTree } from './stages/tree.ts';
import type { Task } from './task.ts';
import { type Job, runToItsEnd } from './to-its-end.ts';
import type { RunTools } from './tools.ts';

/** The main job: a request becomes verified commits and a pull request. */
export const fix: Job = async (run, tools) => {
  const { task, request, workspace, record } = run;
  const checks = await runBaseline(request, workspace, tools, record);
  const context = await chooseContext(request, task, workspace, tools, record);
  const world = coderWorld(request, workspace, checks.check, tools, record);
  const result = await code({ ...request.job, ...context, baseline: checks.baseline }, world);
  await recordTree(workspace, tools);
  return publish(result, run, checks, tools);
};

/** `fix` to its end, whatever the task says. */
export function runPipeline(task: Task, tools: RunTools): Promise<RunFacts> {
  return runToItsEnd(task, tools, fix);
}
