/**
 * How fast the repo map is and what memory it takes: cold, warm, after one change, and PageRank alone.
 *
 *   node bench/repomap.ts                    a tree of 2,000 files from the sources of installed packages
 *   node bench/repomap.ts --files 100000     as many files as asked for (the sources, varied until there are enough)
 *   node bench/repomap.ts --repo DIR         a repository or folder of your own (nothing is changed in it)
 *   … --aider VENV/bin/python                also runs Aider's own map on the same tree (aider-chat must be installed there)
 *
 * "cpu" is processor time of all threads, so that other work on the machine counts little; "wall" is what a user waits.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { initGrammars } from '../grammars/parser.ts';
import { buildMap, indexRepository, openSource } from '../src/repomap/index.ts';
import { type Graph, pageRank } from '../src/repomap/pagerank.ts';
import { extractFile } from '../src/repomap/tags/index.ts';
import { bareLoop, type SourceBytes } from './bare-loop.ts';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const sourceName = /(?<!\.min|\.d)\.(c?js|mjs|ts|tsx|c|h|cc|cpp|py|go|rs|java|rb|php)$/;
const text =
  'Parsing a request fails with "unexpected token" when the header is empty\n\nThe `parseHeader` function throws.';
const request = { text, chat: [], tokens: 1024 };

/** Smaller ones hold a line that exports another file; without them the mean is ten kilobytes. */
const leastBytes = 400;
/** Larger ones are left out of a map. */
const mostBytes = 1_000_000;

/** Paths of source files of installed packages, in a fixed order. */
function installedSources(): string[] {
  return readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((name) => sourceName.test(name) && !name.includes('tree-sitter'))
    .filter((name) => isSource(path.join(modules, name)))
    .sort();
}

function isSource(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size >= leastBytes && found.size <= mostBytes;
}

/** Writes `count` files and commits them; from the second round on each gets a line of its own, so that no two have equal content. */
function makeTree(folder: string, count: number): void {
  const sources = installedSources();
  for (let made = 0; made < count; made++) {
    const name = sources[made % sources.length] ?? '';
    const round = Math.floor(made / sources.length);
    const file = path.join(folder, `part${round}`, name.replaceAll('node_modules/', ''));
    mkdirSync(path.dirname(file), { recursive: true });
    const content = readFileSync(path.join(modules, name));
    writeFileSync(
      file,
      round === 0 ? content : Buffer.concat([content, Buffer.from(`\n// round ${round}\n`)]),
    );
  }
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-q', '-m', 'all');
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 1 << 30 });
}

interface Measured {
  wall: number;
  cpu: number;
}

async function measured<T>(work: () => Promise<T>): Promise<Measured & { value: T }> {
  const started = performance.now();
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, wall: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
}

function row(what: string, { wall, cpu }: Partial<Measured>, note: string): void {
  const cell = (seconds?: number) => (seconds === undefined ? '' : `${seconds.toFixed(3)} s`);
  console.log(`| ${what} | ${cell(wall)} | ${cell(cpu)} | ${note} |`);
}

async function mapOnce(folder: string, cacheFolder: string, progress = false) {
  const source = await openSource(folder);
  const onProgress = (done: number, total: number) => process.stderr.write(`\r${done}/${total} files `);
  const map = await buildMap(source, request, { cacheFolder, ...(progress ? { onProgress } : {}) });
  await source.close();
  if (progress) process.stderr.write('\n');
  return map;
}

/** Bytes of the files that the map read: neither left out nor unreadable. What the cache knows is not read again. */
async function bytesRead(folder: string, cacheFolder: string): Promise<number> {
  const source = await openSource(folder);
  const { files, tagged } = await indexRepository(source, { cacheFolder });
  await source.close();
  return files.reduce((sum, file, row) => sum + (tagged.at(row).skipped === undefined ? file.size : 0), 0);
}

const sampleBytes = 8e6;

/** Files of the tree that are parsed, evenly spread: enough to measure the bare loop on the same mixture. */
async function sampleOf(folder: string): Promise<SourceBytes[]> {
  const source = await openSource(folder);
  const files = await source.files();
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const step = Math.max(1, Math.floor(total / sampleBytes));
  const sample: SourceBytes[] = [];
  for (let at = 0; at < files.length; at += step) {
    const file = files[at];
    if (file === undefined) continue;
    const bytes = await source.read(file);
    if (extractFile(file.path, bytes).skipped === undefined) sample.push({ path: file.path, bytes });
  }
  await source.close();
  return sample;
}

/** Edges from every node to `degree` others, spread by a fixed linear congruence. */
function randomGraph(nodes: number, degree: number): Graph {
  const starts = Uint32Array.from({ length: nodes + 1 }, (_, node) => node * degree);
  const targets = new Uint32Array(nodes * degree);
  let state = 1;
  for (let edge = 0; edge < targets.length; edge++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    targets[edge] = state % nodes;
  }
  return { starts, targets, weights: new Float64Array(targets.length).fill(1) };
}

const aiderScript = `
import os, sys, time
from aider.io import InputOutput
from aider.models import Model
from aider.repomap import RepoMap
root, = sys.argv[1:]
os.chdir(root)
import subprocess
names = subprocess.run(["git", "ls-files", "-z"], capture_output=True).stdout.decode().split("\\0")
files = [os.path.join(root, n) for n in names if n]
io = InputOutput(yes=True, pretty=False)
rm = RepoMap(map_tokens=1024, root=root, main_model=Model("gpt-4o"), io=io, refresh="always")
for label in ("cold", "warm"):
    t = time.process_time()
    rm.get_repo_map([], files, set(), set(), force_refresh=True)
    print(label, time.process_time() - t)
`;

function aider(python: string, folder: string): void {
  const run = spawnSync(python, ['-c', aiderScript, folder], { encoding: 'utf8', timeout: 3_600_000 });
  for (const [, label = '', seconds] of run.stdout.matchAll(/^(cold|warm) ([\d.]+)$/gm))
    console.log(`| Aider, ${label} | | ${Number(seconds).toFixed(3)} s | its map on the same files |`);
  if (run.status !== 0) console.error(`Aider did not run: ${run.stderr.slice(-500)}`);
}

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    files: { type: 'string', default: '2000' },
    aider: { type: 'string' },
  },
});
const scratch = mkdtempSync(path.join(tmpdir(), 'bench-repomap-'));
try {
  const own = values.repo === undefined;
  const folder = values.repo ?? path.join(scratch, 'tree');
  if (own) {
    mkdirSync(folder);
    makeTree(folder, Number(values.files));
  }
  // where the command looks when XDG_CACHE_HOME is the scratch folder
  const cache = path.join(scratch, 'aiderbot', 'tags');
  console.log('| step | wall | cpu | |\n| --- | ---: | ---: | --- |');
  const cold = await measured(() => mapOnce(folder, cache, true));
  const { stats } = cold.value;
  const bytes = await bytesRead(folder, cache);
  const rate = bytes / 1e6 / cold.cpu;
  row(
    'cold',
    cold,
    `${stats.files} files, ${(bytes / 1e6).toFixed(1)} MB, ${rate.toFixed(1)} MB/s of cpu, ${stats.parsed} parsed`,
  );
  row('peak memory', {}, `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
  await mapOnce(folder, cache);
  const warm = await measured(() => mapOnce(folder, cache));
  row('warm, same process', warm, `${warm.value.stats.parsed} parsed, ${warm.value.tokens} tokens`);
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  const command = () => {
    const started = performance.now();
    spawnSync(process.execPath, [main, 'map', '--repo', folder], {
      env: { ...process.env, XDG_CACHE_HOME: scratch },
    });
    return (performance.now() - started) / 1000;
  };
  // the first one compiles its modules, the next ones find them compiled
  command();
  row('the command, warm', { wall: command() }, 'with the start of the process');
  if (own) {
    const changed = path.join(
      folder,
      'part0',
      readdirSync(path.join(folder, 'part0'))[0] ?? '',
      'changed.js',
    );
    appendFileSync(changed, 'export function parseHeader() {}\n');
    const after = await measured(() => mapOnce(folder, cache));
    row('one file changed', after, `${after.value.stats.parsed} parsed`);
  }
  await initGrammars();
  const bare = bareLoop(await sampleOf(folder));
  row(
    'bare parse-and-query loop',
    {},
    `${bare.toFixed(1)} MB/s of cpu, compiled grammars, a sample of the same files`,
  );
  const graph = randomGraph(100_000, 20);
  const ranked = await measured(async () => pageRank(graph, new Float64Array(100_000)));
  row('PageRank', ranked, '100,000 nodes, 2,000,000 edges');
  if (values.aider !== undefined) aider(values.aider, folder);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
