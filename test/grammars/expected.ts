/** Tags in the form of `grammars/<language>/expected.json`: a line a tag, 1-based, easy to review beside the sample. */
import type { Extraction } from '../../src/repomap/tags/extract.ts';

export interface Expected {
  /** `first-last role name`, or `line role name`. */
  definitions: string[];
  /** `line role name`. */
  references: string[];
  imports: string[];
}

export function inExpectedForm(found: Extraction): Expected {
  const defs = found.tags.filter((tag) => tag.kind === 'def');
  const refs = found.tags.filter((tag) => tag.kind === 'ref' && tag.role !== 'import');
  return {
    definitions: defs.map(({ line, endLine, role, name }) =>
      endLine > line ? `${line + 1}-${endLine + 1} ${role} ${name}` : `${line + 1} ${role} ${name}`,
    ),
    references: refs.map(({ line, role, name }) => `${line + 1} ${role} ${name}`),
    imports: found.imports,
  };
}
