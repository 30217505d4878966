/**
 * Watches a stream that may never end. Neither SDK does: their `timeout` covers the time up to the headers only, and a
 * stalled stream waits for ever (measured with openai 7.59 and @anthropic-ai/sdk 1.14).
 */
import { ModelFault } from './faults.ts';

export interface StreamLimits {
  /** Milliseconds without a byte after which a stream counts as stalled. */
  idleMs: number;
  /** Milliseconds that a whole answer may take. */
  totalMs: number;
}

export interface StreamSource<T> {
  model: string;
  limits: StreamLimits;
  signal: AbortSignal;
  /** Opens the stream. `alive` has to be called for every byte, so that keep-alives count as life. */
  open: (signal: AbortSignal, alive: () => void) => Promise<AsyncIterable<T>>;
}

/** Yields the source's items. Throws a `ModelFault` (`stalled` or `cancelled`) and aborts the request otherwise. */
export async function* watchStream<T>(source: StreamSource<T>): AsyncGenerator<T, void, void> {
  const watch = startWatch(source);
  let iterator: AsyncIterator<T> | undefined;
  try {
    const stream = await watch.orFault(source.open(watch.signal, watch.alive));
    iterator = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await watch.orFault(iterator.next());
      // Both SDKs end a stream quietly when its request is aborted; that must not look like an answer.
      if (next.done) return;
      watch.alive();
      yield next.value;
    }
  } finally {
    watch.stop();
    // Not awaited: closing a stalled body may hang as well.
    iterator?.return?.().catch(() => undefined);
  }
}

function startWatch<T>({ model, limits, signal }: StreamSource<T>) {
  const request = new AbortController();
  const broken = Promise.withResolvers<never>();
  // Nobody may be waiting when a timer fires between two reads.
  broken.promise.catch(() => undefined);
  const fail = (fault: ModelFault) => {
    broken.reject(fault);
    request.abort(fault);
  };
  const cancel = () => fail(new ModelFault('cancelled', { model }));
  const silent = () =>
    fail(new ModelFault('stalled', { model, detail: `nothing came for ${seconds(limits.idleMs)}` }));
  const tooLong = () =>
    fail(
      new ModelFault('stalled', { model, detail: `no complete answer within ${seconds(limits.totalMs)}` }),
    );

  let idle = setTimeout(silent, limits.idleMs);
  const total = setTimeout(tooLong, limits.totalMs);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });

  return {
    signal: request.signal,
    alive: () => {
      clearTimeout(idle);
      if (!request.signal.aborted) idle = setTimeout(silent, limits.idleMs);
    },
    orFault: <V>(work: Promise<V>): Promise<V> => {
      work.catch(() => undefined);
      return Promise.race([work, broken.promise]);
    },
    stop: () => {
      clearTimeout(idle);
      clearTimeout(total);
      signal.removeEventListener('abort', cancel);
    },
  };
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

/** A `fetch` that reports every byte of the answer, so that comments and pings of a slow provider count as life. */
export function fetchWithPulse(alive: () => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    alive();
    if (!response.body) return response;
    const pulse = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        alive();
        controller.enqueue(chunk);
      },
    });
    const body = response.body.pipeThrough(pulse);
    return new Response(body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}
