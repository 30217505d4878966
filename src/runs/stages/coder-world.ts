/** What the coding loop sees of the run: journalled model calls and checks, a stop button, a listener. */
import type { CheckResult } from '../../checks/types.ts';
import type { CoderWorld } from '../../coder/types.ts';
import { assemble } from '../../context/messages.ts';
import { countTokens } from '../../lib/tokens.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { inputRoom, modelAsker } from '../ask.ts';
import type { RunRecord } from '../record.ts';
import { goOn } from '../stop.ts';
import type { RunTools } from '../tools.ts';
import type { Checker } from './check.ts';
import { outlineOf } from './outline.ts';
import type { RunRequest } from './read.ts';

/** Other tokenizers than the one at hand need up to this much more for source code. */
const FOREIGN_FACTOR = 1.35;

export function coderWorld(
  request: RunRequest,
  workspace: Workspace,
  check: Checker,
  tools: RunTools,
  record: RunRecord,
): CoderWorld {
  const checkpoint = () => goOn(tools);
  const ask = modelAsker(request.budget, tools, record);
  let elapsed = 0;
  const timed = async (results: Promise<CheckResult[]>) => {
    for (const { durationMs } of await results) elapsed += durationMs;
    return results;
  };
  return {
    workspace,
    check: (tree) => timed(check.edit(tree)),
    checkWhole: (tree) => timed(check.whole(tree)),
    outline: (tree, about) => outlineOf(tree, about, workspace, tools),
    elapsedMs: () => elapsed,
    async fullness(purpose, prompt, specs) {
      const { models } = tools;
      // Not by the counter of the models: it learns, so a restart or a replay would decide otherwise.
      const tokens = countTokens(JSON.stringify([assemble(prompt), specs])) * FOREIGN_FACTOR;
      return tokens / inputRoom(models.limits(models[purpose]));
    },
    checkpoint,
    progress: (event) => record.follow(event, tools.models),
    async ask(purpose, prompt, specs) {
      checkpoint();
      const reply = await ask(purpose, prompt, specs);
      elapsed += (reply.calls ?? []).reduce((sum, call) => sum + call.milliseconds, 0);
      return reply;
    },
  };
}
