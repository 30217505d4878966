/** Nothing but parsing and matching, one file after the other: what no extraction with these grammars can beat. */
import { languageOfPath } from '../grammars/languages.ts';
import { loadGrammar, parseText } from '../grammars/parser.ts';

export interface SourceBytes {
  path: string;
  bytes: Uint8Array;
}

function pass(files: readonly SourceBytes[]): void {
  for (const { path, bytes } of files) {
    const language = languageOfPath(path);
    const grammar = language && loadGrammar(language);
    if (!grammar || typeof grammar === 'string') continue;
    const parsed = parseText(grammar, new TextDecoder().decode(bytes), 60_000);
    if (parsed.kind === 'failed') continue;
    grammar.query.matches(parsed.tree.rootNode);
    parsed.tree.delete();
  }
}

/** Megabytes per second of processor time over `files`, once the grammars are compiled. `initGrammars` must have ended. */
export function bareLoop(files: readonly SourceBytes[]): number {
  pass(files);
  const before = process.cpuUsage();
  pass(files);
  const { user, system } = process.cpuUsage(before);
  return files.reduce((sum, file) => sum + file.bytes.length, 0) / (user + system);
}
