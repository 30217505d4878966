/** Event sequences as the vendors' documentation shows them, with the events that a client has to step over. */
import { describe, expect, test } from 'vitest';
import type { ModelProvider } from '../../../src/models/types.ts';
import { createAnthropic } from '../../../src/models/vendors/anthropic/provider.ts';
import { createOpenaiResponses } from '../../../src/models/vendors/openai-responses/provider.ts';
import type { VendorEndpoint } from '../../../src/models/vendors/vendor.ts';
import { ask, events, faultOf } from '../support.ts';
import { type Canned, json, replay, sse } from './replay.ts';

async function read(create: (endpoint: VendorEndpoint) => ModelProvider, canned: Canned, stream = true) {
  await using server = await replay(canned);
  const limits = { idleMs: 2_000, totalMs: 5_000 };
  return await events(create({ name: 'test', baseUrl: server.url, apiKey: 'k', limits, stream }), ask('hi'));
}

describe('anthropic', () => {
  const start = {
    type: 'message_start',
    message: {
      id: 'm',
      role: 'assistant',
      content: [],
      usage: {
        input_tokens: 25,
        cache_read_input_tokens: 1_000,
        cache_creation_input_tokens: 200,
        output_tokens: 1,
      },
    },
  };
  const stop = (stop_reason: string, output_tokens: number) => [
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop' },
  ];
  const block = (index: number, content_block: object, ...deltas: object[]) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];

  test('thinking, redacted thinking, text and a tool call, with pings and unknown events between', async () => {
    const all = await read(
      createAnthropic,
      sse(
        start,
        { type: 'ping' },
        ...block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'Hm, ' },
          { type: 'thinking_delta', thinking: 'yes.' },
          { type: 'signature_delta', signature: 'EqQB' },
        ),
        ...block(1, { type: 'redacted_thinking', data: 'opaque' }),
        { type: 'some_future_event', payload: { a: 1 } },
        ...block(
          2,
          { type: 'text', text: '' },
          { type: 'text_delta', text: 'Reading it.' },
          { type: 'some_future_delta', x: 1 },
        ),
        ...block(
          3,
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          { type: 'input_json_delta', partial_json: '{"query":"x"}' },
        ),
        ...block(
          4,
          { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} },
          { type: 'input_json_delta', partial_json: '' },
          { type: 'input_json_delta', partial_json: '{"path": "a' },
          { type: 'input_json_delta', partial_json: '.ts"}' },
        ),
        ...stop('tool_use', 89),
      ),
    );
    const usage = { input: 1_225, cachedInput: 1_000, cacheWriteInput: 200, output: 89, reasoning: 0 };
    expect(all).toEqual([
      { type: 'usage', usage: { ...usage, output: 1 } },
      { type: 'reasoning', text: 'Hm, yes.' },
      { type: 'carried', item: { type: 'thinking', thinking: 'Hm, yes.', signature: 'EqQB' } },
      { type: 'carried', item: { type: 'redacted_thinking', data: 'opaque' } },
      { type: 'text', text: 'Reading it.' },
      { type: 'tool_call', call: { id: 'toolu_1', name: 'read', arguments: '{"path": "a.ts"}' } },
      { type: 'usage', usage },
      { type: 'finish', reason: 'tool_calls' },
    ]);
  });

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refusal'],
  ])('the stop reason %s is %s', async (reason, finish) => {
    const all = await read(
      createAnthropic,
      sse(start, ...block(0, { type: 'text', text: 'x' }), ...stop(reason, 2)),
    );
    expect(all.at(-1)).toEqual({ type: 'finish', reason: finish });
  });

  test('a refusal that streams nothing but its reason is not a broken answer', async () => {
    expect((await read(createAnthropic, sse(start, ...stop('refusal', 0)))).at(-1)).toEqual({
      type: 'finish',
      reason: 'refusal',
    });
  });

  test('an error event after the first words', async () => {
    const error = {
      type: 'error',
      error: { type: 'rate_limit_error', message: 'Slow down, try again in 12s' },
    };
    const fault = await faultOf(
      read(createAnthropic, sse(start, ...block(0, { type: 'text', text: 'x' }), error)),
    );
    expect(fault).toMatchObject({ kind: 'rate_limit', retryAfterMs: 12_000 });
  });
});

describe('openai responses', () => {
  const usage = {
    input_tokens: 36,
    input_tokens_details: { cached_tokens: 12 },
    output_tokens: 87,
    output_tokens_details: { reasoning_tokens: 40 },
    total_tokens: 123,
  };
  const response = (status: string, more: object = {}) => ({
    id: 'resp_1',
    object: 'response',
    status,
    output: [],
    error: null,
    incomplete_details: null,
    usage,
    ...more,
  });
  const created = {
    type: 'response.created',
    response: response('in_progress', { usage: null }),
    sequence_number: 0,
  };
  const text = {
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta: 'Hi',
    logprobs: [],
  };

  test('two paragraphs of reasoning, text and calls of three kinds, among items that nobody asked for', async () => {
    const done = (item: object) => ({ type: 'response.output_item.done', output_index: 0, item });
    const all = await read(
      createOpenaiResponses,
      sse(
        created,
        { type: 'response.in_progress', response: response('in_progress') },
        {
          type: 'response.reasoning_summary_part.added',
          item_id: 'rs',
          output_index: 0,
          summary_index: 0,
          part: { type: 'summary_text', text: '' },
        },
        {
          type: 'response.reasoning_summary_text.delta',
          item_id: 'rs',
          output_index: 0,
          summary_index: 0,
          delta: '**First**',
        },
        {
          type: 'response.reasoning_summary_part.added',
          item_id: 'rs',
          output_index: 0,
          summary_index: 1,
          part: { type: 'summary_text', text: '' },
        },
        {
          type: 'response.reasoning_summary_text.delta',
          item_id: 'rs',
          output_index: 0,
          summary_index: 1,
          delta: 'Second',
        },
        done({ id: 'rs', type: 'reasoning', summary: [], encrypted_content: 'gAAA' }),
        { type: 'response.web_search_call.searching', item_id: 'ws', output_index: 1 },
        done({ id: 'ws', type: 'web_search_call', status: 'completed' }),
        text,
        done({
          id: 'fc',
          type: 'function_call',
          call_id: 'call_1',
          name: 'read',
          arguments: '{"path":"a"}',
          status: 'completed',
        }),
        done({ id: 'ct', type: 'custom_tool_call', call_id: 'call_2', name: 'note', input: 'free text' }),
        done({
          id: 'ap',
          type: 'apply_patch_call',
          call_id: 'call_3',
          status: 'completed',
          operation: { type: 'delete_file', path: 'b' },
        }),
        { type: 'response.completed', response: response('completed') },
      ),
    );
    expect(all).toEqual([
      { type: 'reasoning', text: '**First**\n\nSecond' },
      { type: 'carried', item: { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'gAAA' } },
      { type: 'text', text: 'Hi' },
      { type: 'tool_call', call: { id: 'call_1', name: 'read', arguments: '{"path":"a"}' } },
      { type: 'tool_call', call: { id: 'call_2', name: 'note', arguments: 'free text' } },
      {
        type: 'tool_call',
        call: { id: 'call_3', name: 'apply_patch', arguments: '{"type":"delete_file","path":"b"}' },
      },
      { type: 'usage', usage: { input: 36, cachedInput: 12, cacheWriteInput: 0, output: 87, reasoning: 40 } },
      { type: 'finish', reason: 'tool_calls' },
    ]);
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'refusal'],
  ])('incomplete because of %s is %s', async (reason, finish) => {
    const all = await read(
      createOpenaiResponses,
      sse(created, text, {
        type: 'response.incomplete',
        response: response('incomplete', { incomplete_details: { reason } }),
      }),
    );
    expect(all.at(-1)).toEqual({ type: 'finish', reason: finish });
  });

  test.each([
    ['server_error', 'server'],
    ['rate_limit_exceeded', 'rate_limit'],
    ['invalid_prompt', 'content_policy'],
  ])('a response that failed with %s is a fault of kind %s', async (code, kind) => {
    const failed = {
      type: 'response.failed',
      response: response('failed', { error: { code, message: 'It failed.' } }),
    };
    expect((await faultOf(read(createOpenaiResponses, sse(created, text, failed)))).kind).toBe(kind);
    expect((await faultOf(read(createOpenaiResponses, json(200, failed.response), false))).kind).toBe(kind);
  });

  test('an error event', async () => {
    const error = {
      type: 'error',
      code: 'server_error',
      message: 'The server had an error',
      param: null,
      sequence_number: 3,
    };
    expect((await faultOf(read(createOpenaiResponses, sse(created, text, error)))).kind).toBe('server');
  });
});
