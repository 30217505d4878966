/** A model server with a script, and the provider that talks to it, for each protocol. */
import { type ModelStandIn, startModel } from '../../demo/model/server.ts';
import { ModelFault } from '../../src/models/faults.ts';
import { type ModelProfile, UNKNOWN_MODEL } from '../../src/models/profile.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { ModelEvent, ModelProvider, ModelRequest } from '../../src/models/types.ts';
import { createAnthropic } from '../../src/models/vendors/anthropic/provider.ts';
import { createOpenaiChat } from '../../src/models/vendors/openai-chat/provider.ts';
import { createOpenaiResponses } from '../../src/models/vendors/openai-responses/provider.ts';
import type { VendorEndpoint } from '../../src/models/vendors/vendor.ts';

export const VENDORS = ['openai', 'openai-chat', 'anthropic'] as const;
export type Vendor = (typeof VENDORS)[number];

const CREATE: Record<Vendor, (endpoint: VendorEndpoint) => ModelProvider> = {
  openai: createOpenaiResponses,
  'openai-chat': createOpenaiChat,
  anthropic: createAnthropic,
};

/** A key that no message may ever show; of no known shape, so that only its exact value can hide it. */
export const CANARY = 'canary-key-0123456789abcdefghijklmn';

export const CAPABLE: ModelProfile = {
  ...UNKNOWN_MODEL,
  window: 200_000,
  outputLimit: 32_000,
  tools: true,
  customTools: true,
  images: true,
  temperature: 0,
};

export interface Rig {
  server: ModelStandIn;
  provider: ModelProvider;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server with the script and a provider for it, called `test`. */
export async function rig(
  vendor: Vendor,
  script: ScriptInput | ScriptInput['entries'],
  endpoint: Partial<VendorEndpoint> = {},
): Promise<Rig> {
  const server = await startModel({ script: Array.isArray(script) ? { entries: script } : script });
  const provider = CREATE[vendor]({
    name: 'test',
    baseUrl: vendor === 'anthropic' ? server.url : server.openaiUrl,
    apiKey: CANARY,
    limits: { idleMs: 5_000, totalMs: 20_000 },
    stream: true,
    ...endpoint,
  });
  return { server, provider, [Symbol.asyncDispose]: () => server.close() };
}

export function ask(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { model: 'test/some-model', messages: [{ role: 'user', content: text }], ...more };
}

/** All events of a call, with neighbouring texts joined, so that the cutting into pieces does not matter. */
export async function events(
  provider: ModelProvider,
  request: ModelRequest,
  profile: ModelProfile = CAPABLE,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of provider.stream(request, { signal, profile })) {
    const last = all.at(-1);
    if (last && (event.type === 'text' || event.type === 'reasoning') && last.type === event.type)
      last.text += event.text;
    else all.push({ ...event });
  }
  return all;
}

/** The fault that a call ends with. Fails when it succeeds, or throws anything else. */
export async function faultOf(call: Promise<unknown>): Promise<ModelFault> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ModelFault) return error;
  throw error;
}
