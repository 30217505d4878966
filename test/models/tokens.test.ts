import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_MODEL } from '../../src/models/profile.ts';
import { createTokenCounter } from '../../src/models/tokens.ts';
import { ask } from './support.ts';

const OPENAI = { ...UNKNOWN_MODEL, tokenizer: 'o200k_base' as const };
const FOREIGN = { ...UNKNOWN_MODEL, tokenizer: 'estimate' as const };
const SOURCE = 'function greet(name) {\n  return "Hello, " + name;\n}\n'.repeat(20);

describe('a text', () => {
  test('is counted exactly for OpenAI models', async () => {
    expect(await createTokenCounter().text(SOURCE, OPENAI)).toBe(countTokens(SOURCE));
  });

  test('is over-estimated for models whose tokenizer is not public', async () => {
    expect(await createTokenCounter().text(SOURCE, FOREIGN)).toBeGreaterThan(countTokens(SOURCE) * 1.3);
  });

  test('with the name of a special token in it is only text', async () => {
    expect(await createTokenCounter().text('say <|endoftext|> now', OPENAI)).toBeGreaterThan(3);
  });

  test('counts its bytes when the encoder cannot be loaded, or fails', async () => {
    const unloadable = createTokenCounter(() => Promise.reject(new Error('no such file')));
    const failing = createTokenCounter(async () => () => {
      throw new Error('bad table');
    });
    expect(await unloadable.text('naïve', OPENAI)).toBe(6);
    expect(await failing.text('naïve', OPENAI)).toBe(6);
  });
});

describe('a request', () => {
  test('costs more than its texts: messages, tools, calls and pictures are counted', async () => {
    const counter = createTokenCounter();
    const count = async (more: Parameters<typeof ask>[1]) =>
      (await counter.request(ask('hello', more), OPENAI)).tokens;
    const plain = await count({});
    expect(plain).toBeGreaterThan(await counter.text('hello', OPENAI));
    const images = [{ mediaType: 'image/png' as const, data: 'AAAA' }];
    expect(await count({ messages: [{ role: 'user', content: 'hello', images }] })).toBeGreaterThan(
      plain + 1_000,
    );
    expect(
      await count({ tools: [{ name: 'edit', description: 'Edits a file.', parameters: {} }] }),
    ).toBeGreaterThan(plain);
    const toolCalls = [{ id: '1', name: 'edit', arguments: '{"path":"a/long/path.ts"}' }];
    expect(await count({ messages: [{ role: 'assistant', content: 'hello', toolCalls }] })).toBeGreaterThan(
      plain,
    );
  });

  test('is estimated closer once the vendor has counted one, and still not too low', async () => {
    const counter = createTokenCounter();
    const first = await counter.request(ask(SOURCE), FOREIGN);
    const reported = Math.round(first.raw * 1.1);
    counter.learn('test/some-model', first, reported);
    const second = await counter.request(ask(SOURCE), FOREIGN);
    expect(second.tokens).toBeLessThan(first.tokens);
    expect(second.tokens).toBeGreaterThanOrEqual(reported);
  });

  test('of another model learns nothing from it', async () => {
    const counter = createTokenCounter();
    const before = await counter.request(ask(SOURCE), FOREIGN);
    counter.learn('test/other-model', before, before.raw * 3);
    expect(await counter.request(ask(SOURCE), FOREIGN)).toEqual(before);
  });

  test('a higher count is believed at once, a lower one slowly', async () => {
    const counter = createTokenCounter();
    const counted = await counter.request(ask(SOURCE), FOREIGN);
    counter.learn('test/some-model', counted, counted.raw * 2);
    counter.learn('test/some-model', counted, counted.raw);
    expect((await counter.request(ask(SOURCE), FOREIGN)).tokens).toBeGreaterThan(counted.raw * 1.9);
  });
});
