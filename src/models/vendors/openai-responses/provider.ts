/** OpenAI's Responses API. */
import { createRedactor } from '../../../lib/redact.ts';
import type { ModelProvider } from '../../types.ts';
import { openaiClient } from '../openai-client.ts';
import { once, runCall, streams, type VendorEndpoint } from '../vendor.ts';
import { readResponseStream, readWholeResponse } from './events.ts';
import { responsesBody } from './request.ts';

/** A provider for OpenAI itself. Compatible servers are better served by `createOpenaiChat`. */
export function createOpenaiResponses(endpoint: VendorEndpoint): ModelProvider {
  const client = openaiClient(endpoint);
  const { redact } = createRedactor([endpoint.apiKey ?? '']);
  return {
    name: endpoint.name,
    kind: 'openai',
    stream: (request, options) => {
      const body = responsesBody(request, options.profile);
      const context = { model: request.model, tools: request.tools ?? [], redact };
      const whole = !streams(endpoint, options);
      return runCall({
        endpoint,
        request,
        options,
        open: async ({ signal, fetch }) => {
          const responses = client.withOptions({ fetch }).responses;
          if (whole) return once(await responses.create({ ...body, stream: false }, { signal }));
          return responses.create({ ...body, stream: true }, { signal });
        },
        read: (events) => (whole ? readWholeResponse(events, context) : readResponseStream(events, context)),
      });
    },
  };
}
