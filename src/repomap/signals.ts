/** The evidence about every file, each kind as one number from 0 to 1, before it is weighed. */
import type { RepoPath } from '../lib/types.ts';
import type { Digest } from './digest.ts';
import type { Ground } from './ground.ts';
import { changedTogether, type HistoryEvidence, historyEvidence } from './history.ts';
import type { FileKind } from './kinds.ts';
import { lexicalScores, matchWords, wordValues } from './lexical.ts';
import { type PathIndex, resolvePath, resolveQualified, resolveSymbols, scopeSignal } from './mentions.ts';
import { nearness } from './nearness.ts';
import type { WantedWords } from './passages.ts';
import type { Evidence } from './request.ts';
import { likelyTests, testedSignal } from './tested.ts';
import type { Commit } from './types.ts';

/** Everything that ranking reads but the files in context. */
export interface RankInput {
  ground: Ground;
  /** Newest first. */
  history: readonly Commit[];
  evidence: Evidence;
}

/** One number per file. */
export type Signal = Float64Array;

export interface Signals {
  /** BM25 of the whole request. */
  words: Signal;
  /** BM25 of its title. */
  title: Signal;
  /** A path or dotted name in the text that can only, or may, mean the file. */
  path: Signal;
  /** A path in a stack trace. */
  trace: Signal;
  /** Defines a symbol of the text. */
  symbol: Signal;
  /** Lies in the scope that the title names. */
  scope: Signal;
  /** Changed in commits with similar subjects. */
  similar: Signal;
  /** Changed together with named files and files in context. */
  together: Signal;
  /** The text names its test, or a symbol of it, or shares many words with it. */
  tested: Signal;
  /** Close to the files in context in the graph of names. */
  near: Signal;
}

export type SignalName = keyof Signals;

export interface Gathered {
  kinds: readonly FileKind[];
  signals: Signals;
  /** Words for people, by file. */
  notes: Map<number, Set<string>>;
  /** Files that the text names and that nothing else could be meant by. */
  named: Set<number>;
  /** Test files that define a test which the text names. */
  namedTests: Set<number>;
  wanted: WantedWords;
}

function note(notes: Gathered['notes'], file: number, text: string): void {
  const own = notes.get(file) ?? new Set();
  notes.set(file, own.add(text));
}

function count(number = 0, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function raise(signal: Signal, file: number, value: number): void {
  signal[file] = Math.max(signal[file] ?? 0, Math.min(1, value));
}

/** Divides by the largest value among the files that count, or among all where none of them has any; what exceeds 1 is cut. */
function scaled(signal: Signal, counted: (file: number) => boolean): Signal {
  const largest = (counts: (file: number) => boolean) =>
    signal.reduce((most, value, file) => (counts(file) ? Math.max(most, value) : most), 0);
  const most = largest(counted) || largest(() => true);
  return most > 0 ? signal.map((value) => Math.min(1, value / most)) : signal;
}

/** What a request says by itself, whatever files are in context. */
export interface Said {
  ground: Ground;
  history: HistoryEvidence;
  signals: Omit<Signals, 'together' | 'near'>;
  notes: Gathered['notes'];
  named: Set<number>;
  namedTests: Set<number>;
  wanted: WantedWords;
  /** There is no request: the general map of the repository is wanted. */
  general: boolean;
}

export function said({ ground, history: commits, evidence }: RankInput): Said {
  const { paths, digests, kinds, index } = ground;
  const isSource = (file: number) => kinds[file] === 'source';
  const matches = matchWords(digests, [...evidence.words.keys()], ground.pathWords, isSource);
  const values = wordValues(matches, evidence.words);
  const isTest = (file: number) => kinds[file] === 'test';
  const byWords = lexicalScores(matches, values);
  const words = scaled(byWords, isSource);
  const title = scaled(lexicalScores(matches, wordValues(matches, evidence.title)), isSource);
  const notes: Gathered['notes'] = new Map();
  const mentioned = mentionSignals(index, evidence, notes);
  const { symbol, namedTests } = symbolSignals(digests, evidence, notes, isTest);
  const history = historyEvidence(commits, paths, evidence.words);
  const signals: Said['signals'] = {
    words,
    title,
    path: mentioned.path,
    trace: mentioned.trace,
    symbol,
    scope: scopeSignal(index, evidence),
    similar: history.similar,
    tested: testedSignal(
      index,
      strongest([mentioned.path, mentioned.trace, symbol, likelyTests(byWords, isTest)]),
      isTest,
      isSource,
    ),
  };
  return {
    ground,
    history,
    signals,
    notes,
    named: mentioned.named,
    namedTests,
    wanted: { filter: matches.filter, values, pairs: evidence.pairs },
    general: evidence.words.size === 0,
  };
}

/** All signals of a request with the files of `context`. */
export function gather(request: Said, context: readonly RepoPath[]): Gathered {
  const { ground, history, named } = request;
  const notes = new Map([...request.notes].map(([file, texts]) => [file, new Set(texts)]));
  const chat = new Set(context.flatMap((path) => indexOfPath(ground.index, path)));
  const together = changedTogether(history, new Set([...named, ...chat]), ground.paths.length);
  together.signal.forEach((value, file) => {
    if (value > 0.2)
      note(
        notes,
        file,
        `changed together ${count(together.times[file], 'time')} with files named or in context`,
      );
  });
  const near = nearness(ground, chat, request.general);
  for (const [file, users] of near.usedBy)
    note(notes, file, `referenced by ${count(users, 'file')} in context`);
  for (const [file, used] of near.uses) note(notes, file, `uses ${count(used, 'file')} in context`);
  return {
    kinds: ground.kinds,
    signals: { ...request.signals, together: together.signal, near: near.signal },
    notes,
    named,
    namedTests: request.namedTests,
    wanted: request.wanted,
  };
}

function indexOfPath(index: PathIndex, path: RepoPath): number[] {
  const file = index.byName
    .get(path.slice(path.lastIndexOf('/') + 1).toLowerCase())
    ?.find((candidate) => index.paths[candidate] === path);
  return file === undefined ? [] : [file];
}

function mentionSignals(index: PathIndex, evidence: Evidence, notes: Gathered['notes']) {
  const path = new Float64Array(index.paths.length);
  const trace = new Float64Array(index.paths.length);
  const named = new Set<number>();
  for (const mention of evidence.paths)
    for (const hit of resolvePath(index, mention)) {
      const inTrace = mention.where === 'trace';
      raise(inTrace ? trace : path, hit.file, hit.weight);
      // a bare name in a listing is as often the reporter's own file
      const spoken = mention.where === 'title' || mention.where === 'prose' || mention.path.includes('/');
      if (!inTrace && spoken && hit.weight === 1) named.add(hit.file);
      const place = mention.line === undefined ? '' : ` line ${mention.line}`;
      note(
        notes,
        hit.file,
        inTrace ? `in the stack trace${place}` : `named in the request: \`${mention.path}\`${place}`,
      );
    }
  for (const parts of evidence.qualified)
    for (const hit of resolveQualified(index, parts)) {
      raise(path, hit.file, hit.weight * qualifiedShare);
      note(notes, hit.file, `\`${hit.name}\` in the request leads here`);
    }
  return { path, trace, named };
}

/** A dotted name is often an example's, or only where the trouble shows. */
const qualifiedShare = 0.3;

function symbolSignals(
  digests: readonly Digest[],
  evidence: Evidence,
  notes: Gathered['notes'],
  isTest: (file: number) => boolean,
): { symbol: Signal; namedTests: Set<number> } {
  const symbol = new Float64Array(digests.length);
  const namedTests = new Set<number>();
  for (const hit of resolveSymbols(digests, evidence)) {
    symbol[hit.file] = Math.min(1, (symbol[hit.file] ?? 0) + hit.weight / 2);
    if (hit.weight <= 0.2) continue;
    note(notes, hit.file, `defines \`${hit.symbol}\``);
    if (isTest(hit.file) && /test/i.test(hit.symbol)) namedTests.add(hit.file);
  }
  return { symbol, namedTests };
}

function strongest(signals: readonly Signal[]): Signal {
  return (signals[0] ?? new Float64Array()).map((_, file) =>
    Math.max(...signals.map((signal) => signal[file] ?? 0)),
  );
}
