/** Line patterns for languages whose grammar cannot be had as WebAssembly: definitions and imports by their look. */
import { functional } from './functional.ts';
import { lisp } from './lisp.ts';
import { procedural } from './procedural.ts';
import { schema } from './schema.ts';
import { scripts } from './scripts.ts';
import { styles } from './styles.ts';
import { systems } from './systems.ts';
import type { LinePattern } from './types.ts';

export type { LinePattern } from './types.ts';

const table = new Map<string, readonly LinePattern[]>(
  Object.entries({ ...functional, ...lisp, ...procedural, ...schema, ...scripts, ...styles, ...systems }),
);

/** The patterns of a language id; undefined when it has none. */
export function patternsOf(id: string): readonly LinePattern[] | undefined {
  return table.get(id);
}
