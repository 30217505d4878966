/** One vendor call: money is set aside, the stream is collected, and what it cost is settled, whatever happens. */
import { type Budget, costOf, NO_USAGE, worstCase } from './cost.ts';
import { ModelFault } from './faults.ts';
import type { ModelProfile, Prices } from './profile.ts';
import type { RequestTokens, TokenCounter } from './tokens.ts';
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
  const { parts, budget } = context;
  const provider = parts.providers.get(model.split('/', 1)[0] ?? '');
  if (!provider) return { ok: false, fault: unknownEndpoint(model, parts.providers) };
  const profile = parts.profileOf(model);
  const counted = await parts.counter.request(request, profile);
  const output = outputRoom(request, profile, counted.tokens);
  if (output < LEAST_OUTPUT) return { ok: false, fault: tooLong(model, profile, counted.tokens) };
  const prices = profile.prices ?? DEAREST;
  const reservation = await budget?.reserve(worstCase({ input: counted.tokens, output }, prices));
  if (budget && !reservation) return { ok: false, fault: new ModelFault('budget', { model }) };

  const bounded =
    budget || output < wantedOutput(request, profile) ? { ...request, maxOutputTokens: output } : request;
  const call = { request: bounded, provider, profile, counted };
  const spent: Spent = { answer: emptyAnswer(), started: parts.clock.now() };
  let fault: ModelFault | undefined;
  let billed: BilledCall;
  try {
    fault = await collectAnswer(call, spent.answer, context);
  } finally {
    // Also when a bug of ours ends the call: what was received has been paid for.
    billed = await bill(call, spent, { fault, parts });
    await reservation?.settle(costOf(billed.usage, prices));
  }
  if (fault) return { ok: false, fault, call: billed };
  return { ok: true, call: billed, reply: replyOf(spent.answer, billed.usage, provider) };
}

/** Fewer tokens hold no answer worth paying the input for. */
const LEAST_OUTPUT = 64;

/** For models whose price nobody knows: as dear as the dearest, because a ceiling must not fail open. */
const DEAREST: Prices = { input: 30, cachedInput: 30, cacheWriteInput: 37.5, output: 180 };

function wantedOutput(request: ModelRequest, profile: ModelProfile): number {
  return Math.min(request.maxOutputTokens ?? profile.outputLimit, profile.outputLimit);
}

/** Many servers refuse a request whose input and output limit together pass the window, instead of writing less. */
function outputRoom(request: ModelRequest, profile: ModelProfile, input: number): number {
  return Math.min(wantedOutput(request, profile), profile.window - input);
}

function tooLong(model: string, profile: ModelProfile, input: number): ModelFault {
  const detail = `about ${input} tokens do not fit a window of ${profile.window} with room for an answer; nothing was sent`;
  return new ModelFault('context_exceeded', { model, detail });
}

interface OpenCall {
  request: ModelRequest;
  provider: ModelProvider;
  profile: ModelProfile;
  counted: RequestTokens;
}

interface Spent {
  answer: Answer;
  started: number;
}

/** Collects the stream into `answer`; the fault that ended it early, if any. */
async function collectAnswer(
  call: OpenCall,
  answer: Answer,
  context: CallContext,
): Promise<ModelFault | undefined> {
  const { request, provider, profile } = call;
  try {
    for await (const event of provider.stream(request, { signal: context.signal, profile })) {
      collect(answer, event);
      context.onEvent?.(event);
    }
    return undefined;
  } catch (error) {
    // Anything else is a bug of ours and has to be seen.
    if (error instanceof ModelFault) return error;
    throw error;
  }
}

async function bill(
  { request, profile, counted }: OpenCall,
  { answer, started }: Spent,
  { fault, parts: { counter, clock } }: { fault: ModelFault | undefined; parts: CallContext['parts'] },
): Promise<BilledCall> {
  const told = answer.finish !== undefined ? answer.usage : undefined;
  const usage = told ?? (await estimate(answer, { input: counted.tokens, profile, counter }));
  if (told) counter.learn(request.model, counted, told.input);
  return {
    model: request.model,
    usage,
    measured: told !== undefined,
    outcome: fault?.kind ?? 'answered',
    milliseconds: clock.now() - started,
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
