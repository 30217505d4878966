/** One job for each command that starts a run. Adding one is a file here, a word in `taskVerbs`, and a line below. */
import type { RunFacts } from '../../report/types.ts';
import { fix } from '../pipeline.ts';
import type { Task, TaskVerb } from '../task.ts';
import { type Job, runToItsEnd } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { approve } from './approve.ts';
import { ask } from './ask.ts';
import { lint, test } from './checks.ts';
import { goOn } from './continue.ts';
import { map } from './map.ts';
import { plan } from './plan.ts';
import { redo, undo } from './undo.ts';

const jobs: Record<TaskVerb, Job> = {
  fix,
  ask,
  plan,
  approve,
  continue: goOn,
  address: fix,
  task: fix,
  map,
  test,
  lint,
  undo,
  redo,
};

/** As `runToItsEnd`, with the job that the task names. */
export function runTask(task: Task, tools: RunTools): Promise<RunFacts> {
  return runToItsEnd(task, tools, jobs[task.verb]);
}
