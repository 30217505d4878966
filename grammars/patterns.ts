/** Line patterns for languages whose grammar cannot be had as WebAssembly: definitions and imports by their look. */

/** `match` is tried on one line and has a group `name`. */
export interface LinePattern {
  kind: 'def' | 'ref';
  role: string;
  match: RegExp;
}

const table: Record<string, readonly LinePattern[]> = {};

/** The patterns of a language id; undefined when it has none. */
export function patternsOf(id: string): readonly LinePattern[] | undefined {
  return table[id];
}
