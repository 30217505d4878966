import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../src/models/families.ts';
import { ModelProfileSchema } from '../../src/models/profile.ts';
import { isLocal, lookupModel } from '../../src/models/registry.ts';
import type { ProviderKind } from '../../src/models/types.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const look = (model: string, more: { kind?: ProviderKind; baseUrl?: string; overrides?: object } = {}) =>
  lookupModel({ model, kind: 'openai-chat', now: NOW, ...more });

describe('a model of a known family', () => {
  test.each([
    ['anthropic/claude-opus-5-5', 'Claude 5', 'diff', 1_000_000, 4],
    ['anthropic/claude-sonnet-4-5-20250929', 'Claude 4', 'diff', 200_000, 3],
    ['anthropic/claude-opus-4-1-20250805', 'Claude Opus 4 and 4.1', 'diff', 200_000, 15],
    ['anthropic/claude-opus-4-5', 'Claude 4', 'diff', 200_000, 5],
    ['anthropic/claude-haiku-4-5', 'Claude 4', 'diff', 200_000, 1],
    ['openai/gpt-6-sol', 'GPT-6', 'diff', 1_050_000, 2],
    ['openai/gpt-5.6-luna', 'GPT-5', 'diff', 1_050_000, 0.2],
    ['openai/gpt-4.1', 'GPT-4.1', 'diff', 1_000_000, 2],
    ['openai/o3', 'OpenAI o-series', 'diff', 200_000, 2],
    ['openai/gpt-4o', 'GPT-4o', 'diff', 128_000, 2.5],
  ])('%s', (model, family, editFormat, window, input) => {
    const kind = model.startsWith('anthropic') ? 'anthropic' : 'openai';
    const known = look(model, { kind });
    expect(known).toMatchObject({ family, notes: [], profile: { editFormat, window, prices: { input } } });
  });

  test.each([
    ['gemini/gemini-3.8-flash', 'https://generativelanguage.googleapis.com/v1beta/openai/', 'Gemini 3'],
    ['deepseek/deepseek-v4-pro', 'https://api.deepseek.com/v1', 'DeepSeek 4'],
    ['xai/grok-4.6', 'https://api.x.ai/v1', 'Grok'],
    ['mistral/codestral-latest', 'https://api.mistral.ai/v1', 'Mistral'],
    ['moonshot/kimi-k2.7-code', 'https://api.moonshot.ai/v1', 'Kimi'],
    ['zai/glm-5.3', 'https://api.z.ai/api/paas/v4/', 'GLM'],
    ['groq/llama-3.3-70b-versatile', 'https://api.groq.com/openai/v1', 'Llama'],
    ['router/qwen/qwen3-coder', 'https://openrouter.ai/api/v1', 'Qwen 3'],
    ['router/anthropic/claude-sonnet-4.6', 'https://openrouter.ai/api/v1', 'Claude 4.6'],
  ])('%s has a price at %s', (model, baseUrl, family) => {
    const known = look(model, { baseUrl });
    expect(known.family).toBe(family);
    expect(known.profile.prices?.input).toBeGreaterThan(0);
    expect(known.notes).toEqual([]);
  });

  test('long prompts have their own price where the vendor says so', () => {
    const { prices } = look('openai/gpt-5.5', { kind: 'openai' }).profile;
    expect(prices?.long?.above).toBeGreaterThan(200_000);
    expect(prices?.long?.rates.input).toBeGreaterThan(prices?.input ?? Number.POSITIVE_INFINITY);
  });

  test('newer Claude models take no temperature, older ones take a thinking budget', () => {
    expect(look('anthropic/claude-opus-4-7').profile).toMatchObject({
      temperature: 'none',
      reasoning: 'adaptive',
      prefill: false,
    });
    expect(look('anthropic/claude-sonnet-4-5').profile).toMatchObject({
      temperature: 0,
      reasoning: 'budget',
      prefill: true,
    });
  });
});

test('an unknown model gets safe defaults, and the user is told', () => {
  const { profile, family, notes } = look('somewhere/frobnicator-9', {
    baseUrl: 'https://llm.example.org/v1',
  });
  expect(family).toBeUndefined();
  expect(profile).toMatchObject({ editFormat: 'whole', window: 32_768, tools: false });
  expect(notes.join(' ')).toMatch(
    /frobnicator-9 is not in the model registry.*whole-file edits.*price.*not known/s,
  );
});

test('the server’s own settings win over everything', () => {
  const known = look('openai/gpt-5', { kind: 'openai', overrides: { window: 9_000, editFormat: 'udiff' } });
  expect(known.profile).toMatchObject({ window: 9_000, editFormat: 'udiff', outputLimit: 9_000 });
});

test('a model on an own server is free, and the limits of the vendor’s list do not count', () => {
  const { profile, notes } = look('local/qwen2.5-coder:32b', { baseUrl: 'http://localhost:11434/v1' });
  expect(profile.prices).toEqual({ input: 0, cachedInput: 0, cacheWriteInput: 0, output: 0 });
  expect(profile.window).toBe(32_768);
  expect(notes.join(' ')).toContain('OLLAMA_CONTEXT_LENGTH');
});

test.each([
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://192.168.1.20/v1', true],
  ['http://172.20.0.3/v1', true],
  ['http://vllm:8000/v1', true],
  ['http://gpu.internal/v1', true],
  ['https://api.openai.com/v1', false],
  ['https://10.example.com/v1', false],
  ['https://172.200.0.3/v1', false],
  ['not a url', true],
])('%s is in the own network: %s', (url, local) => {
  expect(isLocal(url)).toBe(local);
});

test.each(FAMILIES.map((family) => [family.name, family]))(
  '%s: every field is valid, and the answer fits the window',
  (_name, family) => {
    const profile = ModelProfileSchema.partial().parse(family.profile);
    expect(profile.outputLimit).toBeLessThanOrEqual(profile.window ?? 0);
  },
);

test.each(
  FAMILIES.flatMap(({ profile }) => [profile.weakModel, profile.editorModel]).filter(
    (name) => name !== undefined,
  ),
)('the suggested model %s is itself of a known family', (name) => {
  expect(look(`x/${name}`).family).toBeDefined();
});
