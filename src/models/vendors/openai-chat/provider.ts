/** Chat Completions: every server that speaks OpenAI's older API (Ollama, vLLM, llama.cpp, OpenRouter, DeepSeek, …). */
import { ModelFault } from '../../faults.ts';
import type { ModelEvent, ModelProvider, ModelRequest, StreamOptions } from '../../types.ts';
import { isOfficial, openaiClient } from '../openai-client.ts';
import { stripReasoningTag } from '../reasoning-tag.ts';
import { once, runCall, streams, type VendorEndpoint } from '../vendor.ts';
import { readChat } from './events.ts';
import { chatBody, OPTIONAL_PARAMETERS, type OptionalParameter } from './request.ts';

/** A provider for one compatible server. */
export function createOpenaiChat(endpoint: VendorEndpoint): ModelProvider {
  const client = openaiClient(endpoint);
  const refusedBy = new Map<string, Set<OptionalParameter>>();

  function call(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent> {
    const refused = refusedBy.get(request.model) ?? new Set();
    const body = chatBody(request, options.profile, { official: isOfficial(endpoint), refused });
    const usage = refused.has('stream_options') ? {} : { stream_options: { include_usage: true } };
    const context = { model: request.model, tools: request.tools ?? [] };
    return runCall({
      endpoint,
      request,
      options,
      open: async ({ signal, fetch }) => {
        const completions = client.withOptions({ fetch }).chat.completions;
        if (!streams(endpoint, options))
          return once(await completions.create({ ...body, stream: false }, { signal }));
        return completions.create({ ...body, ...usage, stream: true }, { signal });
      },
      read: (answers) => stripReasoningTag(readChat(answers, context), options.profile.reasoningTag),
    });
  }

  return {
    name: endpoint.name,
    kind: 'openai-chat',
    async *stream(request, options) {
      // Each round leaves out one more parameter, so the loop is bounded by their number.
      for (;;) {
        try {
          yield* call(request, options);
          return;
        } catch (error) {
          const parameter = refusedParameter(error);
          const refused = refusedBy.get(request.model) ?? new Set();
          if (!parameter || refused.has(parameter)) throw error;
          refusedBy.set(request.model, refused.add(parameter));
        }
      }
    },
  };
}

/** The optional parameter that a server refused, so that one unknown model does not need a table entry to work. */
function refusedParameter(error: unknown): OptionalParameter | undefined {
  if (!(error instanceof ModelFault) || error.kind !== 'bad_request') return undefined;
  if (
    !/unsupported|unrecognized|unknown|not (?:supported|permitted|allowed)|extra|invalid|does not support/i.test(
      error.detail,
    )
  )
    return undefined;
  // The refusal names the culprit first and may name its replacement after it.
  const named = OPTIONAL_PARAMETERS.map((name) => ({
    name,
    at: error.detail.search(new RegExp(`\\b${name}\\b`)),
  }));
  return named.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)[0]?.name;
}
