/** What compatible servers do differently from OpenAI, as their documentation shows it. */
import { describe, expect, test } from 'vitest';
import { createOpenaiChat } from '../../../src/models/vendors/openai-chat/provider.ts';
import { ask, CAPABLE, events, faultOf } from '../support.ts';
import { type Canned, json, replay, sse } from './replay.ts';

const EDIT = [{ name: 'edit', description: 'Edits a file.', parameters: { type: 'object' } }];

async function answered(canned: Canned, profile = CAPABLE) {
  await using server = await replay(canned);
  const provider = createOpenaiChat({
    name: 'test',
    baseUrl: server.url,
    limits: { idleMs: 2_000, totalMs: 5_000 },
    stream: true,
  });
  return await events(provider, ask('hi', { tools: EDIT }), profile);
}

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});

test('DeepSeek: reasoning in a field of its own, cached input under its own name', async () => {
  const all = await answered(
    sse(
      chunk({ role: 'assistant', content: null, reasoning_content: 'Let me ' }),
      chunk({ content: null, reasoning_content: 'see.' }),
      chunk({ content: 'Done.' }),
      chunk({ content: '' }, 'stop', {
        usage: {
          prompt_tokens: 50,
          completion_tokens: 9,
          prompt_cache_hit_tokens: 40,
          prompt_cache_miss_tokens: 10,
        },
      }),
      '[DONE]',
    ),
  );
  expect(all).toEqual([
    { type: 'reasoning', text: 'Let me see.' },
    { type: 'text', text: 'Done.' },
    { type: 'usage', usage: { input: 50, cachedInput: 40, cacheWriteInput: 0, output: 9, reasoning: 0 } },
    { type: 'finish', reason: 'stop' },
  ]);
});

test('Google: whole calls without an index, and `stop` as the reason', async () => {
  const call = (id: string, path: string) => ({
    id,
    type: 'function',
    function: { name: 'edit', arguments: `{"path":"${path}"}` },
  });
  const all = await answered(
    sse(
      chunk({ role: 'assistant', tool_calls: [call('x1', 'a')] }),
      chunk({ tool_calls: [call('x2', 'b')] }, 'stop'),
      '[DONE]',
    ),
  );
  expect(all).toEqual([
    { type: 'tool_call', call: { id: 'x1', name: 'edit', arguments: '{"path":"a"}' } },
    { type: 'tool_call', call: { id: 'x2', name: 'edit', arguments: '{"path":"b"}' } },
    { type: 'finish', reason: 'tool_calls' },
  ]);
});

test('llama.cpp: calls without an id get one, because their answers need it', async () => {
  const all = await answered(
    sse(
      chunk({ tool_calls: [{ index: 0, function: { name: 'edit', arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ),
  );
  expect(all[0]).toEqual({ type: 'tool_call', call: { id: 'call_0', name: 'edit', arguments: '{}' } });
});

test('OpenRouter: comments while it waits, and reasoning in `reasoning`', async () => {
  const { body } = sse(
    chunk({ reasoning: 'Hm.', content: '' }),
    chunk({ content: 'Yes.' }, 'stop'),
    '[DONE]',
  );
  const all = await answered({ body: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${body}` });
  expect(all.map(({ type }) => type)).toEqual(['reasoning', 'text', 'finish']);
});

test('OpenRouter: an error of the model behind it, in the middle of the stream', async () => {
  const error = { code: 502, message: 'Provider returned error', metadata: { provider_name: 'X' } };
  const fault = await faultOf(
    answered(sse(chunk({ content: 'Ye' }), { ...chunk({ content: '' }, 'error'), error }, '[DONE]')),
  );
  expect(fault).toMatchObject({ kind: 'server', transient: true });
});

test('vLLM and Ollama: reasoning inside a tag in the text', async () => {
  const pieces = ['\n<th', 'ink>\nfirst ', 'look</thi', 'nk>\n\n', 'The <think> tag', ' is kept here.'];
  const all = await answered(
    sse(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]'),
    { ...CAPABLE, reasoningTag: 'think' },
  );
  expect(all).toEqual([
    { type: 'reasoning', text: '\nfirst look' },
    { type: 'text', text: 'The <think> tag is kept here.' },
    { type: 'finish', reason: 'stop' },
  ]);
});

test.each([
  ['no tag at all', ['Just ', 'text <'], 'Just text <'],
  ['less than a tag', ['<th'], '<th'],
  ['another tag', ['<thing>', 'x'], '<thing>x'],
])('a model with a reasoning tag that writes %s keeps its text', async (_name, pieces, text) => {
  const all = await answered(sse(...pieces.map((content) => chunk({ content })), chunk({}, 'stop')), {
    ...CAPABLE,
    reasoningTag: 'think',
  });
  expect(all).toEqual([
    { type: 'text', text },
    { type: 'finish', reason: 'stop' },
  ]);
});

test('Mistral: a text in parts, thoughts among them', async () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
  const all = await answered(
    sse(
      chunk({ content: [thinking] }),
      chunk({ content: [{ type: 'text', text: 'Yes.' }] }),
      chunk({ content: '' }, 'stop'),
    ),
  );
  expect(all.slice(0, 2)).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Yes.' },
  ]);
});

describe('what a vendor wants back beside a tool call is sent back with it', () => {
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'edit', arguments: '{}' } };
  const signature = { google: { thought_signature: 'AbC=' } };

  async function secondRequest(...deltas: object[]) {
    await using server = await replay(
      sse(...deltas.map((delta) => chunk(delta)), chunk({}, 'tool_calls')),
      sse(chunk({ content: 'ok' }, 'stop')),
    );
    const provider = createOpenaiChat({
      name: 'test',
      baseUrl: server.url,
      limits: { idleMs: 2_000, totalMs: 5_000 },
      stream: true,
    });
    const first = await events(provider, ask('hi', { tools: EDIT }));
    const items = first.flatMap((event) => (event.type === 'carried' ? [event.item] : []));
    const toolCalls = first.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    const messages = [
      { role: 'user' as const, content: 'hi' },
      {
        role: 'assistant' as const,
        content: '',
        toolCalls,
        carried: { kind: 'openai-chat' as const, items },
      },
      { role: 'tool' as const, content: 'done', toolCallId: 'c1' },
    ];
    await events(provider, ask('', { messages, tools: EDIT }));
    return server.bodies[1];
  }

  test('Google: the signature of a call', async () => {
    expect(await secondRequest({ tool_calls: [{ ...call, extra_content: signature }] })).toMatchObject({
      messages: [{}, { tool_calls: [{ id: 'c1', extra_content: signature }] }, {}],
    });
  });

  test('DeepSeek and Kimi: the thoughts that led to it', async () => {
    expect(
      await secondRequest(
        { reasoning_content: 'I will ' },
        { reasoning_content: 'edit.' },
        { tool_calls: [call] },
      ),
    ).toMatchObject({
      messages: [{}, { reasoning_content: 'I will edit.' }, {}],
    });
  });

  test('OpenRouter: details, put together from their pieces', async () => {
    const piece = (more: object) => ({
      reasoning_details: [{ type: 'reasoning.text', index: 0, format: 'x', ...more }],
    });
    const details = [{ type: 'reasoning.text', index: 0, format: 'x', text: 'Hm, yes', signature: 'S' }];
    const body = await secondRequest(
      piece({ text: 'Hm,' }),
      piece({ text: ' yes', signature: null }),
      piece({ signature: 'S' }),
      { tool_calls: [call] },
    );
    expect(body).toMatchObject({ messages: [{}, { reasoning_details: details }, {}] });
  });

  test('a turn without calls carries no thoughts', async () => {
    const all = await answered(sse(chunk({ reasoning_content: 'Hm.' }), chunk({ content: 'Yes.' }, 'stop')));
    expect(all.map(({ type }) => type)).toEqual(['reasoning', 'text', 'finish']);
  });
});

test('a reason that nobody documented is no answer', async () => {
  expect((await faultOf(answered(sse(chunk({ content: 'a' }, 'MALFORMED_FUNCTION_CALL'))))).kind).toBe(
    'bad_response',
  );
});

test.each([
  ['an object of another kind', sse({ choices: 'none' })],
  ['a number', sse('42')],
  ['no event', { body: ': nothing\n\n' }],
  ['an empty body', { body: '' }],
  [
    'a whole answer although a stream was asked for',
    json(200, { choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] }),
  ],
])('%s is no answer either', async (_name, canned) => {
  expect((await faultOf(answered(canned))).kind).toBe('bad_response');
});

describe('a server that refuses a parameter', () => {
  const done = sse(chunk({ content: 'ok' }, 'stop'), '[DONE]');
  const refuse = (message: string, status = 400) =>
    json(status, { error: { message, type: 'invalid_request_error' } });

  test.each([
    ['temperature', "Unsupported value: 'temperature' does not support 0 with this model."],
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ['stream_options', 'Extra inputs are not permitted: stream_options'],
  ])('gets the request without it: %s', async (parameter, message) => {
    await using server = await replay(refuse(message, 422), done);
    const provider = createOpenaiChat({
      name: 'test',
      baseUrl: server.url,
      limits: { idleMs: 2_000, totalMs: 5_000 },
      stream: true,
    });
    const request = ask('hi', { maxOutputTokens: 50 });
    expect((await events(provider, request)).at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    // And is not asked with it again.
    await events(provider, request);
    expect(server.bodies.map((body) => parameter in body)).toEqual([true, false, false]);
    if (parameter === 'max_tokens') expect(server.bodies[1]).toMatchObject({ max_completion_tokens: 50 });
  });

  test('is asked a bounded number of times', async () => {
    await using server = await replay(refuse("Unsupported parameter: 'temperature'"));
    const provider = createOpenaiChat({
      name: 'test',
      baseUrl: server.url,
      limits: { idleMs: 2_000, totalMs: 5_000 },
      stream: true,
    });
    expect((await faultOf(events(provider, ask('hi')))).kind).toBe('bad_request');
    expect(server.bodies).toHaveLength(2);
  });
});

test('without a key no authorization is sent, and extra headers are', async () => {
  await using server = await replay(sse(chunk({ content: 'ok' }, 'stop')));
  const headers = { 'api-key': 'azure-key', 'HTTP-Referer': 'https://example.org' };
  const provider = createOpenaiChat({
    name: 'test',
    baseUrl: server.url,
    headers,
    limits: { idleMs: 2_000, totalMs: 5_000 },
    stream: true,
  });
  await events(provider, ask('hi'));
  expect(server.headers[0]).not.toHaveProperty('authorization');
  expect(server.headers[0]).toMatchObject({ 'api-key': 'azure-key', 'http-referer': 'https://example.org' });
});
