/**
 * The repo map: from a repository and a request to ranked files, and to an outline of the repository that fits a token budget.
 * `indexRepository` once, then `rankFiles`, `mapOf` and `chooseFiles` as often as needed; `buildMap` does it in one go.
 */
import { countTokens } from '../lib/tokens.ts';
import { type ChosenFile, choose } from './choose.ts';
import { fitMap } from './fit.ts';
import { type FileOutline, outlineOf } from './outline.ts';
import { type Ranking, rank } from './rank.ts';
import { type IndexOptions, indexRepository, type RepoIndex } from './repo-index.ts';
import { evidenceOf } from './request.ts';
import { type Said, said } from './signals.ts';
import type { MapRequest, RepoMap, RepoSource } from './types.ts';

export type { ChosenFile, LineRange } from './choose.ts';
export { type IndexOptions, indexRepository, type RepoIndex } from './repo-index.ts';
export { commitSource, folderSource, openSource } from './source.ts';

export interface MapOptions extends IndexOptions {
  /** Counts the tokens of a text as the model does; o200k when absent. */
  countTokens?: (text: string) => number;
}

/** A run asks for the same ranking more than once, and for others of the same request: for files, for the map beside them. */
interface Asked {
  request: Said;
  /** By the files in context. */
  rankings: Map<string, Promise<Ranking>>;
}

const asked = new WeakMap<RepoIndex, Map<string, Asked>>();

/** All files, best first, with the reasons. Deterministic: equal input gives equal output. */
export function rankFiles(index: RepoIndex, request: Pick<MapRequest, 'text' | 'chat'>): Promise<Ranking> {
  const { text, chat } = request;
  const byText = asked.get(index) ?? new Map<string, Asked>();
  asked.set(index, byText);
  const { ground, history } = index;
  const known = byText.get(text) ?? {
    request: said({ ground, history, evidence: evidenceOf(text) }),
    rankings: new Map(),
  };
  byText.set(text, known);
  const key = JSON.stringify(chat);
  const ranking = known.rankings.get(key) ?? rank(known.request, chat, index.load);
  known.rankings.set(key, ranking);
  return ranking;
}

/** A file that is shown takes at least about this many tokens: so many outlines are worth making. */
const fewestTokens = 12;

/** The outlines of the best files that are not in the chat, as many as could fit into `tokens`. */
async function outlines(index: RepoIndex, ranking: Ranking, request: MapRequest): Promise<FileOutline[]> {
  const chat = new Set(request.chat);
  const shown = ranking.files
    .filter((file) => !chat.has(file.path))
    .slice(0, Math.ceil(request.tokens / fewestTokens));
  return Promise.all(
    shown.map(async ({ path }) => {
      const loaded = await index.load(path);
      return loaded ? outlineOf(path, loaded.bytes, loaded.tags, ranking.words) : { path, lines: [] };
    }),
  );
}

/**
 * The files to put into the context in full for a request: see `choose`. Files of `request.chat` are taken as given and left out.
 * `request.tokens` is the budget of all chosen files together.
 */
export async function chooseFiles(
  index: RepoIndex,
  request: MapRequest,
  options: { files?: number; countTokens?: (text: string) => number } = {},
): Promise<ChosenFile[]> {
  const ranking = await rankFiles(index, request);
  const chat = new Set(request.chat);
  const others = ranking.files.filter((file) => !chat.has(file.path));
  return choose(others, ranking.words, index.load, {
    tokens: request.tokens,
    files: options.files ?? 8,
    countTokens: options.countTokens ?? countTokens,
  });
}

/** The map for a request on an index. `milliseconds` counts from `started` (`performance.now()`). */
export async function mapOf(
  index: RepoIndex,
  request: MapRequest,
  options: MapOptions & { started?: number } = {},
): Promise<RepoMap> {
  const started = options.started ?? performance.now();
  const ranking = await rankFiles(index, request);
  const fitted = fitMap(
    await outlines(index, ranking, request),
    request.tokens,
    options.countTokens ?? countTokens,
  );
  const milliseconds = Math.round(performance.now() - started);
  const { stats } = index;
  return {
    files: ranking.files,
    map: fitted.map,
    tokens: fitted.tokens,
    stats: { ...stats, milliseconds, notes: [...index.notes] },
  };
}

/** Index and map in one go. */
export async function buildMap(
  source: RepoSource,
  request: MapRequest,
  options: MapOptions = {},
): Promise<RepoMap> {
  const started = performance.now();
  return mapOf(await indexRepository(source, options), request, { ...options, started });
}
