/** A server that answers with exactly these bytes: for answers as vendors document them, and for answers that nobody should send. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Canned {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
}

export interface Replay {
  url: string;
  bodies: Record<string, unknown>[];
  headers: NodeJS.Dict<string | string[]>[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Answers the requests with the given answers in order; the last one repeats. */
export async function replay(...answers: Canned[]): Promise<Replay> {
  const bodies: Record<string, unknown>[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    bodies.push(JSON.parse(text));
    headers.push(request.headers);
    const answer = answers[Math.min(bodies.length, answers.length) - 1];
    response.writeHead(answer?.status ?? 200, {
      'content-type': answer?.type ?? 'text/event-stream',
      ...answer?.headers,
    });
    response.end(answer?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    headers,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Server-sent events out of JSON values; a `type` becomes the event's name, as OpenAI's and Anthropic's do. */
export function sse(...values: unknown[]): Canned {
  const lines = values.map((value) => {
    if (typeof value === 'string') return `data: ${value}\n\n`;
    const name =
      typeof value === 'object' && value !== null && 'type' in value ? `event: ${value.type}\n` : '';
    return `${name}data: ${JSON.stringify(value)}\n\n`;
  });
  return { body: lines.join('') };
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Canned {
  return { status, type: 'application/json', headers, body: JSON.stringify(value) };
}
