/** One vendor call: money is set aside, the stream is collected, and what it cost is settled, whatever happens. */
import { type Budget, costOf, NO_USAGE, worstCase } from './cost.ts';
import { ModelFault } from './faults.ts';
import type { ModelProfile, Prices } from './profile.ts';
import type { TokenCounter } from './tokens.ts';
import type {
  BilledCall,
  CarriedItems,
  ModelEvent,
  ModelProvider,
  ModelReply,
  ModelRequest,
  Usage,
} from './types.ts';

export type CallEvent = ModelEvent;

export type CallResult =
  | { ok: true; reply: ModelReply & { carried?: CarriedItems }; call: BilledCall }
  | { ok: false; fault: ModelFault; call?: BilledCall };

export interface CallContext {
  parts: {
    providers: ReadonlyMap<string, ModelProvider>;
    profileOf(model: string): ModelProfile;
    counter: TokenCounter;
    clock: { now(): number };
  };
  signal: AbortSignal;
  onEvent?: (event: CallEvent) => void;
  budget?: Budget;
}

/** Makes the call. Never throws for reasons of the vendor or the budget. */
export async function callOnce(request: ModelRequest, context: CallContext): Promise<CallResult> {
  const { model } = request;
  const { parts, signal, budget } = context;
  const provider = parts.providers.get(model.split('/', 1)[0] ?? '');
  if (!provider) return { ok: false, fault: unknownEndpoint(model, parts.providers) };
  const profile = parts.profileOf(model);
  const bounded = budget ? withOutputLimit(request, profile) : request;
  const counted = await parts.counter.request(bounded, profile);
  const input = counted.tokens;
  const prices = profile.prices ?? DEAREST;
  const limit = bounded.maxOutputTokens ?? profile.outputLimit;
  const reservation = await budget?.reserve(worstCase({ input, output: limit }, prices));
  if (budget && !reservation) return { ok: false, fault: new ModelFault('budget', { model }) };

  const answer = emptyAnswer();
  const started = parts.clock.now();
  let fault: ModelFault | undefined;
  try {
    for await (const event of provider.stream(bounded, { signal, profile })) {
      collect(answer, event);
      context.onEvent?.(event);
    }
  } catch (error) {
    // Anything else is a bug of ours and has to be seen; the money is settled first.
    if (!(error instanceof ModelFault)) {
      await reservation?.settle(0);
      throw error;
    }
    fault = error;
  }
  const measured = answer.usage !== undefined && !fault;
  const usage =
    measured && answer.usage
      ? answer.usage
      : await estimate(answer, { input, profile, counter: parts.counter });
  const call: BilledCall = {
    model,
    usage,
    measured,
    outcome: fault?.kind ?? 'answered',
    milliseconds: parts.clock.now() - started,
  };
  if (measured) parts.counter.learn(model, counted, usage.input);
  await reservation?.settle(costOf(usage, prices));
  if (fault) return { ok: false, fault, call };
  return { ok: true, call, reply: replyOf(answer, usage, provider) };
}

/** For models whose price nobody knows: as dear as the dearest, because a ceiling must not fail open. */
export const DEAREST: Prices = { input: 30, cachedInput: 30, cacheWriteInput: 37.5, output: 180 };

function withOutputLimit(request: ModelRequest, profile: ModelProfile): ModelRequest {
  return {
    ...request,
    maxOutputTokens: Math.min(request.maxOutputTokens ?? profile.outputLimit, profile.outputLimit),
  };
}

interface Answer extends Pick<ModelReply, 'text' | 'reasoning' | 'toolCalls'> {
  usage?: Usage;
  finish?: ModelReply['finish'];
  carried: CarriedItems['items'];
}

function emptyAnswer(): Answer {
  return { text: '', reasoning: '', toolCalls: [], carried: [] };
}

function collect(answer: Answer, event: ModelEvent): void {
  switch (event.type) {
    case 'text':
      answer.text += event.text;
      break;
    case 'reasoning':
      answer.reasoning += event.text;
      break;
    case 'tool_call':
      answer.toolCalls.push(event.call);
      break;
    case 'carried':
      answer.carried.push(event.item);
      break;
    case 'usage':
      answer.usage = event.usage;
      break;
    case 'finish':
      answer.finish = event.reason;
      break;
  }
}

/**
 * What a call is booked with when the vendor did not say: nothing when it never began to answer, else our count of what
 * was sent and received. A broken stream is billed by the vendors, and mostly without telling.
 */
async function estimate(
  answer: Answer,
  { input, profile, counter }: { input: number; profile: ModelProfile; counter: TokenCounter },
): Promise<Usage> {
  const received = answer.text + answer.reasoning + answer.toolCalls.map((call) => call.arguments).join('');
  if (received === '' && answer.usage === undefined && answer.finish === undefined) return NO_USAGE;
  const output = await counter.text(received, profile);
  const known = answer.usage ?? { ...NO_USAGE, input };
  return { ...known, output: Math.max(known.output, output) };
}

function replyOf(
  answer: Answer,
  usage: Usage,
  provider: ModelProvider,
): ModelReply & { carried?: CarriedItems } {
  return {
    text: answer.text,
    reasoning: answer.reasoning,
    toolCalls: answer.toolCalls,
    usage,
    // A provider's stream ends with `finish` or throws.
    finish: answer.finish ?? 'stop',
    ...(answer.carried.length > 0 && { carried: { kind: provider.kind, items: answer.carried } }),
  };
}

function unknownEndpoint(model: string, providers: ReadonlyMap<string, ModelProvider>): ModelFault {
  const names = [...providers.keys()].join(', ') || 'none';
  return new ModelFault('not_found', {
    model,
    detail: `no endpoint of that name is configured (configured: ${names})`,
  });
}
