/** What the coding loop sees of the run: journalled model calls and checks, a stop button, a listener. */
import type { CoderWorld } from '../../coder/types.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { modelAsker } from '../ask.ts';
import { Interrupted, RunEnded } from '../outcome.ts';
import type { RunRecord } from '../record.ts';
import type { RunTools } from '../tools.ts';
import type { Checker } from './check.ts';
import type { RunRequest } from './read.ts';

export function coderWorld(
  request: RunRequest,
  workspace: Workspace,
  check: Checker,
  tools: RunTools,
  record: RunRecord,
): CoderWorld {
  const checkpoint = () => {
    if (tools.signal.aborted) throw new Interrupted();
    const by = tools.stoppedBy();
    if (by !== undefined) throw new RunEnded({ kind: 'stopped', by });
  };
  const ask = modelAsker(request.budget, tools, record);
  return {
    workspace,
    check,
    checkpoint,
    progress: (event) => record.follow(event),
    async ask(purpose, prompt, specs) {
      checkpoint();
      return ask(purpose, prompt, specs);
    },
  };
}
