import { describe, expect, test } from 'vitest';
import { modelsFromEnv } from '../../src/models/env.ts';
import { ModelsConfigError } from '../../src/models/providers.ts';

test('nothing configured is nothing, not an error', () => {
  expect(modelsFromEnv({})).toBeUndefined();
  expect(modelsFromEnv({ OPENAI_API_KEY: ' ' })).toBeUndefined();
});

test.each([
  [
    { ANTHROPIC_API_KEY: 'k' },
    'anthropic/claude-sonnet-5-5',
    { anthropic: { kind: 'anthropic', apiKey: 'k' } },
  ],
  [{ OPENAI_API_KEY: 'k' }, 'openai/gpt-6-sol', { openai: { kind: 'openai', apiKey: 'k' } }],
  [
    { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' },
    'anthropic/claude-sonnet-5-5',
    { anthropic: {}, openai: {} },
  ],
])('one key is enough: %o', (env, model, endpoints) => {
  expect(modelsFromEnv(env)).toMatchObject({ model, endpoints });
});

test('a local server needs no key', () => {
  expect(
    modelsFromEnv({ OPENAI_BASE_URL: 'http://localhost:11434/v1', AIDER_MODEL: 'qwen2.5-coder:32b' }),
  ).toMatchObject({
    model: 'openai/qwen2.5-coder:32b',
    endpoints: { openai: { kind: 'openai-chat', baseUrl: 'http://localhost:11434/v1' } },
  });
});

test('OpenAI’s own base URL keeps the Responses API', () => {
  expect(
    modelsFromEnv({ OPENAI_BASE_URL: 'https://api.openai.com/v1', OPENAI_API_KEY: 'k' })?.endpoints.openai
      ?.kind,
  ).toBe('openai');
});

test.each([
  ['claude-opus-5-5', 'anthropic/claude-opus-5-5'],
  ['gpt-5.5', 'openai/gpt-5.5'],
  ['openai/gpt-5.5', 'openai/gpt-5.5'],
  ['some-new-name', 'anthropic/some-new-name'],
  ['anthropic/claude-opus-5-5', 'anthropic/claude-opus-5-5'],
])('with both vendors, AIDER_MODEL=%s means %s', (name, model) => {
  expect(modelsFromEnv({ AIDER_MODEL: name, OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' })?.model).toBe(
    model,
  );
});

test.each([
  ['qwen/qwen3-coder', 'openai/qwen/qwen3-coder'],
  ['anthropic/claude-opus-5-5', 'openai/anthropic/claude-opus-5-5'],
  ['claude-opus-5-5', 'openai/claude-opus-5-5'],
])('at a server of one’s own, AIDER_MODEL=%s means %s', (name, model) => {
  const env = { AIDER_MODEL: name, OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://openrouter.ai/api/v1' };
  expect(modelsFromEnv(env)?.model).toBe(model);
});

test('editor and weak model are named the same way', () => {
  const env = {
    OPENAI_API_KEY: 'k',
    ANTHROPIC_API_KEY: 'k',
    AIDER_EDITOR_MODEL: 'claude-haiku-4-5',
    AIDER_WEAK_MODEL: 'gpt-6-luna',
  };
  expect(modelsFromEnv(env)).toMatchObject({
    editorModel: 'anthropic/claude-haiku-4-5',
    weakModel: 'openai/gpt-6-luna',
  });
});

describe('half a configuration says what is missing', () => {
  test.each([
    [{ AIDER_MODEL: 'gpt-5' }, 'ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL'],
    [{ AIDER_MODEL: 'claude-opus-5-5', OPENAI_API_KEY: 'k' }, 'needs ANTHROPIC_API_KEY'],
    [{ AIDER_MODEL: 'anthropic/x', OPENAI_API_KEY: 'k' }, 'needs ANTHROPIC_API_KEY'],
    [{ AIDER_WEAK_MODEL: 'gpt-5', ANTHROPIC_API_KEY: 'k' }, 'needs OPENAI_API_KEY'],
    [{ AIDER_MODEL: 'qwen/qwen3', OPENAI_API_KEY: 'k' }, 'OPENAI_BASE_URL'],
    [{ OPENAI_BASE_URL: 'http://localhost:11434/v1' }, 'http://localhost:11434/v1/models'],
    [{ OPENAI_BASE_URL: 'localhost:11434', AIDER_MODEL: 'm' }, 'http or https URL'],
  ])('%o', (env, named) => {
    expect(() => modelsFromEnv(env)).toThrow(ModelsConfigError);
    expect(() => modelsFromEnv(env)).toThrow(named);
  });
});
