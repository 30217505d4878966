import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createOpenaiChat } from '../../src/models/vendors/openai-chat/provider.ts';
import { watchStream } from '../../src/models/watch.ts';
import { ask, events, faultOf } from './support.ts';

const LIMITS = { idleMs: 1_000, totalMs: 20_000 };
const source = (open: () => Promise<AsyncIterable<string>>) =>
  watchStream({ model: 'a/b', limits: LIMITS, signal: new AbortController().signal, open });

async function* items(...values: string[]) {
  yield* values;
}

async function all(stream: AsyncIterable<string>): Promise<string[]> {
  const seen: string[] = [];
  for await (const item of stream) seen.push(item);
  return seen;
}

test('a stream that ends is passed on whole', async () => {
  expect(await all(source(async () => items('a', 'b')))).toEqual(['a', 'b']);
});

test('a stream that never opens, and one that stops, are stalled', async () => {
  expect((await faultOf(all(source(() => new Promise(() => {}))))).kind).toBe('stalled');
  async function* stopping() {
    yield 'a';
    await new Promise(() => {});
  }
  expect((await faultOf(all(source(async () => stopping())))).kind).toBe('stalled');
});

test('what the source throws is passed on', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('lost');
  }
  await expect(all(source(async () => failing()))).rejects.toThrow('lost');
});

test('nothing stays behind on a signal that lives as long as the run', async () => {
  const { signal } = new AbortController();
  const opened = watchStream({ model: 'a/b', limits: LIMITS, signal, open: async () => items('a') });
  expect(await all(opened)).toEqual(['a']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('whoever stops listening closes the source', async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield 'a';
    } finally {
      closed = true;
    }
  }
  for await (const item of source(async () => endless())) if (item) break;
  await expect.poll(() => closed).toBe(true);
});

describe('a server that thinks for a long time', () => {
  test('is alive while it sends comments, however long the answer takes', async () => {
    const server = createServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // Pauses that are together much longer than the idle limit.
      for (let ping = 0; ping < 8; ping++) {
        response.write(': still thinking\n\n');
        await sleep(200);
      }
      response.end(
        'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const provider = createOpenaiChat({ name: 'test', baseUrl, limits: LIMITS, stream: true });
    try {
      expect(await events(provider, ask('think'))).toContainEqual({ type: 'text', text: 'ok' });
    } finally {
      server.close();
    }
  });
});
