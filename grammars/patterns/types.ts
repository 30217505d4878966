/** `match` is tried on one line, comments removed, and has a group `name`. The first that fits a line counts. */
export interface LinePattern {
  kind: 'def' | 'ref';
  role: string;
  match: RegExp;
}

export type PatternTable = Record<string, readonly LinePattern[]>;

export function def(role: string, match: RegExp): LinePattern {
  return { kind: 'def', role, match };
}

export function imports(match: RegExp): LinePattern {
  return { kind: 'ref', role: 'import', match };
}
