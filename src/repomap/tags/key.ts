/** What a cached result depends on: the content, the language it was read as, and the version of everything here. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { languageOfPath } from '../../../grammars/languages.ts';
import type { RepoFile } from '../types.ts';

const hex = /^[0-9a-f]{32}/;

/**
 * Writes the four words of a file's key at `at`: the blob id mixed with what the path decides, the language and, for
 * component files, the name that the file defines.
 */
export function writeKey(file: RepoFile, keys: Uint32Array, at: number): void {
  const blob = hex.test(file.blob) ? file.blob : createHash('sha256').update(file.blob).digest('hex');
  const salt = saltOf(file.path);
  for (let word = 0; word < 4; word++) {
    const part = Number.parseInt(blob.slice(word * 8, word * 8 + 8), 16);
    keys[at + word] = part ^ Math.imul(salt ^ (word + 1), 0x9e3779b1);
  }
}

const salts = new Map<string, number>();

function saltOf(path: string): number {
  const language = languageOfPath(path);
  const named = language?.embeds !== undefined && language.grammar === undefined;
  const text = `${language?.id ?? ''}${named ? path.slice(path.lastIndexOf('/')) : ''}`;
  const known = salts.get(text);
  if (known !== undefined) return known;
  const salt = createHash('sha256').update(text).digest().readUInt32LE(0);
  if (!named) salts.set(text, salt);
  return salt;
}

let version: string | undefined;

/**
 * A hash over the queries, the code that turns bytes into records and the grammar packages: change one and the old
 * cache is simply not found. Nobody has to remember to raise a number.
 */
export function cacheVersion(): string {
  version ??= computeVersion();
  return version;
}

function computeVersion(): string {
  const hash = createHash('sha256');
  const grammars = new URL('../../../grammars/', import.meta.url);
  const sources = [
    ...below(grammars, /(?:(?:^|\/)(?!sample\.)[^/]*\.ts|tags\.scm)$/),
    ...below(
      new URL('./', import.meta.url),
      /(?:extract|template|lexer|patterns|query|record|segment|skip|key)\.ts$/,
    ),
    new URL('../digest.ts', import.meta.url),
    new URL('../words.ts', import.meta.url),
  ];
  for (const source of sources) hash.update(readFileSync(source)).update('\0');
  const require = createRequire(import.meta.url);
  for (const name of [
    '@vscode/tree-sitter-wasm',
    '@repomix/tree-sitter-wasms',
    '@cursorless/tree-sitter-wasms',
  ])
    hash.update(readFileSync(require.resolve(`${name}/package.json`)));
  return hash.digest('hex').slice(0, 16);
}

function below(folder: URL, shape: RegExp): URL[] {
  return readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => shape.test(name))
    .sort()
    .map((name) => new URL(name, folder));
}
