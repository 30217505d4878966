import { describe, expect, test } from 'vitest';
import { startModel } from '../../demo/model/server.ts';
import { createModelClient } from '../../src/models/client.ts';
import { parseModelsConfig, secretsOf } from '../../src/models/providers.ts';
import { ask } from './support.ts';

const signal = new AbortController().signal;

describe('the models of each purpose', () => {
  const models = (config: object) => createModelClient(parseModelsConfig(config)).models;

  test('are the registry’s suggestions at the vendor’s own endpoint', () => {
    expect(models({ endpoints: { a: { kind: 'anthropic' } }, model: 'a/claude-opus-5-5' })).toEqual({
      architect: 'a/claude-opus-5-5',
      editor: 'a/claude-opus-5-5',
      weak: 'a/claude-haiku-5-5',
    });
  });

  test('are the one configured model elsewhere, because another may not be there', () => {
    const endpoints = { o: { kind: 'openai-chat', baseUrl: 'https://openrouter.ai/api/v1' } };
    expect(models({ endpoints, model: 'o/anthropic/claude-opus-5-5' }).weak).toBe(
      'o/anthropic/claude-opus-5-5',
    );
  });

  test('are what the server says', () => {
    const config = {
      endpoints: { a: { kind: 'anthropic' }, b: { kind: 'openai' } },
      model: 'a/claude-opus-5-5',
      editorModel: 'b/gpt-6-sol',
      weakModel: 'b/gpt-6-luna',
    };
    expect(models(config)).toEqual({
      architect: 'a/claude-opus-5-5',
      editor: 'b/gpt-6-sol',
      weak: 'b/gpt-6-luna',
    });
  });
});

describe('a configuration that cannot work is refused with the reason', () => {
  test.each([
    [
      'an endpoint that is not there',
      { endpoints: { a: { kind: 'anthropic' } }, model: 'b/x' },
      'no endpoint "b" is configured (configured: a)',
    ],
    [
      'a fallback that is not there',
      { endpoints: { a: { kind: 'anthropic' } }, model: 'a/x', fallbacks: { 'a/x': ['b/y'] } },
      'no endpoint "b"',
    ],
    ['a model without endpoint', { endpoints: {}, model: 'gpt' }, 'endpoint/model'],
    [
      'a field that is not known',
      { endpoints: { a: { kind: 'anthropic', apikey: 'x' } }, model: 'a/x' },
      'apikey',
    ],
    ['a kind that is not known', { endpoints: { a: { kind: 'bedrock' } }, model: 'a/x' }, 'kind'],
    [
      'a format that is not known',
      { endpoints: { a: { kind: 'anthropic' } }, model: 'a/x', profiles: { 'a/x': { editFormat: 'json' } } },
      'editFormat',
    ],
  ])('%s', (_name, config, named) => {
    expect(() => parseModelsConfig(config)).toThrow(named);
  });
});

test('the secrets of a configuration are its keys, its header values and the passwords in its URLs', () => {
  const config = parseModelsConfig({
    endpoints: {
      a: { kind: 'anthropic', apiKey: 'key-one' },
      b: {
        kind: 'openai-chat',
        baseUrl: 'https://user:key-three@host/v1',
        headers: { 'api-key': 'key-two' },
      },
    },
    model: 'a/x',
  });
  expect(secretsOf(config)).toEqual(['key-one', 'key-two', 'key-three']);
});

test('several endpoints at once: each model goes to its own, and is paid by its own price', async () => {
  const server = await startModel({
    script: {
      entries: [
        { when: { model: 'claude-opus-5-5' }, reply: { text: 'plan' } },
        { when: { model: 'local-model' }, reply: { text: 'edit' } },
      ],
    },
  });
  try {
    const client = createModelClient(
      parseModelsConfig({
        endpoints: {
          claude: { kind: 'anthropic', baseUrl: server.url, apiKey: 'k' },
          box: { kind: 'openai-chat', baseUrl: server.openaiUrl },
        },
        model: 'claude/claude-opus-5-5',
        editorModel: 'box/local-model',
      }),
    );
    const plan = await client.complete(ask('go', { model: client.models.architect }), { signal });
    const edit = await client.complete(ask('go', { model: client.models.editor }), { signal });
    expect([plan.text, edit.text]).toEqual(['plan', 'edit']);
    expect(server.requests.map(({ wire }) => wire)).toEqual(['anthropic', 'openai-chat']);
    // Both endpoints are on this machine, so they cost nothing.
    expect(client.price(client.models.architect, plan.usage)).toBe(0);
    server.assertFinished();
  } finally {
    await server.close();
  }
});

test('what the server knows better than the registry is used', () => {
  const prices = { input: 1, cachedInput: 1, cacheWriteInput: 1, output: 1 };
  const client = createModelClient(
    parseModelsConfig({
      endpoints: { box: { kind: 'openai-chat', baseUrl: 'http://gpu:8000/v1' } },
      model: 'box/m',
      profiles: { 'box/m': { window: 64_000, prices } },
    }),
  );
  expect(client.profile('box/m')).toMatchObject({ window: 64_000, editFormat: 'whole' });
  expect(
    client.price('box/m', { input: 1_000_000, cachedInput: 0, cacheWriteInput: 0, output: 0, reasoning: 0 }),
  ).toBe(1);
  expect(client.notes).toEqual([]);
});
