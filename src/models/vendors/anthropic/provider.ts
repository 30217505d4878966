/** Anthropic's Messages API through its own SDK. */
import Anthropic from '@anthropic-ai/sdk';
import type { ModelProvider } from '../../types.ts';
import { once, runCall, streams, type VendorEndpoint } from '../vendor.ts';
import { readAnthropicMessage, readAnthropicStream } from './events.ts';
import { anthropicBody } from './request.ts';

/** A provider for Anthropic and for servers that speak its API. */
export function createAnthropic(endpoint: VendorEndpoint): ModelProvider {
  const client = new Anthropic({
    apiKey: endpoint.apiKey ?? null,
    // Explicit, because the SDK would fill them from the environment of the process.
    authToken: null,
    baseURL: endpoint.baseUrl ?? 'https://api.anthropic.com',
    defaultHeaders: { ...(endpoint.apiKey === undefined && { 'x-api-key': null }), ...endpoint.headers },
    // Retries and waiting are ours: with its own, the SDK sleeps for an hour when a vendor says so.
    maxRetries: 0,
    timeout: endpoint.limits.totalMs,
    // The SDK's log prints raw chunks.
    logLevel: 'off',
  });
  return {
    name: endpoint.name,
    kind: 'anthropic',
    stream: (request, options) => {
      const body = anthropicBody(request, options.profile);
      const context = { model: request.model, tools: request.tools ?? [] };
      const whole = !streams(endpoint, options);
      return runCall({
        endpoint,
        request,
        options,
        open: async ({ signal, fetch }) => {
          const messages = client.withOptions({ fetch }).messages;
          if (whole)
            return once(
              await messages.create({ ...body, stream: false }, { signal, timeout: endpoint.limits.totalMs }),
            );
          return messages.create({ ...body, stream: true }, { signal });
        },
        read: (events) =>
          whole ? readAnthropicMessage(events, context) : readAnthropicStream(events, context),
      });
    },
  };
}
