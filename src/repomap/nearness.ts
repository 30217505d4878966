/** Which files are close to those in context, by the names that they share and by imports. */
import type { Ground } from './ground.ts';
import { type Graph, pageRank } from './pagerank.ts';

export interface Nearness {
  /** 0 to 1. */
  signal: Float64Array;
  /** File → how many files in context refer to it. */
  usedBy: Map<number, number>;
  /** File → how many files in context it refers to. */
  uses: Map<number, number>;
}

/** Near walks stay near: half of the rank returns to the files in context at each step. */
const nearDamping = 0.5;

/**
 * Personalised PageRank from the files in context (`chat`), along references and against them. Without files in context and without
 * a request (`general`: the general map of the repository is wanted) it is plain PageRank; with a request alone it adds nothing
 * (measured), and is not computed.
 */
export function nearness(ground: Ground, chat: ReadonlySet<number>, general: boolean): Nearness {
  const { kinds } = ground;
  const none = { signal: new Float64Array(kinds.length), usedBy: new Map(), uses: new Map() };
  const part = (rank: Float64Array) =>
    shareOfBest(rank, (file) => kinds[file] === 'source' && !chat.has(file));
  if (chat.size === 0)
    return general ? { ...none, signal: part(pageRank(ground.references, none.signal)) } : none;
  const { forward: graph, back } = ground.links;
  const start = none.signal.slice();
  for (const file of chat) start[file] = 1;
  const forward = part(pageRank(graph, start, { damping: nearDamping }));
  const backward = part(pageRank(back, start, { damping: nearDamping }));
  return {
    signal: forward.map((value, file) => (chat.has(file) ? 0 : (value + (backward[file] ?? 0)) / 2)),
    usedBy: neighbours(graph, chat),
    uses: neighbours(back, chat),
  };
}

function shareOfBest(rank: Float64Array, counted: (file: number) => boolean): Float64Array {
  const most = rank.reduce((best, value, file) => (counted(file) ? Math.max(best, value) : best), 0);
  return most > 0 ? rank.map((value) => Math.min(1, value / most)) : rank;
}

/** The targets of the edges that leave `chat`, with the number of sources each. */
function neighbours(graph: Graph, chat: ReadonlySet<number>): Map<number, number> {
  const found = new Map<number, number>();
  for (const file of chat)
    for (const target of graph.targets.subarray(graph.starts[file], graph.starts[file + 1]))
      if (!chat.has(target)) found.set(target, (found.get(target) ?? 0) + 1);
  return found;
}
