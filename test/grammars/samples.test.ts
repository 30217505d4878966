/**
 * Every language's sample and the tags that it has to yield. After a change of a query, `UPDATE_TAGS=1` rewrites the
 * expectations; the difference is then to be read like any other change.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { languageById, languages } from '../../grammars/languages.ts';
import { initGrammars, loadGrammar, parseText } from '../../grammars/parser.ts';
import { extractFile } from '../../src/repomap/tags/extract.ts';
import { inExpectedForm } from './expected.ts';

const root = new URL('../../grammars/', import.meta.url);
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'patterns')
  .map((entry) => entry.name);

function sampleOf(folder: string): { name: string; bytes: Uint8Array } {
  const name = readdirSync(new URL(`${folder}/`, root)).find((file) => file.startsWith('sample.')) ?? '';
  return { name, bytes: readFileSync(new URL(`${folder}/${name}`, root)) };
}

beforeAll(initGrammars);

it('has a sample for every language of the table', () => {
  expect(folders.toSorted()).toEqual(languages.map((language) => language.id).toSorted());
});

it('has definitions and references in at least 40 languages', () => {
  const complete = folders.filter((folder) => {
    const { name, bytes } = sampleOf(folder);
    const { definitions, references } = inExpectedForm(extractFile(name, bytes));
    return definitions.length > 0 && references.length > 0;
  });
  expect(complete.length).toBeGreaterThanOrEqual(40);
});

describe.each(folders)('%s', (folder) => {
  it('yields the expected tags of its sample', () => {
    const { name, bytes } = sampleOf(folder);
    const found = extractFile(name, bytes);
    const shown = inExpectedForm(found);
    const file = new URL(`${folder}/expected.json`, root);
    if (process.env.UPDATE_TAGS) writeFileSync(file, `${JSON.stringify(shown, undefined, 2)}\n`);
    expect(found.language).toBe(folder);
    expect(found.note).toBeUndefined();
    expect(shown).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('has a sample that its grammar parses without error', () => {
    const language = languageById(folder);
    if (!language?.grammar) return;
    const grammar = loadGrammar(language);
    if (typeof grammar === 'string') throw new Error(grammar);
    const parsed = parseText(grammar, new TextDecoder().decode(sampleOf(folder).bytes), 5000);
    if (parsed.kind === 'failed') throw new Error(parsed.reason);
    expect(parsed.tree.rootNode.hasError).toBe(false);
    parsed.tree.delete();
  });
});
