import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { initGrammars } from '../../grammars/parser.ts';
import { fitPrompt } from '../../src/context/fit.ts';
import { assemble, type PromptParts } from '../../src/context/messages.ts';
import { partsOf, wordsOfFocus } from '../../src/context/parts.ts';
import { UNKNOWN_MODEL } from '../../src/models/profile.ts';
import { createTokenCounter } from '../../src/models/tokens.ts';
import type { ChatMessage } from '../../src/models/types.ts';

beforeAll(() => initGrammars());

const counter = createTokenCounter();
const count = async (messages: ChatMessage[]) =>
  (await counter.request({ model: 'x/y', messages }, UNKNOWN_MODEL)).tokens;

const words = (n: number, word = 'word') => `${word} `.repeat(n);
const comment = (text: string) => ({ provenance: 'outsider' as const, label: 'comment by @eve', text });
const source = Array.from(
  { length: 60 },
  (_, n) => `export function f${n}(a) {\n  return a + ${n};\n}\n`,
).join('\n');
const parts: PromptParts = {
  system: 'You are told.',
  map: words(300, 'map'),
  spans: [comment(`issue ${words(200)}`), comment(`first ${words(200)}`), comment(`last ${words(200)}`)],
  files: [
    { path: 'src/best.js', content: source, reasons: [] },
    { path: 'src/other.js', content: source, reasons: [] },
  ],
  focus: 'f41 is wrong',
  fence: ['```', '```'],
  turns: [{ role: 'user', content: 'Mend f41.' }],
};
const text = (messages: ChatMessage[]) => messages.map((message) => message.content).join('\n');

async function fitted(tokens: number, given = parts) {
  const result = await fitPrompt(given, { tokens, count });
  if (!result.ok) throw new Error(`did not fit: ${result.least}`);
  return result;
}

test('what fits is sent as it is', async () => {
  const { messages, reduced } = await fitted(100_000);
  expect(messages).toEqual(assemble(parts));
  expect(reduced).toEqual([]);
});

test('the outline goes first, then comments from the oldest, then files are shown in parts', async () => {
  const all = (await fitted(100_000)).tokens;
  const noMap = await fitted(all - 10);
  expect(noMap.reduced).toEqual(['without the outline of the repository']);
  expect(text(noMap.messages)).not.toContain('map map');

  const noFirst = await fitted(noMap.tokens - 10);
  expect(noFirst.reduced.at(-1)).toBe('without the oldest comment of the thread');
  expect(text(noFirst.messages)).not.toContain('first word');
  expect(text(noFirst.messages)).toContain('(1 earlier comment left out for want of room)');
  expect(text(noFirst.messages)).toContain('last word');
  expect(text(noFirst.messages)).toContain('issue word');

  const inParts = await fitted(1_900);
  expect(inParts.reduced.at(-1)).toBe('with 2 of 2 files in parts');
  const shown = text(inParts.messages);
  expect(shown).toContain('src/best.js (239 lines, shown in parts;');
  expect(shown).toContain('export function f41(a) {\n  return a + 41;\n}');
  expect(shown).not.toContain('return a + 7;');
  expect(shown).toContain('Mend f41.');
});

test('what does not fit in any form is refused, with the least that it would take', async () => {
  const result = await fitPrompt(parts, { tokens: 50, count });
  expect(result).toEqual({ ok: false, least: expect.any(Number) });
});

test('parts of a file are its outline and the lines that the request speaks of, word for word', () => {
  const { outline, ranges, lines } = partsOf({ path: 'a.js', content: source }, wordsOfFocus('see f41'), 400);
  expect(lines).toBe(239);
  expect(outline).toContain('165│ export function f41(a) {');
  expect(ranges).toEqual([{ from: 165, to: 167, text: 'export function f41(a) {\n  return a + 41;\n}\n' }]);
});

const anyParts = fc.record({
  map: fc.oneof(fc.constant(''), fc.string({ maxLength: 2_000 })),
  spans: fc.array(fc.string({ unit: 'grapheme', maxLength: 800 }).map(comment), { maxLength: 6 }),
  files: fc.array(
    fc.record({
      path: fc.constantFrom('a.ts', 'b/c.py', 'README.md', 'd'),
      content: fc
        .array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 60 })
        .map((l) => l.join('\n')),
      reasons: fc.constant<string[]>([]),
    }),
    { maxLength: 4 },
  ),
  said: fc.string({ maxLength: 300 }),
});

test('an assembled request never takes more than the room, in whatever form', async () => {
  await fc.assert(
    fc.asyncProperty(anyParts, fc.integer({ min: 40, max: 3_000 }), async ({ said, ...given }, tokens) => {
      const prompt = { ...parts, ...given, turns: [{ role: 'user' as const, content: said }] };
      const result = await fitPrompt(prompt, { tokens, count });
      if (!result.ok) {
        expect(result.least).toBeGreaterThan(tokens);
        return;
      }
      expect(await count(result.messages)).toBeLessThanOrEqual(tokens);
      expect(result.messages.at(-1)?.content.endsWith(said)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('equal input gives equal bytes, and a further turn keeps what stood before it, reduced in the same way', async () => {
  await fc.assert(
    fc.asyncProperty(anyParts, fc.integer({ min: 200, max: 3_000 }), async ({ said, ...given }, tokens) => {
      const prompt = { ...parts, ...given, turns: [{ role: 'user' as const, content: said }] };
      const once = await fitPrompt(prompt, { tokens, count });
      expect(await fitPrompt(prompt, { tokens, count })).toEqual(once);
      const turns = [
        ...prompt.turns,
        { role: 'assistant' as const, content: 'so' },
        { role: 'user' as const, content: 'and?' },
      ];
      const longer = await fitPrompt({ ...prompt, turns }, { tokens, count });
      if (!once.ok || !longer.ok || String(once.reduced) !== String(longer.reduced)) return;
      expect(longer.messages.slice(0, once.messages.length)).toEqual(once.messages);
    }),
    { numRuns: 60 },
  );
});
