/** Personalised PageRank on a graph in compressed rows (Page, Brin et al. 1998; Haveliwala 2002 for the personal start). */

/** Weighted directed edges: those of node `n` lie at `starts[n]` to `starts[n + 1]`. Weights are not negative. */
export interface Graph {
  starts: Uint32Array;
  targets: Uint32Array;
  weights: Float64Array;
}

export interface PageRankOptions {
  /** Share of rank that follows edges; the rest returns to the start distribution. */
  damping?: number;
  /** Stops when a round moves less than this in all (L1). */
  tolerance?: number;
  rounds?: number;
}

/**
 * The rank of each node; sums to 1. `start` is where walks begin and where those from nodes without edges go on; only its ratios
 * matter, and when it is all zero every node is a start. Self edges are followed like others: leave them out of the graph.
 */
export function pageRank(graph: Graph, start: Float64Array, options: PageRankOptions = {}): Float64Array {
  const { damping = 0.85, tolerance = 1e-6, rounds = 100 } = options;
  const nodes = graph.starts.length - 1;
  if (nodes <= 0) return new Float64Array(0);
  const total = start.reduce((sum, value) => sum + value, 0);
  const home = total > 0 ? start.map((value) => value / total) : new Float64Array(nodes).fill(1 / nodes);
  const shares = outShares(graph);
  let rank = home.slice();
  let next = new Float64Array(nodes);
  for (let round = 0; round < rounds; round++) {
    const dangling = spread(graph, shares, rank, next);
    let moved = 0;
    for (let node = 0; node < nodes; node++) {
      const value =
        damping * ((next[node] ?? 0) + dangling * (home[node] ?? 0)) + (1 - damping) * (home[node] ?? 0);
      moved += Math.abs(value - (rank[node] ?? 0));
      next[node] = value;
    }
    [rank, next] = [next, rank];
    if (moved < tolerance) break;
  }
  return rank;
}

/** Each edge's share of its node's whole weight; 0 for nodes whose weights are all zero. */
function outShares(graph: Graph): Float64Array {
  const shares = new Float64Array(graph.weights.length);
  for (let node = 0; node + 1 < graph.starts.length; node++) {
    const from = graph.starts[node] ?? 0;
    const to = graph.starts[node + 1] ?? 0;
    let total = 0;
    for (let edge = from; edge < to; edge++) total += graph.weights[edge] ?? 0;
    if (total > 0) for (let edge = from; edge < to; edge++) shares[edge] = (graph.weights[edge] ?? 0) / total;
  }
  return shares;
}

/** Sends `rank` along the edges into `next`; returns what nodes without edges held. */
function spread(graph: Graph, shares: Float64Array, rank: Float64Array, next: Float64Array): number {
  next.fill(0);
  let dangling = 0;
  for (let node = 0; node < rank.length; node++) {
    const own = rank[node] ?? 0;
    if (own === 0) continue;
    const from = graph.starts[node] ?? 0;
    const to = graph.starts[node + 1] ?? 0;
    let sent = 0;
    for (let edge = from; edge < to; edge++) {
      const part = own * (shares[edge] ?? 0);
      const target = graph.targets[edge] ?? 0;
      next[target] = (next[target] ?? 0) + part;
      sent += part;
    }
    if (sent === 0) dangling += own;
  }
  return dangling;
}
