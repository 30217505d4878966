/** A model that replays a script in this process: no server, no key, no network. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultDetails, type FaultKind, ModelFault } from '../../faults.ts';
import { createScriptPlayer, type ScriptPlayer } from '../../script/player.ts';
import { callText, fullReply, pieces } from '../../script/reply.ts';
import type { Script, ScriptEntry, ScriptFault } from '../../script/schema.ts';
import type { ModelEvent, ModelProvider, ModelRequest } from '../../types.ts';
import { watchStream } from '../../watch.ts';
import { type VendorEndpoint, vendorModel } from '../vendor.ts';

export type ScriptedProvider = ModelProvider & Pick<ScriptPlayer, 'problems' | 'assertFinished'>;

/** A provider that answers from a script; `assertFinished` tells whether the session followed it. */
export function createScripted(
  endpoint: Pick<VendorEndpoint, 'name' | 'limits'>,
  script: Script,
): ScriptedProvider {
  const player = createScriptPlayer(script);
  let serial = 0;
  return {
    name: endpoint.name,
    kind: 'scripted',
    problems: () => player.problems(),
    assertFinished: () => player.assertFinished(),
    stream: (request, { signal }) => {
      serial += 1;
      const call = { request, serial };
      return watchStream({
        model: request.model,
        limits: endpoint.limits,
        signal,
        open: async (inner) => play(call, player, inner),
      });
    },
  };
}

interface Call {
  request: ModelRequest;
  serial: number;
}

async function* play({ request, serial }: Call, player: ScriptPlayer, signal: AbortSignal) {
  const all = request.messages.map((message) => message.content).join('\n');
  const picked = player.next({
    model: vendorModel(request),
    ...(request.purpose && { purpose: request.purpose }),
    system: textOf(request, ['system']),
    user: request.messages.findLast(({ role }) => role === 'user' || role === 'tool')?.content ?? '',
    all,
  });
  if (!picked.ok) throw new ModelFault('bad_request', { model: request.model, detail: picked.message });
  const { entry } = picked;
  await sleep(entry.delayMs ?? player.script.delayMs, undefined, { signal });
  const events = eventsOf(entry, all, serial);
  if (!entry.fault) {
    const pause = 1000 / (entry.tokensPerSecond ?? player.script.tokensPerSecond ?? Number.POSITIVE_INFINITY);
    for (const event of events) {
      if (pause > 0 && event.type === 'text') await sleep(pause, undefined, { signal });
      yield event;
    }
    return;
  }
  if ('after' in entry.fault) yield* events.filter(({ type }) => type === 'text').slice(0, entry.fault.after);
  if (entry.fault.kind === 'stall' || entry.fault.kind === 'silence')
    await sleep(2 ** 31 - 1, undefined, { signal });
  throw new ModelFault(kindOf(entry.fault), faultDetails(entry.fault, request.model));
}

function eventsOf(entry: ScriptEntry, requestText: string, serial: number): ModelEvent[] {
  const reply = fullReply(entry, requestText, serial);
  return [
    ...pieces(reply.reasoning).map((text): ModelEvent => ({ type: 'reasoning', text })),
    ...pieces(reply.text).map((text): ModelEvent => ({ type: 'text', text })),
    ...reply.toolCalls.map(
      (call): ModelEvent => ({
        type: 'tool_call',
        call: { id: call.id, name: call.name, arguments: callText(call) },
      }),
    ),
    { type: 'usage', usage: reply.usage },
    { type: 'finish', reason: reply.finish },
  ];
}

function kindOf(fault: ScriptFault): FaultKind {
  if (fault.kind === 'error_event' && fault.error === 'server_error') return 'server';
  return FAULT_KIND[fault.kind];
}

const FAULT_KIND: Record<ScriptFault['kind'], FaultKind> = {
  rate_limit: 'rate_limit',
  overloaded: 'overloaded',
  server_error: 'server',
  context_exceeded: 'context_exceeded',
  auth: 'auth',
  quota: 'quota',
  content_policy: 'content_policy',
  not_found: 'not_found',
  bad_request: 'bad_request',
  html: 'bad_response',
  malformed: 'bad_response',
  reset: 'network',
  silence: 'stalled',
  cut: 'cut',
  clean_end: 'cut',
  stall: 'stalled',
  error_event: 'overloaded',
};

function faultDetails(fault: ScriptFault, model: string): FaultDetails {
  return {
    model,
    detail: 'message' in fault && fault.message ? fault.message : 'the script says so',
    ...(fault.kind === 'rate_limit' &&
      fault.retryAfter !== undefined && { retryAfterMs: fault.retryAfter * 1000 }),
  };
}

function textOf(request: ModelRequest, roles: string[]): string {
  return request.messages
    .filter((message) => roles.includes(message.role))
    .map((message) => message.content)
    .join('\n');
}
