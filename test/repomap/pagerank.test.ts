import { describe, expect, it } from 'vitest';
import { type Digest, digest } from '../../src/repomap/digest.ts';
import { referenceGraph, reversed } from '../../src/repomap/graph.ts';
import { type Graph, pageRank } from '../../src/repomap/pagerank.ts';

/** A graph from rows of [target, weight]. */
function graphOf(rows: [target: number, weight: number][][]): Graph {
  const starts = Uint32Array.from([0, ...rows.map((_, node) => rows.slice(0, node + 1).flat().length)]);
  return {
    starts,
    targets: Uint32Array.from(rows.flat(), ([target]) => target),
    weights: Float64Array.from(rows.flat(), ([, weight]) => weight),
  };
}

const even = (nodes: number) => new Float64Array(nodes);

describe('pageRank', () => {
  it('gives the values that can be worked out by hand', () => {
    // a ⇄ b: both the same. a → c ← b: with d = 0.85, a = b = x, c = x + 0.85·2x, and c's rank goes on to all three.
    const pair = pageRank(graphOf([[[1, 1]], [[0, 1]]]), even(2));
    expect(pair[0]).toBeCloseTo(0.5, 6);
    const fan = pageRank(graphOf([[[2, 1]], [[2, 1]], []]), even(3), { tolerance: 1e-12 });
    const [a = 0, b = 0, c = 0] = fan;
    expect(a).toBeCloseTo(b, 9);
    expect(c).toBeCloseTo(a + 0.85 * 2 * a, 9);
    expect(a + b + c).toBeCloseTo(1, 9);
  });

  it('matches the published four-page example', () => {
    // A → B, C; B → C; C → A; D → C (Page and Brin's formula with d = 0.85, scaled to a sum of 1)
    const rank = pageRank(
      graphOf([
        [
          [1, 1],
          [2, 1],
        ],
        [[2, 1]],
        [[0, 1]],
        [[2, 1]],
      ]),
      even(4),
      { tolerance: 1e-12 },
    );
    expect(Array.from(rank, (value) => Number((value * 4).toFixed(2)))).toEqual([1.49, 0.78, 1.58, 0.15]);
  });

  it('splits rank by weight and starts where it is told', () => {
    const graph = graphOf([
      [
        [1, 3],
        [2, 1],
      ],
      [],
      [],
    ]);
    const rank = pageRank(graph, Float64Array.of(1, 0, 0), { tolerance: 1e-12 });
    expect((rank[1] ?? 0) / (rank[2] ?? 1)).toBeCloseTo(3, 9);
    const apart = pageRank(graphOf([[[1, 1]], [], [[3, 1]], []]), Float64Array.of(1, 0, 0, 0));
    expect([apart[2], apart[3]]).toEqual([0, 0]);
  });

  it('takes empty graphs and weights of zero', () => {
    expect(pageRank(graphOf([]), even(0))).toHaveLength(0);
    expect(pageRank(graphOf([[[1, 0]], []]), even(2)).every((value) => Math.abs(value - 0.5) < 1e-9)).toBe(
      true,
    );
  });
});

describe('referenceGraph', () => {
  const file = (defs: string[], refs: string[]): Digest =>
    digest(
      new Uint8Array(),
      [
        ...defs.map((name) => ({ name, kind: 'def' as const, role: 'function', line: 0, endLine: 0 })),
        ...refs.map((name) => ({ name, kind: 'ref' as const, role: 'call', line: 0, endLine: 0 })),
      ],
      [],
    );
  const edges = (graph: Graph) =>
    Array.from({ length: graph.starts.length - 1 }, (_, node) =>
      Object.fromEntries(
        Array.from(graph.targets.subarray(graph.starts[node], graph.starts[node + 1]), (target, index) => [
          target,
          graph.weights[(graph.starts[node] ?? 0) + index],
        ]),
      ),
    );

  it('leads from the user of a name to its definers, and never to itself', () => {
    const graph = referenceGraph([file(['own', 'lone'], ['own', 'shared']), file(['shared'], [])]);
    expect(Object.keys(edges(graph)[0] ?? {})).toEqual(['1']);
    expect(edges(graph)[1]).toEqual({});
  });

  it('weighs equal definers equally, whatever their order (the compounding root)', () => {
    const uses = Array.from({ length: 16 }, () => 'name');
    const graph = referenceGraph([
      file([], uses),
      file(['name'], []),
      file(['name'], []),
      file(['name'], []),
    ]);
    const [weights = {}] = edges(graph);
    expect(new Set(Object.values(weights)).size).toBe(1);
    const once = edges(
      referenceGraph([file([], ['name']), file(['name'], []), file(['name'], []), file(['name'], [])]),
    );
    expect((weights[1] ?? 0) / (once[0]?.[1] ?? 1)).toBeCloseTo(4, 9);
  });

  it('ranks the helper that is used above the function that nobody uses (the self-edge sink)', () => {
    const graph = referenceGraph([file(['main'], ['helper']), file(['helper'], []), file(['unused'], [])]);
    const rank = pageRank(graph, new Float64Array(3));
    expect(rank[1]).toBeGreaterThan(rank[2] ?? 1);
  });

  it('counts a name that half the repository defines for nothing', () => {
    const many = Array.from({ length: 8 }, () => file(['main'], []));
    expect(edges(referenceGraph([file([], ['main']), ...many]))[0]).toEqual({});
  });

  it('links imports without names, and can be turned round', () => {
    const graph = referenceGraph([file([], []), file([], [])], (from) => (from === 0 ? [1] : []));
    expect(Object.keys(edges(graph)[0] ?? {})).toEqual(['1']);
    expect(Object.keys(edges(reversed(graph))[1] ?? {})).toEqual(['0']);
  });
});
