/** Every edit format behind one registry: adding one is adding one file and one line here. */
import type { Format, FormatName } from '../types.ts';
import { diff } from './diff.ts';
import { diffFenced } from './diff-fenced.ts';
import { newDraft, report } from './draft.ts';
import { editorDiff } from './editor-diff.ts';
import { editorDiffFenced } from './editor-diff-fenced.ts';
import { editorWhole } from './editor-whole.ts';
import { patch } from './patch.ts';
import { udiff } from './udiff.ts';
import { udiffSimple } from './udiff-simple.ts';
import { whole } from './whole.ts';

export { detectFormat } from './detect.ts';

function pending(name: FormatName): Format {
  return {
    ...diff,
    name,
    parse: () => {
      const draft = newDraft(name);
      report(draft, 'BAD_ARGS', '', `The format ${name} is not available yet.`, { format: name, index: 0 });
      return draft;
    },
  };
}

export const formats: Record<FormatName, Format> = {
  diff,
  'diff-fenced': diffFenced,
  'editor-diff': editorDiff,
  'editor-diff-fenced': editorDiffFenced,
  whole,
  'editor-whole': editorWhole,
  udiff,
  'udiff-simple': udiffSimple,
  patch,
  edit: pending('edit'),
  apply_patch: pending('apply_patch'),
  text_editor: pending('text_editor'),
};
