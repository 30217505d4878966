/** What the three protocols of the model stand-in have in common. */
import type { FullReply } from '../../../src/models/script/reply.ts';
import type { ScriptFault } from '../../../src/models/script/schema.ts';

export type WireName = 'openai-chat' | 'openai-responses' | 'anthropic';

/** A request as the server understood it. */
export interface WireRequest {
  model: string;
  stream: boolean;
  system: string;
  /** The last message of the user or of a tool. */
  user: string;
  all: string;
  /** Names of the tools that were declared as free text, or as a vendor's own tool. */
  customTools: string[];
  nativeTools: string[];
  /** Whether the client wants usage in a Chat Completions stream. */
  includeUsage: boolean;
}

export interface Answer {
  request: WireRequest;
  reply: FullReply;
  /** Counts the answers of this server; ids are made from it, so that a session is repeatable. */
  serial: number;
}

/** One server-sent event. `content` frames carry a piece of the answer: they are paced, and faults count them. */
export interface Frame {
  event?: string;
  data: unknown;
  content: boolean;
}

export interface HttpError {
  status: number;
  /** The vendor's machine words. */
  type: string;
  code: string | null;
  message: string;
  headers?: Record<string, string>;
}

/** One protocol. */
export interface Wire {
  name: WireName;
  path: RegExp;
  /** The key that a request carries. */
  key(headers: Record<string, string | string[] | undefined>): string | undefined;
  /** Reads a body. Throws a `BadRequest` where the vendor would answer 400. */
  read(body: unknown): WireRequest;
  /** The answer as one JSON object. */
  whole(answer: Answer): unknown;
  frames(answer: Answer): Frame[];
  /** The error that a scripted fault becomes. */
  error(fault: ScriptFault): HttpError;
  errorBody(error: HttpError): unknown;
  errorFrame(error: HttpError): Frame;
}

/** The body breaks a rule that the vendor documents. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

/** Refuses the request the way a vendor does. */
export function must(condition: boolean, message: string): void {
  if (!condition) throw new BadRequest(message);
}

/** The key behind `Bearer`. */
export function bearer(headers: Record<string, string | string[] | undefined>): string | undefined {
  const header = headers.authorization;
  return typeof header === 'string' ? header.replace(/^Bearer /, '') : undefined;
}

/** The message of a scripted fault, or the vendor's usual one. */
export function messageOf(fault: ScriptFault, usual: string): string {
  return 'message' in fault && fault.message ? fault.message : usual;
}

/** The headers of a scripted fault. */
export function headersOf(fault: ScriptFault): Record<string, string> {
  return fault.kind === 'rate_limit' && fault.retryAfter !== undefined
    ? { 'retry-after': String(fault.retryAfter) }
    : {};
}
