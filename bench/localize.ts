/**
 * How often the map finds the files that a fix changed. Questions come from the history of any local clone (`--repo DIR --commits N`),
 * or from a file of JSON lines {repo, base_commit, text, gold_files} with `--instances FILE --clones DIR`, where clones lie in
 * `DIR/<owner>/<name>` or `DIR/<owner>+<name>/repo`. `--ablate` also prints what happens without each kind of evidence.
 */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { commitSource, indexRepository, mapOf } from '../src/repomap/index.ts';
import { type Weights, weigh, weights } from '../src/repomap/rank.ts';
import { evidenceOf } from '../src/repomap/request.ts';
import { gather, said } from '../src/repomap/signals.ts';
import type { RankedFile } from '../src/repomap/types.ts';
import { fixCommits, type Question } from './fix-commits.ts';

interface Asked extends Question {
  folder: string;
  repo: string;
}

const instance = z.object({
  id: z.string(),
  repo: z.string(),
  base_commit: z.string(),
  text: z.string(),
  gold_files: z.array(z.string()),
});

function without(...names: (keyof Weights)[]): Weights {
  return { ...weights, ...Object.fromEntries(names.map((name) => [name, 0])) };
}

function only(...names: (keyof Weights)[]): Weights {
  const none = Object.fromEntries(Object.keys(weights).map((name) => [name, 0]));
  return { ...weights, ...none, ...Object.fromEntries(names.map((name) => [name, weights[name]])) };
}

/** The peer: BM25 over paths, definitions and bodies, and nothing else. */
const peer = only('words');

const ablations: Record<string, Weights> = {
  'no title apart': without('title'),
  'no paths and dotted names': without('path'),
  'no stack traces': without('trace'),
  'no symbols': without('symbol'),
  'no title scope': without('scope'),
  'no subjects of commits': without('similar'),
  'no co-change': without('together'),
  'no tests named or alike': without('tested'),
  'no passages and phrases': without('passage', 'phrase'),
  'no words of any kind': without('words', 'title', 'passage', 'phrase'),
};

/** Sums of measures over questions. */
class Score {
  questions = 0;
  readonly #sums = new Map<string, number>();

  add(measures: Record<string, number>): void {
    this.questions++;
    for (const [name, value] of Object.entries(measures))
      this.#sums.set(name, (this.#sums.get(name) ?? 0) + value);
  }

  mean(name: string): number {
    return (this.#sums.get(name) ?? 0) / Math.max(1, this.questions);
  }
}

const depths = [1, 5, 10, 20];

function ranks(files: readonly RankedFile[], gold: readonly string[]): Record<string, number> {
  const place = new Map(files.map((file, index) => [file.path, index]));
  const found = gold.map((name) => place.get(name) ?? Number.POSITIVE_INFINITY);
  const best = Math.min(...found);
  return {
    place: best + 1,
    mrr: 1 / (best + 1),
    ...Object.fromEntries(
      depths.map((depth) => [`R@${depth}`, found.filter((at) => at < depth).length / gold.length]),
    ),
  };
}

/** One question's result in a line, for those who watch. */
function told(row: Record<string, number>): string {
  const maps = Object.entries(row).filter(([name]) => name.startsWith('map '));
  return [
    `best ${row.place}`,
    `R@10 ${row['R@10']}`,
    ...maps.map(([name, found]) => `${name}: ${found}`),
  ].join(', ');
}

/** 1 when the map shows every gold file with at least one of its lines. */
function shown(map: string, gold: readonly string[]): number {
  return gold.every((name) => map.startsWith(`${name}:\n│`) || map.includes(`\n${name}:\n│`)) ? 1 : 0;
}

interface Measures {
  row: Record<string, number>;
  /** Ranks with other weights, by the name of the variant. */
  others: Map<string, Record<string, number>>;
}

/** What a question that could not be asked adds: it counts as missed. */
const nothing: Measures = { row: {}, others: new Map() };

async function measure(
  asked: Asked,
  budgets: number[],
  variants: Record<string, Weights>,
  cacheFolder: string,
): Promise<Measures> {
  const source = commitSource(asked.folder, asked.commit);
  try {
    const index = await indexRepository(source, { cacheFolder });
    const request = { text: asked.text, chat: [] };
    const started = performance.now();
    const row: Record<string, number> = {};
    for (const tokens of budgets) {
      const map = await mapOf(index, { ...request, tokens });
      if (row.mrr === undefined) Object.assign(row, ranks(map.files, asked.gold));
      row[`map ${tokens}`] = shown(map.map, asked.gold);
    }
    row.seconds = (performance.now() - started) / 1000;
    const { ground, history } = index;
    const gathered = gather(said({ ground, history, evidence: evidenceOf(asked.text) }), []);
    const others = new Map<string, Record<string, number>>();
    for (const [name, given] of Object.entries(variants))
      others.set(name, ranks((await weigh(ground.paths, gathered, index.load, given)).files, asked.gold));
    return { row, others };
  } finally {
    await source.close();
  }
}

function folderOf(clones: string, repo: string): string | undefined {
  const places = [path.join(clones, repo), path.join(clones, repo.replace('/', '+'), 'repo')];
  return places.find((place) => existsSync(place));
}

async function questions(values: {
  repo?: string[];
  commits: string;
  instances?: string;
  clones?: string;
}): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const folder of values.repo ?? []) {
    const repo = path.basename(path.resolve(folder));
    for (const one of await fixCommits(folder, Number(values.commits))) asked.push({ ...one, folder, repo });
  }
  if (values.instances === undefined) return asked;
  for (const line of readFileSync(values.instances, 'utf8').split('\n').filter(Boolean)) {
    const { id, repo, base_commit: commit, text, gold_files: gold } = instance.parse(JSON.parse(line));
    const folder = folderOf(values.clones ?? '.', repo);
    if (folder === undefined) console.error(`${repo}: no clone under ${values.clones ?? '.'}`);
    else asked.push({ id, repo, folder, commit, text, gold });
  }
  return asked;
}

function print(title: string, rows: Map<string, Score>, columns: string[]): void {
  console.log(`\n| ${title} | questions | ${columns.join(' | ')} |`);
  console.log(`| --- | ---: |${' ---: |'.repeat(columns.length)}`);
  for (const [name, score] of rows) {
    const cells = columns.map((column) => {
      const value = score.mean(column);
      return column === 'seconds' ? value.toFixed(2) : (value * 100).toFixed(1);
    });
    console.log(`| ${name} | ${score.questions} | ${cells.join(' | ')} |`);
  }
}

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true },
    commits: { type: 'string', default: '30' },
    instances: { type: 'string' },
    clones: { type: 'string' },
    tokens: { type: 'string', default: '1024,4096' },
    cache: { type: 'string', default: path.join(tmpdir(), 'aiderbot-localize') },
    ablate: { type: 'boolean', default: false },
  },
});
const asked = await questions(values);
if (asked.length === 0) {
  console.error(
    'No questions: give --repo DIR (a clone with bug-fix commits) or --instances FILE --clones DIR.',
  );
  process.exit(2);
}
const budgets = values.tokens.split(',').map(Number);
const variants: Record<string, Weights> = { 'BM25 alone': peer, ...(values.ablate ? ablations : {}) };
const perRepo = new Map<string, Score>();
const perVariant = new Map<string, Score>([['all evidence', new Score()]]);
for (const one of asked) {
  const { row, others } = await measure(one, budgets, variants, values.cache).catch((error: unknown) => {
    console.error(`${one.repo} ${one.id}: ${error instanceof Error ? error.message : error}`);
    return nothing;
  });
  if (row.place !== undefined) console.error(`${one.repo} ${one.id}: ${told(row)}`);
  const own = perRepo.get(one.repo) ?? new Score();
  perRepo.set(one.repo, own);
  const peerRow = others.get('BM25 alone') ?? {};
  own.add({ ...row, 'BM25 R@5': peerRow['R@5'] ?? 0, 'BM25 R@10': peerRow['R@10'] ?? 0 });
  perVariant.get('all evidence')?.add(row);
  for (const name of Object.keys(variants)) {
    const score = perVariant.get(name) ?? new Score();
    perVariant.set(name, score);
    score.add(others.get(name) ?? {});
  }
}
const depthColumns = [...depths.map((depth) => `R@${depth}`), 'mrr'];
const budgetColumns = budgets.map((tokens) => `map ${tokens}`);
print('repository', perRepo, [...depthColumns, ...budgetColumns, 'BM25 R@5', 'BM25 R@10', 'seconds']);
print('evidence', perVariant, depthColumns);
