/** Reading requests and writing answers of node:http. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answers.ts';

/** The whole body; gzip and chunks are dealt with by the caller and node. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** The bytes of an answer and its content type. */
export function encode(answer: Answer): { bytes: Buffer; type: string | undefined } {
  if (Buffer.isBuffer(answer.body)) return { bytes: answer.body, type: answer.type };
  if (answer.type !== undefined) return { bytes: Buffer.from(String(answer.body ?? '')), type: answer.type };
  if (answer.body === undefined) return { bytes: Buffer.alloc(0), type: undefined };
  return { bytes: Buffer.from(JSON.stringify(answer.body)), type: 'application/json; charset=utf-8' };
}

export function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('hex')}"`;
}

export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  bytes: Buffer,
): void {
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.end(bytes);
}
