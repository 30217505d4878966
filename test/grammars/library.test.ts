/** What is read from the library's memory is what the library itself answers, for every grammar and every predicate. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { languageById, languages } from '../../grammars/languages.ts';
import {
  eachMatch,
  initGrammars,
  type LoadedGrammar,
  loadGrammar,
  parseText,
} from '../../grammars/parser.ts';

beforeAll(initGrammars);

const parsed = languages.filter((language) => language.grammar !== undefined);

function sampleOf(id: string): string {
  const folder = new URL(`../../grammars/${id}/`, import.meta.url);
  const name = readdirSync(folder).find((file) => file.startsWith('sample.')) ?? '';
  return readFileSync(new URL(name, folder), 'utf8');
}

/** Pattern, label, position and end of every capture, as we read them and as the library tells them. */
function bothWays(grammar: LoadedGrammar, text: string): { ours: unknown[]; theirs: unknown[] } {
  const outcome = parseText(grammar, text, 10_000);
  if (outcome.kind === 'failed') throw new Error(outcome.reason);
  const ours: unknown[] = [];
  eachMatch(grammar, outcome.tree, text, 10_000, (match) => {
    for (let at = 0; at < match.size; at++)
      ours.push([
        match.pattern,
        match.label(at),
        match.start(at),
        match.row(at),
        match.end(at),
        match.endRow(at),
      ]);
    return true;
  });
  const theirs = grammar.query
    .matches(outcome.tree.rootNode)
    .flatMap(({ patternIndex, captures }) =>
      captures.map(({ name, node }) => [
        patternIndex,
        name,
        node.startIndex,
        node.startPosition.row,
        node.endIndex,
        node.endPosition.row,
      ]),
    );
  outcome.tree.delete();
  return { ours, theirs };
}

describe.each(parsed)('$id', (language) => {
  it('finds the same as the library', () => {
    const grammar = loadGrammar(language);
    if (typeof grammar === 'string') throw new Error(grammar);
    const { ours, theirs } = bothWays(grammar, sampleOf(language.id));
    expect(ours.length).toBeGreaterThan(0);
    expect(ours).toEqual(theirs);
  });
});

it('hands over a text that is longer than one piece, with characters of two units across the seams', () => {
  const javascript = languageById('javascript');
  if (javascript === undefined) throw new Error('no JavaScript');
  const grammar = loadGrammar(javascript);
  if (typeof grammar === 'string') throw new Error(grammar);
  const text = Array.from({ length: 4000 }, (_, number) => `const name${number} = "😀é";\n`).join('');
  const { ours, theirs } = bothWays(grammar, text);
  expect(ours).toHaveLength(8000);
  expect(ours).toEqual(theirs);
});
