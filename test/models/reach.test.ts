import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startModel } from '../../demo/model/server.ts';
import { reachEndpoint } from '../../src/models/reach.ts';
import { CANARY } from './support.ts';

const http = { stream: true, idleSeconds: 1, totalSeconds: 1 };
const signal = () => AbortSignal.timeout(2_000);

async function answering(
  status: number,
  body: string,
  use: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  server.close();
}

test('an endpoint that answers tells its models', async () => {
  const server = await startModel({ script: { models: { architect: 'big', editor: 'small' }, entries: [] } });
  for (const [kind, baseUrl] of [
    ['openai-chat', server.openaiUrl],
    ['anthropic', server.url],
  ] as const)
    expect(await reachEndpoint('test', { kind, baseUrl, ...http }, signal())).toEqual({
      ok: true,
      models: ['big', 'small'],
    });
  await server.close();
});

test('a refused key is named, without the key', async () => {
  const body = JSON.stringify({
    error: { message: `Incorrect API key provided: ${CANARY}`, code: 'invalid_api_key' },
  });
  await answering(401, body, async (baseUrl) => {
    const reach = await reachEndpoint('test', { kind: 'openai', baseUrl, apiKey: CANARY, ...http }, signal());
    expect(reach).toMatchObject({ ok: false, fault: { kind: 'auth' } });
    expect(!reach.ok && reach.fault.message).not.toContain('canary');
  });
});

test.each([
  ['a page', '<html>', 'bad_response'],
  ['another object', '{"models": []}', 'bad_response'],
])('%s is no list', async (_name, body, kind) => {
  await answering(200, body, async (baseUrl) => {
    expect(await reachEndpoint('test', { kind: 'openai-chat', baseUrl, ...http }, signal())).toMatchObject({
      ok: false,
      fault: { kind },
    });
  });
});

test('nobody there, and nobody in time', async () => {
  const config = { kind: 'openai-chat' as const, baseUrl: 'http://127.0.0.1:9/v1', ...http };
  expect(await reachEndpoint('test', config, signal())).toMatchObject({
    ok: false,
    fault: { kind: 'network' },
  });
  expect(await reachEndpoint('test', config, AbortSignal.abort())).toMatchObject({
    ok: false,
    fault: { kind: 'stalled' },
  });
});
