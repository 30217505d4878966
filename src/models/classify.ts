/** From what an SDK throws, or an error object inside a stream, to a `ModelFault`. */
import { type FaultKind, ModelFault } from './faults.ts';

export interface FaultContext {
  /** `provider/model` of the call. */
  model: string;
  /** True once the first event of the stream has come: a lost connection is then a cut, not an unreachable host. */
  started: boolean;
  redact: (text: string) => string;
}

/** Never throws; anything that is not recognised is a `network` fault before the first event and a `cut` after it. */
export function classifyError(error: unknown, context: FaultContext): ModelFault {
  if (error instanceof ModelFault) return error;
  const fields = readFields(error);
  const detail = context.redact(fields.message);
  const details = {
    model: context.model,
    detail,
    ...(fields.status !== undefined && { status: fields.status }),
    ...(fields.requestId !== undefined && { requestId: fields.requestId }),
  };
  const kind = kindOf(fields, context.started);
  const retryAfterMs = retryAfter(fields.headers, fields.message, Date.now());
  return new ModelFault(kind, { ...details, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

interface ErrorFields {
  name: string;
  message: string;
  status?: number;
  /** The vendor's machine words: `code` and `type`, lower case, joined. */
  words: string;
  headers?: Headers;
  requestId?: string;
}

/** Reads what the two SDKs, fetch and vendor error objects have in common, without trusting any of it. */
function readFields(error: unknown): ErrorFields {
  const outer = record(error);
  const body = record(outer.error);
  const inner = record(body.error ?? body);
  const cause = record(outer.cause);
  const words = [outer.code, outer.type, inner.code, inner.type, inner.status, cause.code]
    .filter((word) => typeof word === 'string' || typeof word === 'number')
    .join(' ')
    .toLowerCase();
  const status = [outer.status, inner.code, inner.status, outer.code]
    .map(httpStatus)
    .find((value) => value !== undefined);
  return {
    name: error instanceof Error ? error.constructor.name : '',
    message:
      [inner.message, outer.message, cause.message]
        .find((text) => typeof text === 'string' && text !== '')
        ?.toString() ?? '',
    words,
    ...(status !== undefined && { status }),
    ...(outer.headers instanceof Headers && { headers: outer.headers }),
    ...(typeof outer.requestID === 'string' && { requestId: outer.requestID }),
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  // Errors keep message and cause as own, non-enumerable properties; reading through the prototype is what we want.
  return value as Record<string, unknown>;
}

/** Some gateways put the HTTP status into `code`, as a number or as text. */
function httpStatus(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 400 && number <= 599 ? number : undefined;
}

// Vendors agree on no code for these, so their sentences are read as well. Checked before the status.
const QUOTA =
  /insufficient_quota|insufficient.{0,10}(?:credit|balance|quota|funds)|billing_hard_limit|credit balance is too low|exceeded your current quota|payment required/i;
const CONTEXT =
  /context_length_exceeded|maximum context length|context (?:window|size|length|limit)|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length|exceeds? the (?:available context|maximum number of tokens|model'?s? (?:maximum )?context)|request_too_large|input token count/i;
const POLICY =
  /content_policy|content.?filter|content management policy|responsibleaipolicy|invalid_prompt|cyber_policy|bio_policy|flagged/i;
const MISSING_MODEL =
  /model_not_found|not_found|does not exist|unknown model|model .{1,80} not found|no such model/i;

const KIND_OF_WORD: [RegExp, FaultKind][] = [
  [/rate_limit|resource_exhausted|throttl/, 'rate_limit'],
  [/overloaded|unavailable|engine_overloaded|slow_down/, 'overloaded'],
  [/authentication|permission|invalid_api_key|unauthenticated|forbidden/, 'auth'],
  [/timeout|server_error|api_error|internal/, 'server'],
  [/invalid_request|bad_request|invalid_argument/, 'bad_request'],
];

function kindOf(fields: ErrorFields, started: boolean): FaultKind {
  const { status, words, message, name } = fields;
  const said = `${words} ${message}`;
  if (name === 'APIUserAbortError') return 'cancelled';
  if (status === 402 || QUOTA.test(said)) return 'quota';
  if (status === undefined || (status >= 400 && status < 500 && status !== 429)) {
    if (status !== 401 && status !== 403 && CONTEXT.test(said)) return 'context_exceeded';
    if (POLICY.test(words) || (status !== undefined && POLICY.test(message))) return 'content_policy';
  }
  if (status !== undefined) return kindOfStatus(status, said);
  const byWord = KIND_OF_WORD.find(([pattern]) => pattern.test(words));
  if (byWord) return byWord[1];
  if (name === 'SyntaxError') return 'bad_response';
  return started ? 'cut' : 'network';
}

function kindOfStatus(status: number, said: string): FaultKind {
  if (status === 429) return 'rate_limit';
  if (status === 529 || status === 503) return 'overloaded';
  if (status === 401 || status === 403) return 'auth';
  if (status === 413) return 'context_exceeded';
  if (status === 404 || (status === 400 && MISSING_MODEL.test(said))) return 'not_found';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'server';
  return 'bad_request';
}

/**
 * Milliseconds that an answer asks to wait: `retry-after-ms`, `retry-after` in seconds or as a date (RFC 9110, 10.2.3), or
 * the sentence that OpenAI and Google write into the message.
 */
export function retryAfter(headers: Headers | undefined, message: string, now: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const header = headers?.get('retry-after')?.trim();
  if (header) {
    const seconds = Number(header);
    if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
    // Date.parse takes "-5" for a date.
    const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
    if (Number.isFinite(date)) return Math.max(0, date - now);
  }
  const said = /(?:try again|retry) in (\d{1,6}(?:\.\d{1,9})?) ?(ms|s|m)\b/i.exec(message);
  if (!said?.[1]) return undefined;
  const unit = { ms: 1, s: 1000, m: 60_000 }[said[2]?.toLowerCase() ?? 's'] ?? 1000;
  return Math.ceil(Number(said[1]) * unit);
}
