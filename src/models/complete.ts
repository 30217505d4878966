/** The one way to ask a model: collects the stream, tries again, falls back, continues cut answers, keeps to the budget. */

import { type CallEvent, callOnce } from './call.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import { continuation, joinPieces, spokenSoFar } from './continue.ts';
import type { Budget } from './cost.ts';
import { addUsage, NO_USAGE } from './cost.ts';
import { ModelDeferred, ModelFault } from './faults.ts';
import type { ModelProfile } from './profile.ts';
import { DEFAULT_RETRY, decideRetry, type RetryPolicy } from './retry.ts';
import type { TokenCounter } from './tokens.ts';
import type { BilledCall, ModelProvider, ModelReply, ModelRequest, ReplyOutcome } from './types.ts';

/** Time and chance, so that tests need neither. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export interface CompleterParts {
  /** By endpoint name. */
  providers: ReadonlyMap<string, ModelProvider>;
  profileOf(model: string): ModelProfile;
  /** Models to try, in order, when a model cannot answer. */
  fallbacksOf(model: string): readonly string[];
  counter: TokenCounter;
  clock: Clock;
  retry?: RetryPolicy;
  /** Pieces of one answer at most, when the output limit cuts it. */
  mostPieces?: number;
}

export interface CompleteOptions {
  signal: AbortSignal;
  /** Told of everything as it happens. After `retry` or `fallback`, the text since the last piece is void. */
  onEvent?: (event: ClientEvent) => void;
  budget?: Budget;
}

export type ClientEvent =
  | CallEvent
  | { type: 'retry'; fault: ModelFault; waitMs: number; tries: number }
  | { type: 'fallback'; fault: ModelFault; model: string }
  | { type: 'continue'; piece: number };

/** A reply of which everything is known. */
export type CompletedReply = ModelReply &
  Required<Pick<ModelReply, 'outcome' | 'model' | 'pieces' | 'calls'>>;

export interface Completer {
  /**
   * The answer to a request. Throws a `ModelFault` when there is none, and `ModelDeferred` when the vendor has to be left
   * alone for longer than a worker should wait.
   */
  complete(request: ModelRequest, options: CompleteOptions): Promise<CompletedReply>;
}

/** Faults of the model or its account: another model may do better. The others are faults of the request. */
const OTHER_MODEL_MAY_HELP: ReadonlySet<string> = new Set(['auth', 'quota', 'not_found']);

/** How long a run rests when all tries failed. */
const REST_MS = 300_000;

const MOST_PIECES = 4;

/** Builds the client from its parts; `createModelClient` does it from a configuration. */
export function createCompleter(parts: CompleterParts): Completer {
  const circuits = new Map<string, Circuit>();
  const session = { ...parts, circuits };
  return {
    async complete(request, options) {
      const calls: BilledCall[] = [];
      try {
        return await firstAnswer(request, { session, options, calls });
      } catch (error) {
        if (error instanceof ModelFault || error instanceof ModelDeferred) error.billed = calls;
        throw error;
      }
    },
  };
}

/** The answer of the model that is asked for, or of the first fallback that gives one. */
async function firstAnswer(request: ModelRequest, context: Context): Promise<CompletedReply> {
  const { session, options } = context;
  const candidates = [request.model, ...session.fallbacksOf(request.model)];
  let deferUntil = Number.POSITIVE_INFINITY;
  let last: ModelFault | undefined;
  for (const model of candidates) {
    if (last) options.onEvent?.({ type: 'fallback', fault: last, model });
    const seen = session.profileOf(model).images ? request : withoutImages(request);
    const result = await answer({ ...seen, model }, context);
    if (result.ok) return result.reply;
    last = result.fault;
    if (!last.transient && !OTHER_MODEL_MAY_HELP.has(last.kind)) throw last;
    if (last.transient) deferUntil = Math.min(deferUntil, result.retryAt);
  }
  if (last && Number.isFinite(deferUntil)) throw new ModelDeferred(deferUntil, last);
  throw last ?? new ModelFault('bad_request', { model: request.model, detail: 'no model was tried' });
}

/** A model that cannot see refuses the whole request; the text says by itself what the images were to show. */
function withoutImages(request: ModelRequest): ModelRequest {
  return { ...request, messages: request.messages.map(({ images: _unseen, ...message }) => message) };
}

interface Context {
  session: CompleterParts & { circuits: Map<string, Circuit> };
  options: CompleteOptions;
  calls: BilledCall[];
}

type Attempt<T> = { ok: true; reply: T } | { ok: false; fault: ModelFault; retryAt: number };

/** A whole answer of one model, in as many pieces as the output limit makes of it. */
async function answer(request: ModelRequest, context: Context): Promise<Attempt<CompletedReply>> {
  const profile = context.session.profileOf(request.model);
  const first = await callWithRetry(request, context);
  if (!first.ok) return first;
  let { text, reasoning, finish } = first.reply;
  const { toolCalls, carried } = first.reply;
  let pieces = 1;
  // Calls cannot be continued: half of a call's arguments has no place in a conversation.
  while (finish === 'length' && text.trim() !== '' && toolCalls.length === 0) {
    if (pieces >= (context.session.mostPieces ?? MOST_PIECES)) break;
    pieces += 1;
    context.options.onEvent?.({ type: 'continue', piece: pieces });
    const next = await callWithRetry(continuation(request, text, profile), context);
    if (!next.ok) {
      if (next.fault.kind === 'cancelled') return next;
      // What was paid for is kept, marked as cut.
      pieces -= 1;
      break;
    }
    text = joinPieces(spokenSoFar(text, request, profile), next.reply.text);
    reasoning += next.reply.reasoning;
    toolCalls.push(...next.reply.toolCalls);
    finish = next.reply.finish;
  }
  const usage = context.calls.reduce((sum, call) => addUsage(sum, call.usage), NO_USAGE);
  const reply: CompletedReply = {
    text,
    reasoning,
    toolCalls,
    usage,
    finish,
    outcome: 'answered',
    model: request.model,
    pieces,
    calls: context.calls,
    ...(carried && pieces === 1 && { carried }),
  };
  return { ok: true, reply: { ...reply, outcome: outcomeOf(reply) } };
}

function outcomeOf({ finish, text, toolCalls }: ModelReply): ReplyOutcome {
  if (finish === 'refusal') return 'refused';
  if (finish === 'length') return 'cut';
  return text.trim() === '' && toolCalls.length === 0 ? 'empty' : 'answered';
}

/** One piece: the same request until it is answered or not worth another try. */
async function callWithRetry(request: ModelRequest, context: Context) {
  const { session, options } = context;
  const { clock } = session;
  const policy = session.retry ?? DEFAULT_RETRY;
  const circuit = circuitOf(request, session.circuits);
  const state = { tries: 0, since: clock.now() };
  for (;;) {
    const blockedUntil = circuit.closedUntil(clock.now());
    if (blockedUntil !== undefined) {
      const detail = 'it failed several times in a row and is left alone for a while';
      const fault = new ModelFault('overloaded', { model: request.model, detail });
      return { ok: false as const, fault, retryAt: blockedUntil };
    }
    const result = await callOnce(request, {
      parts: session,
      signal: options.signal,
      ...(options.onEvent && { onEvent: options.onEvent }),
      ...(options.budget && { budget: options.budget }),
    });
    if (result.call) context.calls.push(result.call);
    if (result.ok) {
      circuit.succeeded();
      return { ok: true as const, reply: result.reply };
    }
    const { fault } = result;
    circuit.failed(fault, clock.now());
    state.tries += 1;
    const decision = decideRetry(fault, state, { policy, now: clock.now(), random: clock.random });
    if (decision.action === 'defer') return { ok: false as const, fault, retryAt: decision.until };
    if (decision.action === 'give_up') return { ok: false as const, fault, retryAt: clock.now() + REST_MS };
    options.onEvent?.({ type: 'retry', fault, waitMs: decision.ms, tries: state.tries });
    try {
      await clock.sleep(decision.ms, options.signal);
    } catch {
      return { ok: false as const, fault: new ModelFault('cancelled', { model: request.model }), retryAt: 0 };
    }
  }
}

function circuitOf(request: ModelRequest, circuits: Map<string, Circuit>): Circuit {
  const endpoint = request.model.split('/', 1)[0] ?? '';
  const circuit = circuits.get(endpoint) ?? createCircuit();
  circuits.set(endpoint, circuit);
  return circuit;
}
