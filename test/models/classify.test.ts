/** Errors in the words that vendors really use. */
import { describe, expect, test } from 'vitest';
import { classifyError, retryAfter } from '../../src/models/classify.ts';

const context = { model: 'a/b', started: false, redact: (text: string) => text };
const kindOf = (error: unknown, started = false) => classifyError(error, { ...context, started }).kind;

test.each([
  [
    'OpenAI, window',
    {
      status: 400,
      error: {
        code: 'context_length_exceeded',
        message: 'Your input exceeds the context window of this model.',
      },
    },
    'context_exceeded',
  ],
  [
    'Anthropic, window',
    {
      status: 400,
      error: {
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 208310 tokens > 200000 maximum',
        },
      },
    },
    'context_exceeded',
  ],
  [
    'Anthropic, window with output',
    {
      status: 400,
      error: {
        error: {
          type: 'invalid_request_error',
          message: 'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
        },
      },
    },
    'context_exceeded',
  ],
  [
    'Google, window',
    {
      status: 400,
      error: {
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      },
    },
    'context_exceeded',
  ],
  [
    'llama.cpp, window',
    {
      status: 400,
      error: {
        code: 400,
        type: 'exceed_context_size_error',
        message: 'the request exceeds the available context size, try increasing it',
      },
    },
    'context_exceeded',
  ],
  [
    'vLLM, window',
    {
      status: 400,
      error: {
        message: "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens.",
      },
    },
    'context_exceeded',
  ],
  [
    'Anthropic, size',
    {
      status: 413,
      error: { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
    },
    'context_exceeded',
  ],
  [
    'OpenAI, quota',
    {
      status: 429,
      error: {
        code: 'insufficient_quota',
        message: 'You exceeded your current quota, please check your plan and billing details.',
      },
    },
    'quota',
  ],
  ['DeepSeek, balance', { status: 402, error: { message: 'Insufficient Balance' } }, 'quota'],
  [
    'Anthropic, balance',
    {
      status: 400,
      error: {
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the Anthropic API.',
        },
      },
    },
    'quota',
  ],
  [
    'OpenAI, tokens per minute',
    {
      status: 429,
      error: {
        code: 'rate_limit_exceeded',
        type: 'tokens',
        message:
          'Rate limit reached for gpt-x on tokens per min (TPM): Limit 30000. Please try again in 1.2s.',
      },
    },
    'rate_limit',
  ],
  [
    'Azure, filter',
    {
      status: 400,
      error: {
        code: 'content_filter',
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      },
    },
    'content_policy',
  ],
  ['Ollama, model', { status: 404, error: { message: "model 'nope' not found" } }, 'not_found'],
  [
    'OpenAI, key',
    { status: 401, error: { code: 'invalid_api_key', message: 'Incorrect API key provided' } },
    'auth',
  ],
  [
    'Anthropic, overloaded',
    { status: 529, error: { error: { type: 'overloaded_error', message: 'Overloaded' } } },
    'overloaded',
  ],
  ['a proxy', { status: 504, message: 'Gateway Timeout' }, 'server'],
  ['a conflict', { status: 409, message: 'Conflict' }, 'server'],
  [
    'a file path in the request',
    { status: 400, error: { message: 'messages.3: Input should be a valid string' } },
    'bad_request',
  ],
  ['OpenAI stream, rate', { code: 'rate_limit_exceeded', message: 'Rate limit reached' }, 'rate_limit'],
  ['OpenAI stream, server', { code: 'server_error', message: 'An error occurred' }, 'server'],
  [
    'OpenAI stream, prompt',
    { code: 'invalid_prompt', message: 'Invalid prompt: your prompt was flagged' },
    'content_policy',
  ],
])('%s', (_name, error, kind) => {
  expect(kindOf(error)).toBe(kind);
});

test.each([undefined, null, 'a text', 42, {}, new Error('socket hang up')])(
  '%s before the answer is a network fault, in it a cut',
  (error) => {
    expect(kindOf(error)).toBe('network');
    expect(kindOf(error, true)).toBe('cut');
  },
);

test('a long message is shortened, and a key of a known shape in it hidden', () => {
  const fault = classifyError(new Error(`sk-${'a'.repeat(40)} ${'word '.repeat(500)}`), context);
  expect(fault.message.length).toBeLessThan(600);
  expect(fault.message).not.toContain('aaaa');
});

describe('how long to wait', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  test.each([
    [{ 'retry-after': '20' }, '', 20_000],
    [{ 'retry-after': '0' }, '', 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, '', 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, '', 0],
    [{ 'retry-after-ms': '1500', 'retry-after': '2' }, '', 1_500],
    [{ 'retry-after': 'soon' }, 'Please try again in 1.898s.', 1_898],
    [{}, 'Please retry in 45.2s.', 45_200],
    [{}, 'Please try again in 20ms.', 20],
    [{}, 'Please try again in 6m', 360_000],
    [{}, 'Please try again later.', undefined],
    [{ 'retry-after': '-5' }, '', undefined],
  ])('%o %s', (headers, message, wait) => {
    expect(retryAfter(new Headers(headers as Record<string, string>), message, now)).toBe(wait);
  });
});
