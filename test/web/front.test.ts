import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFront, type Delivery, type Received } from '../../src/web/front.ts';

async function front(receive: (delivery: Delivery) => Promise<Received>) {
  const errors: unknown[] = [];
  const server = createFront({
    receive,
    unhealthy: async () => undefined,
    onError: (error) => errors.push(error),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/github/webhooks`, port, errors };
}

const headers = {
  'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  'x-github-event': 'issue_comment',
  'x-hub-signature-256': 'sha256=00',
};

test('the raw body reaches the receiver, and the answer tells what became of it', async () => {
  const outcomes: Received[] = ['accepted', 'bad-signature', 'bad-payload'];
  const seen: Delivery[] = [];
  const { url } = await front(async (delivery) => {
    seen.push(delivery);
    return outcomes.shift() ?? 'accepted';
  });
  const statuses = [];
  for (let i = 0; i < 3; i++)
    statuses.push((await fetch(url, { method: 'POST', headers, body: '{"ä": 1}' })).status);
  expect(statuses).toEqual([200, 401, 400]);
  expect(seen[0]).toEqual({
    id: headers['x-github-delivery'],
    event: 'issue_comment',
    signature: 'sha256=00',
    body: '{"ä": 1}',
  });
});

test('a delivery that cannot be saved is answered 503, so that GitHub shows it as failed', async () => {
  const { url, errors } = await front(async () => {
    throw new Error('database is down');
  });
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(503);
  expect(errors).toHaveLength(1);
});

test.each([
  ['announced', true],
  ['not announced', false],
])('a body of 26 MB whose length is %s is refused with 413 and not kept', async (_name, announced) => {
  let received = 0;
  const { url } = await front(async () => {
    received++;
    return 'accepted';
  });
  const before = process.memoryUsage().arrayBuffers;
  const chunk = new Uint8Array(1024 * 1024);
  let sent = 0;
  const body = announced
    ? new Uint8Array(26 * 1024 * 1024)
    : new ReadableStream({
        pull(controller) {
          if (sent++ < 26) controller.enqueue(chunk);
          else controller.close();
        },
      });
  const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  expect(response.status).toBe(413);
  expect(received).toBe(0);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120 * 1024 * 1024);
});

test.each([
  ['no delivery id', { 'x-github-delivery': '' }, 400],
  ['a delivery id with a line break trick', { 'x-github-delivery': 'a b' }, 400],
  ['no event', { 'x-github-event': '' }, 400],
  ['no signature', { 'x-hub-signature-256': '' }, 401],
])('%s is refused before the body is read', async (_name, changed, status) => {
  let received = 0;
  const { url } = await front(async () => {
    received++;
    return 'accepted';
  });
  const response = await fetch(url, { method: 'POST', headers: { ...headers, ...changed }, body: '{}' });
  expect(response.status).toBe(status);
  expect(received).toBe(0);
});

test('many slow senders of large bodies cannot fill the memory: the eleventh is told to come again', async () => {
  const { port, url } = await front(async () => 'accepted');
  const size = 24 * 1024 * 1024;
  const head = [
    'POST /api/github/webhooks HTTP/1.1',
    'Host: x',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${size}`,
  ];
  const answers: string[] = [];
  const senders = Array.from({ length: 12 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (data) => answers.push(data.toString()));
    socket.on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // All but the last byte: the body never ends.
    socket.write(new Uint8Array(size - 1));
    return socket;
  });
  onTestFinished(() => {
    for (const socket of senders) socket.destroy();
  });
  await vi.waitFor(() => expect(answers.some((answer) => answer.includes(' 503 '))).toBe(true), 60_000);
  for (const socket of senders) socket.destroy();
  await vi.waitFor(
    async () => expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200),
    10_000,
  );
});

test('a connection that says nothing sensible is closed without harm', async () => {
  const { port, url } = await front(async () => 'accepted');
  const socket = connect(port, '127.0.0.1');
  socket.resume();
  socket.write('NONSENSE\r\n\r\n');
  await once(socket, 'close');
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200);
});

test('health, readiness and unknown paths', async () => {
  const { port } = await front(async () => 'accepted');
  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/', '/nothing'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 200, 404]);
});

/** Sends bytes as they are and gives the first line of the answer, '' when there is none. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.end(bytes);
  await once(socket, 'close');
  return answer.split('\r\n')[0] ?? '';
}

test.each(['//', 'http://[', '//%'])(
  'the malformed address %s is the sender’s mistake, not ours',
  async (address) => {
    const { port, errors } = await front(async () => 'accepted');
    const request = `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await exchange(port, request)).toContain('400');
    expect(errors).toEqual([]);
  },
);

test('who hangs up in the middle of a body fills no log', async () => {
  let received = 0;
  const { port, errors } = await front(async () => {
    received++;
    return 'accepted';
  });
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /api/github/webhooks HTTP/1.1\r\nHost: x\r\n${fields.join('')}Content-Length: 20\r\n\r\n`;
  await exchange(port, `${head}{`);
  expect([received, errors]).toEqual([0, []]);
});
