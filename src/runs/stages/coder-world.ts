/** What the coding loop sees of the run: journalled model calls and checks, a stop button, a listener. */
import type { CoderWorld, Purpose } from '../../coder/types.ts';
import { modelReplySchema } from '../../models/reply.ts';
import type { ModelReply, ModelRequest } from '../../models/types.ts';
import type { ModelUse } from '../../report/types.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { hashOf } from '../journal.ts';
import { Interrupted, RunEnded } from '../outcome.ts';
import type { RunRecord } from '../record.ts';
import type { RunTools } from '../tools.ts';
import type { Checker } from './check.ts';

export function coderWorld(
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
  return {
    workspace,
    check,
    checkpoint,
    progress: (event) => record.follow(event),
    async ask(purpose, messages, specs) {
      checkpoint();
      const model = tools.models[purpose];
      const request: ModelRequest = {
        model,
        purpose,
        messages,
        ...(specs && specs.length > 0 ? { tools: specs } : {}),
        cacheKey: record.facts.id,
      };
      const key = `${purpose} ${hashOf({ ...request, cacheKey: undefined })}`;
      const reply = await tools.journal.step('model', key, modelReplySchema, () =>
        tools.models.complete(request, { signal: tools.signal }),
      );
      record.set({ spending: spend(record, tools, { role: purpose, model }, reply) });
      return reply;
    },
  };
}

function spend(
  record: RunRecord,
  tools: RunTools,
  who: { role: Purpose; model: string },
  { usage }: ModelReply,
) {
  const { models, ...rest } = record.facts.spending;
  const before = models.find((use) => use.role === who.role && use.model === who.model);
  const use: ModelUse = {
    ...who,
    calls: (before?.calls ?? 0) + 1,
    input: (before?.input ?? 0) + usage.input,
    cachedInput: (before?.cachedInput ?? 0) + usage.cachedInput,
    output: (before?.output ?? 0) + usage.output,
  };
  const price = tools.models.price(who.model, usage);
  const first = models.length === 0;
  // One unknown price makes the sum unknown: a figure that is too low would be a wrong claim.
  const usd = price === undefined || (!first && rest.usd === undefined) ? undefined : (rest.usd ?? 0) + price;
  return {
    ...rest,
    usd,
    models: before ? models.map((known) => (known === before ? use : known)) : [...models, use],
  };
}
