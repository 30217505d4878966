/** What the vendor adapters have in common: how a call is opened, watched, and how its failures get their names. */
import { z } from 'zod';
import { createRedactor } from '../../lib/redact.ts';
import { classifyError } from '../classify.ts';
import { ModelFault } from '../faults.ts';
import type { ModelEvent, ModelRequest, StreamOptions } from '../types.ts';
import { fetchWithPulse, type StreamLimits, watchStream } from '../watch.ts';

/** A configured place that serves models over HTTP. */
export interface VendorEndpoint {
  name: string;
  baseUrl?: string;
  apiKey?: string;
  headers?: Record<string, string>;
  limits: StreamLimits;
  /** False for servers that cannot stream. Node's fetch then gives up after 300 s, whatever the limits say. */
  stream: boolean;
}

export interface VendorCall {
  endpoint: VendorEndpoint;
  request: ModelRequest;
  options: StreamOptions;
  /** Opens the vendor's stream, or makes a stream of one element from a whole answer. */
  open: (transport: { signal: AbortSignal; fetch: typeof fetch }) => Promise<AsyncIterable<unknown>>;
  /** Turns the vendor's events into ours. */
  read: (events: AsyncIterable<unknown>) => AsyncIterable<ModelEvent>;
}

/** Runs one call to its end. Every failure leaves as a `ModelFault` without a key in it. */
export async function* runCall(call: VendorCall): AsyncGenerator<ModelEvent, void, void> {
  const { endpoint, request, options } = call;
  const { redact } = createRedactor([endpoint.apiKey ?? '', ...Object.values(endpoint.headers ?? {})]);
  const limits = limitsFor(endpoint, options);
  let started = false;
  const source = watchStream({
    model: request.model,
    limits,
    signal: options.signal,
    open: (signal, alive) =>
      call.open({ signal, fetch: refusingPages(fetchWithPulse(alive), request.model) }),
  });
  try {
    let finished = false;
    for await (const event of call.read(source)) {
      started = true;
      finished = event.type === 'finish';
      yield event;
    }
    if (finished) return;
  } catch (error) {
    if (isOwnBug(error)) throw error;
    throw faultBehind(error) ?? classifyError(error, { model: request.model, started, redact });
  }
  // Both SDKs report a stream that ends early, but cleanly, as a success without a finish reason.
  throw started
    ? new ModelFault('cut', { model: request.model, detail: 'the stream ended without a finish reason' })
    : new ModelFault('bad_response', { model: request.model, detail: 'the answer held no event' });
}

/** Without a stream nothing comes until all is there; and OpenAI's models think without sending a byte. */
function limitsFor(endpoint: VendorEndpoint, options: StreamOptions): StreamLimits {
  const { idleMs, totalMs } = endpoint.limits;
  if (!streams(endpoint, options)) return { idleMs: totalMs, totalMs };
  return { idleMs: options.profile.reasoning === 'none' ? idleMs : 2 * idleMs, totalMs };
}

/** Whether this call streams. */
export function streams(endpoint: VendorEndpoint, options: StreamOptions): boolean {
  return endpoint.stream && options.profile.streaming;
}

/** The part of `provider/model` that the vendor knows. */
export function vendorModel(request: ModelRequest): string {
  return request.model.slice(request.model.indexOf('/') + 1);
}

/** Parses a vendor's object, whose shape is never trusted. */
export function parseShape<T>(schema: z.ZodType<T>, value: unknown, model: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ModelFault('bad_response', { model, detail: z.prettifyError(parsed.error) });
}

/** A stream of one element: how a whole answer goes the way of a streamed one. */
export async function* once<T>(value: T): AsyncGenerator<T, void, void> {
  yield value;
}

/** A proxy's maintenance page comes with status 200, and the SDKs return it as the answer. */
function refusingPages(inner: typeof fetch, model: string): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return response;
    const page = (await response.text()).replace(/<[^>]{0,500}>/g, ' ');
    throw new ModelFault('bad_response', { model, detail: `a web page instead of an answer: ${page}` });
  };
}

/** A slip in our own code, which must not be retried as if the network had failed. */
function isOwnBug(error: unknown): boolean {
  const slip = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  // `fetch failed` and `terminated` are how Node's fetch reports a lost connection.
  return slip && error.cause === undefined && !/^(?:fetch failed|terminated)$/.test(error.message);
}

/** Our own fault, also when an SDK has wrapped it into a connection error. */
function faultBehind(error: unknown): ModelFault | undefined {
  if (error instanceof ModelFault) return error;
  return error instanceof Error && error.cause instanceof ModelFault ? error.cause : undefined;
}
