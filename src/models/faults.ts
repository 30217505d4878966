/** Everything that can go wrong with a model call, named once, so that nobody above ever looks at a status code. */
import { redactShapes } from '../lib/redact.ts';
import type { BilledCall } from './types.ts';

/**
 * `rate_limit`, `overloaded`, `server`, `network`, `stalled`, `cut` and `bad_response` pass by themselves.
 * `quota`: no money left. `auth`: the key is wrong or may not use the model. `bad_request`: the vendor refuses the request
 * as it is. `context_exceeded`: smaller may work. `budget`: our own ceiling. `cancelled`: we stopped it.
 */
export const FAULT_KINDS = [
  'rate_limit',
  'overloaded',
  'server',
  'network',
  'stalled',
  'cut',
  'bad_response',
  'context_exceeded',
  'auth',
  'quota',
  'content_policy',
  'not_found',
  'bad_request',
  'budget',
  'cancelled',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const TRANSIENT: ReadonlySet<FaultKind> = new Set([
  'rate_limit',
  'overloaded',
  'server',
  'network',
  'stalled',
  'cut',
  'bad_response',
]);

export interface FaultDetails {
  /** `provider/model` of the call. */
  model: string;
  /** What the vendor said, or what we saw. Redacted on the way in. */
  detail?: string;
  /** Milliseconds that the vendor asked us to wait. */
  retryAfterMs?: number;
  status?: number;
  /** The vendor's id of the request, for support. */
  requestId?: string;
  /** Nobody asks again, whatever kind of fault it is: the work has to end with what it has. */
  isFinal?: boolean;
}

/** A model call that gave no usable answer. The message is for people, and never holds a key. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly kind: FaultKind;
  readonly model: string;
  readonly detail: string;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly #isFinal: boolean;
  /** Calls that were made for the answer that did not come, and are paid for all the same. */
  billed: readonly BilledCall[] = [];

  constructor(kind: FaultKind, details: FaultDetails) {
    const detail = shorten(redactShapes(details.detail ?? ''));
    super(sentence(kind, { ...details, detail }));
    this.kind = kind;
    this.model = details.model;
    this.detail = detail;
    this.retryAfterMs = details.retryAfterMs;
    this.status = details.status;
    this.requestId = details.requestId;
    this.#isFinal = details.isFinal ?? false;
  }

  /** Whether the same request may succeed later without anybody doing anything, and somebody will make it. */
  get transient(): boolean {
    return !this.#isFinal && isPassing(this.kind);
  }
}

/** Faults that go away by themselves. */
export function isPassing(kind: FaultKind): boolean {
  return TRANSIENT.has(kind);
}

/** A call that has to wait longer than a worker should: run the step again at `retryAt`. */
export class ModelDeferred extends Error {
  override readonly name = 'ModelDeferred';
  /** Milliseconds since 1970. */
  readonly retryAt: number;
  readonly fault: ModelFault;
  /** As of the fault. */
  billed: readonly BilledCall[] = [];

  constructor(retryAt: number, fault: ModelFault) {
    super(`${fault.message} The run continues at ${new Date(retryAt).toISOString()}.`);
    this.retryAt = retryAt;
    this.fault = fault;
  }
}

function sentence(kind: FaultKind, { model, detail, retryAfterMs, status }: FaultDetails): string {
  const said = detail ? ` It said: ${/[.!?]$/.test(detail) ? detail : `${detail}.`}` : '';
  const code = status === undefined ? '' : ` (HTTP ${status})`;
  const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  const sentences: Record<FaultKind, string> = {
    rate_limit: `${model} is rate-limited${code}.${wait}${said}`,
    overloaded: `${model} is overloaded${code}.${wait}${said}`,
    server: `${model} had an error of its own${code}.${said}`,
    network: `${model} could not be reached.${said}`,
    stalled: `${model} stopped answering in the middle.${said}`,
    cut: `The connection to ${model} broke in the middle of the answer.${said}`,
    bad_response: `${model} answered something that is no model reply${code}.${said}`,
    context_exceeded: `The request is too long for ${model}.${said}`,
    auth: `${model} refused the API key${code}. Check the key and whether it may use this model.${said}`,
    quota: `The account for ${model} has no credit left${code}. Add credit or choose another model.${said}`,
    content_policy: `${model} refused the request by its content policy.${said}`,
    not_found: `${model} does not exist at this endpoint${code}. Check the model name and the base URL.${said}`,
    bad_request: `${model} does not accept the request${code}.${said}`,
    budget: `The call to ${model} could pass the cost ceiling, so it was not made.${said}`,
    cancelled: `The call to ${model} was cancelled.`,
  };
  return sentences[kind];
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 400 ? `${flat.slice(0, 400)}…` : flat;
}
