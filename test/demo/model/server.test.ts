/** The model server as a client of each official SDK sees it, without our adapters in between. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { type ModelStandIn, type ModelStandInOptions, startModel } from '../../../demo/model/server.ts';

async function using(
  options: ModelStandInOptions,
  use: (server: ModelStandIn) => Promise<void>,
): Promise<void> {
  const server = await startModel(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const openai = (server: ModelStandIn, apiKey = 'key') =>
  new OpenAI({ apiKey, baseURL: server.openaiUrl, maxRetries: 0 });
const anthropic = (server: ModelStandIn, apiKey = 'key') =>
  new Anthropic({ apiKey, baseURL: server.url, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'hello' }];
const entries = [
  {
    reply: {
      text: 'Hello there.',
      reasoning: 'Greet.',
      toolCalls: [{ name: 'wave', arguments: { hand: 'left' } }],
    },
  },
];
const tools = { function: { name: 'wave', parameters: { type: 'object' } } };

describe('the official helpers, which check the event sequence, understand the streams', () => {
  test('openai, chat completions', async () => {
    await using({ script: { entries } }, async (server) => {
      const stream = openai(server).chat.completions.stream({
        model: 'm',
        messages,
        tools: [{ type: 'function', ...tools }],
      });
      const { choices } = await stream.finalChatCompletion();
      expect(choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: {
          content: 'Hello there.',
          tool_calls: [{ function: { name: 'wave', arguments: '{"hand":"left"}' } }],
        },
      });
    });
  });

  test('openai, responses', async () => {
    await using({ script: { entries } }, async (server) => {
      const stream = openai(server).responses.stream({ model: 'm', input: 'hello' });
      const response = await stream.finalResponse();
      expect(response.output_text).toBe('Hello there.');
      expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call']);
    });
  });

  test('anthropic, messages', async () => {
    await using({ script: { entries } }, async (server) => {
      const message = await anthropic(server)
        .messages.stream({ model: 'm', max_tokens: 100, messages })
        .finalMessage();
      expect(message.stop_reason).toBe('tool_use');
      expect(message.content).toMatchObject([
        { type: 'thinking', thinking: 'Greet.' },
        { type: 'text', text: 'Hello there.' },
        { type: 'tool_use', input: { hand: 'left' } },
      ]);
    });
  });
});

test('requests are recorded with the entry that answered', async () => {
  await using({ script: { entries } }, async (server) => {
    await openai(server).chat.completions.create({ model: 'some-model', messages });
    expect(server.requests).toMatchObject([
      { wire: 'openai-chat', entry: 0, request: { model: 'some-model', user: 'hello' }, body: { messages } },
    ]);
    expect(server.problems()).toEqual([]);
  });
});

test('an unexpected request gets an error that says what was expected', async () => {
  await using(
    { script: { entries: [{ when: { user: 'the plan' }, reply: { text: 'x' } }] } },
    async (server) => {
      const error = await openai(server)
        .chat.completions.create({ model: 'm', messages })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        status: 400,
        message: expect.stringContaining('wants user to match "the plan"'),
      });
      expect(server.assertFinished).toThrow('was not expected');
    },
  );
});

test('a script of which something was never asked for is not finished', async () => {
  await using({ script: { entries } }, async (server) => {
    expect(server.assertFinished).toThrow('was never asked for');
  });
});

describe('requests that a vendor would refuse are refused, and are problems', () => {
  const tool_use = { type: 'tool_use' as const, id: 't1', name: 'wave', input: {} };
  test.each([
    [
      'a call without an answer',
      { messages: [...messages, { role: 'assistant' as const, content: [tool_use] }, ...messages] },
      'tool_result',
    ],
    [
      'five cache marks',
      {
        messages: [
          {
            role: 'user' as const,
            content: Array.from({ length: 5 }, () => ({
              type: 'text' as const,
              text: 'x',
              cache_control: { type: 'ephemeral' as const },
            })),
          },
        ],
      },
      'maximum of 4',
    ],
    [
      'an empty text',
      { messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: '' }] }] },
      'non-empty',
    ],
    [
      'an assistant that begins',
      { messages: [{ role: 'assistant' as const, content: 'hi' }] },
      'first message',
    ],
    [
      'trailing space in a prefill',
      { messages: [...messages, { role: 'assistant' as const, content: 'so ' }] },
      'trailing whitespace',
    ],
    [
      'more thinking than output',
      { messages, thinking: { type: 'enabled' as const, budget_tokens: 2_000 } },
      'max_tokens',
    ],
  ])('%s', async (_name, body, named) => {
    await using({ script: { entries } }, async (server) => {
      const error = await anthropic(server)
        .messages.create({ model: 'm', max_tokens: 1_000, ...body })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 400, message: expect.stringContaining(named) });
      expect(server.problems()[0]).toContain(named);
    });
  });

  test('a tool answer without its call', async () => {
    await using({ script: { entries } }, async (server) => {
      const body = {
        model: 'm',
        messages: [...messages, { role: 'tool' as const, tool_call_id: 'nope', content: 'x' }],
      };
      await expect(openai(server).chat.completions.create(body)).rejects.toMatchObject({ status: 400 });
      const input = [{ type: 'function_call_output' as const, call_id: 'nope', output: 'x' }];
      await expect(openai(server).responses.create({ model: 'm', input })).rejects.toMatchObject({
        status: 400,
      });
      expect(server.problems()).toHaveLength(3);
    });
  });
});

test('a wrong key is refused when the server has one', async () => {
  await using({ script: { entries: [...entries, ...entries] }, apiKey: 'right' }, async (server) => {
    await expect(
      openai(server, 'wrong').chat.completions.create({ model: 'm', messages }),
    ).rejects.toMatchObject({ status: 401 });
    await expect(
      anthropic(server, 'wrong').messages.create({ model: 'm', max_tokens: 9, messages }),
    ).rejects.toMatchObject({ status: 401 });
    await openai(server, 'right').chat.completions.create({ model: 'm', messages });
    await anthropic(server, 'right').messages.create({ model: 'm', max_tokens: 9, messages });
    server.assertFinished();
  });
});

test('a script may be a YAML file', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'script-')), 'session.yaml');
  writeFileSync(
    file,
    'entries:\n  - name: greeting\n    reply:\n      text: |\n        Hello\n        there\n',
  );
  await using({ script: file }, async (server) => {
    const { choices } = await openai(server).chat.completions.create({ model: 'm', messages });
    expect(choices[0]?.message.content).toBe('Hello\nthere\n');
  });
});

test('a wrong path and a body that is no JSON are errors, not crashes', async () => {
  await using({ script: { entries } }, async (server) => {
    expect((await fetch(`${server.url}/v1/embeddings`, { method: 'POST', body: '{}' })).status).toBe(404);
    expect(
      (await fetch(`${server.openaiUrl}/chat/completions`, { method: 'POST', body: '{"a' })).status,
    ).toBe(400);
    expect((await fetch(`${server.url}/v1/messages`)).status).toBe(404);
  });
});
