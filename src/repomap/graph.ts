/** The graph of files by names: an edge goes from a file that uses a name to the files that define it. */
import type { Digest } from './digest.ts';
import type { Graph } from './pagerank.ts';

/** A name that more files define is a word of the language or a convention (`main`, `toString`), not a link. */
const mostDefiners = 6;

/** Numbers distinct hashes from 0, by open addressing. */
class Numbering {
  #keys: Uint32Array;
  #numbers: Int32Array;
  size = 0;

  constructor(expected: number) {
    let capacity = 1024;
    while (capacity < expected * 2) capacity *= 2;
    this.#keys = new Uint32Array(capacity);
    this.#numbers = new Int32Array(capacity).fill(-1);
  }

  #slot(hash: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 0) & mask;
    while (this.#numbers[slot] !== -1 && this.#keys[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  add(hash: number): number {
    const slot = this.#slot(hash);
    if (this.#numbers[slot] === -1) {
      this.#keys[slot] = hash;
      this.#numbers[slot] = this.size++;
    }
    return this.#numbers[slot] ?? -1;
  }

  find(hash: number): number {
    return this.#numbers[this.#slot(hash)] ?? -1;
  }
}

/**
 * Edges by names and imports, without self edges. The weight of one is the sum over shared names of √uses, times the rarity of the
 * name, divided by the number of files that define it; so it depends neither on the order of files nor on how many names a popular
 * file defines. `imports` are the files that each file imports: an import confirms the names, and is a link without any.
 */
export function referenceGraph(
  digests: readonly Digest[],
  imports: (file: number) => readonly number[] = () => [],
): Graph {
  const names = new Numbering(digests.reduce((sum, digest) => sum + digest.defs.hashes.length, 0));
  for (const digest of digests) for (const hash of digest.defs.hashes) names.add(hash);
  const definers = new Uint32Array(names.size);
  for (const digest of digests) for (const hash of digest.defs.hashes) bump(definers, names.find(hash));
  const uses = digests.map((digest) => Int32Array.from(digest.refs.hashes, (hash) => names.find(hash)));
  const users = new Uint32Array(names.size);
  for (const own of uses) for (const name of own) if (name >= 0) bump(users, name);

  const worth = new Float64Array(names.size);
  for (let name = 0; name < names.size; name++) {
    const defined = definers[name] ?? 0;
    if (defined <= mostDefiners)
      worth[name] = Math.log(1 + digests.length / (1 + (users[name] ?? 0))) / defined;
  }
  return edges({ digests, uses, worth, imports, definers: definersByName(digests, names, definers) });
}

function bump(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

interface Lists {
  starts: Uint32Array;
  items: Uint32Array;
}

function definersByName(digests: readonly Digest[], names: Numbering, definers: Uint32Array): Lists {
  const starts = new Uint32Array(names.size + 1);
  for (let name = 0; name < names.size; name++)
    starts[name + 1] = (starts[name] ?? 0) + (definers[name] ?? 0);
  const next = starts.slice(0, names.size);
  const items = new Uint32Array(starts[names.size] ?? 0);
  digests.forEach((digest, file) => {
    for (const hash of digest.defs.hashes) {
      const name = names.find(hash);
      items[next[name] ?? 0] = file;
      bump(next, name);
    }
  });
  return { starts, items };
}

interface EdgeInput {
  digests: readonly Digest[];
  /** For each file the numbers of the names it uses, parallel to its `refs`. */
  uses: readonly Int32Array[];
  worth: Float64Array;
  definers: Lists;
  imports: (file: number) => readonly number[];
}

/** What all imports of a file weigh together, as a part of its names. */
const importShare = 1 / 20;

function edges({ digests, uses, worth, definers, imports }: EdgeInput): Graph {
  const starts = new Uint32Array(digests.length + 1);
  const targets: number[] = [];
  const weights: number[] = [];
  const sum = new Float64Array(digests.length);
  digests.forEach((digest, file) => {
    const touched: number[] = [];
    let total = 0;
    const add = (target: number, value: number) => {
      if (target === file) return;
      if (sum[target] === 0) touched.push(target);
      sum[target] = (sum[target] ?? 0) + value;
      total += value;
    };
    const { counts } = digest.refs;
    uses[file]?.forEach((name, index) => {
      const value = name < 0 ? 0 : (worth[name] ?? 0) * Math.sqrt(counts[index] ?? 0);
      if (value === 0) return;
      for (let at = definers.starts[name] ?? 0; at < (definers.starts[name + 1] ?? 0); at++)
        add(definers.items[at] ?? 0, value);
    });
    const imported = imports(file);
    const own = Math.max(1, total * importShare) / Math.sqrt(imported.length || 1);
    for (const target of imported) add(target, (sum[target] ?? 0) + own);
    for (const target of touched) {
      targets.push(target);
      weights.push(sum[target] ?? 0);
      sum[target] = 0;
    }
    starts[file + 1] = targets.length;
  });
  return { starts, targets: Uint32Array.from(targets), weights: Float64Array.from(weights) };
}

/** The same graph with every edge turned round. */
export function reversed(graph: Graph): Graph {
  const nodes = graph.starts.length - 1;
  const starts = new Uint32Array(nodes + 1);
  for (const target of graph.targets) bump(starts, target + 1);
  for (let node = 0; node < nodes; node++) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
  const next = starts.slice(0, nodes);
  const targets = new Uint32Array(graph.targets.length);
  const weights = new Float64Array(graph.targets.length);
  for (let node = 0; node < nodes; node++)
    for (let edge = graph.starts[node] ?? 0; edge < (graph.starts[node + 1] ?? 0); edge++) {
      const at = next[graph.targets[edge] ?? 0] ?? 0;
      targets[at] = node;
      weights[at] = graph.weights[edge] ?? 0;
      bump(next, graph.targets[edge] ?? 0);
    }
  return { starts, targets, weights };
}
