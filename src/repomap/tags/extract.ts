/** The tags of one file: decides its language, leaves out what is no source, and never throws. */
import type { CommentStyle } from '../../../grammars/comments.ts';
import { scriptOf } from '../../../grammars/embedded.ts';
import {
  type Language,
  languageById,
  languageOfPath,
  languageOfShebang,
} from '../../../grammars/languages.ts';
import { loadGrammar, noteTrap, parseText } from '../../../grammars/parser.ts';
import { patternsOf } from '../../../grammars/patterns/index.ts';
import { decodeText } from '../../../grammars/text.ts';
import type { RepoPath } from '../../lib/types.ts';
import type { Tag } from '../types.ts';
import { lexReferences } from './lexer.ts';
import { patternTags } from './patterns.ts';
import { queryTags } from './query.ts';
import { skipByContent, skipByPath } from './skip.ts';
import { templateTags } from './template.ts';

/** What a file yields. `skipped` says why a file was left out; `note` what was odd about one that was not. */
export interface Extraction {
  tags: Tag[];
  /** Modules or files that the text imports, as written, each once. */
  imports: string[];
  lines: number;
  /** The decoded text; absent when the file was left out. */
  text?: string;
  language?: string;
  skipped?: string;
  note?: string;
}

/** Processor time. Generous: a megabyte takes a fifth of a second; only runaway error recovery comes near. */
const parseMilliseconds = 2000;
const queryMilliseconds = 1000;

/** Tags of `bytes` as the language `languageId`; an unknown id gives references by the identifier lexer. */
export function extractTags(languageId: string, path: RepoPath, bytes: Uint8Array): Tag[] {
  return extract(languageById(languageId), path, bytes).tags;
}

/** Tags of a file whose language is told by its path or first line. `initGrammars` must have ended. */
export function extractFile(path: RepoPath, bytes: Uint8Array): Extraction {
  const skipped = skipByPath(path, bytes.length);
  if (skipped !== undefined) return leftOut(skipped);
  const language =
    languageOfPath(path) ??
    (bytes[0] === 0x23 && bytes[1] === 0x21
      ? languageOfShebang(Buffer.from(bytes.subarray(0, 200)).toString('latin1').split('\n', 1)[0] ?? '')
      : undefined);
  return extract(language, path, bytes);
}

function leftOut(skipped: string): Extraction {
  return { tags: [], imports: [], lines: 0, skipped };
}

function extract(language: Language | undefined, path: RepoPath, bytes: Uint8Array): Extraction {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') return leftOut('binary');
  const { text } = decoded;
  const skipped = skipByContent(text, language);
  if (skipped !== undefined) return leftOut(skipped);
  const notes = decoded.note === undefined ? [] : [decoded.note];
  const found = text === '' ? [] : tagsOfText(language, path, text, notes);
  const isImport = (tag: Tag) => tag.kind === 'ref' && tag.role === 'import';
  return {
    tags: found,
    imports: [...new Set(found.filter(isImport).map((tag) => tag.name))],
    lines: countLines(text),
    text,
    ...(language ? { language: language.id } : {}),
    ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
  };
}

const noComments: CommentStyle = { line: [], block: [], quotes: '' };

function tagsOfText(language: Language | undefined, path: RepoPath, text: string, notes: string[]): Tag[] {
  if (!language) return lexReferences(text, noComments);
  if (language.grammar) {
    const own = byGrammar(language, text, notes);
    if (own === undefined) return lexed(language, text);
    return language.embeds ? [...own, ...scriptTags(language, text, notes)] : own;
  }
  if (language.embeds) return [...templateTags(path, text), ...scriptTags(language, text, notes)];
  return lexed(language, text);
}

function scriptTags(host: Language, text: string, notes: string[]): Tag[] {
  const script = scriptOf(text, host);
  return script === undefined ? [] : (byGrammar(script.language, script.text, notes) ?? []);
}

/** Undefined, with a note, when the grammar is missing, too slow or fails. */
function byGrammar(language: Language, text: string, notes: string[]): Tag[] | undefined {
  const grammar = loadGrammar(language);
  if (typeof grammar === 'string') {
    notes.push(grammar);
    return undefined;
  }
  const parsed = parseText(grammar, text, parseMilliseconds);
  if (parsed.kind === 'failed') {
    notes.push(parsed.reason);
    return undefined;
  }
  try {
    return queryTags({
      grammar,
      tree: parsed.tree,
      text,
      sigils: language.sigils ?? '',
      milliseconds: queryMilliseconds,
    });
  } catch (error) {
    notes.push(noteTrap(error));
    return undefined;
  } finally {
    parsed.tree.delete();
  }
}

/** Without a grammar: definitions by line patterns where the language has some, references by identifiers. */
function lexed(language: Language, text: string): Tag[] {
  const patterns = patternsOf(language.id);
  const defined = patterns ? patternTags(text, language.comments, patterns) : [];
  if (language.data) return defined;
  const places = new Set(defined.map((tag) => `${tag.line} ${tag.name}`));
  const references = lexReferences(text, language.comments).filter(
    (tag) => !places.has(`${tag.line} ${tag.name}`),
  );
  return [...defined, ...references];
}

function countLines(text: string): number {
  if (text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
