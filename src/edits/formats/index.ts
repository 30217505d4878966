/** Every edit format behind one registry: adding one is adding one file and one line here. */
import type { Format, FormatName } from '../types.ts';
import { applyPatch } from './apply-patch.ts';
import { diff } from './diff.ts';
import { diffFenced } from './diff-fenced.ts';
import { edit } from './edit.ts';
import { editorDiff } from './editor-diff.ts';
import { editorDiffFenced } from './editor-diff-fenced.ts';
import { editorWhole } from './editor-whole.ts';
import { withFallback } from './fallback.ts';
import { patch } from './patch.ts';
import { textEditor } from './text-editor.ts';
import { udiff } from './udiff.ts';
import { udiffSimple } from './udiff-simple.ts';
import { whole } from './whole.ts';

export { detectFormat } from './detect.ts';
export { readToolCalls } from './tool-reply.ts';

const strict: Record<FormatName, Format> = {
  diff,
  'diff-fenced': diffFenced,
  'editor-diff': editorDiff,
  'editor-diff-fenced': editorDiffFenced,
  whole,
  'editor-whole': editorWhole,
  udiff,
  'udiff-simple': udiffSimple,
  patch,
  edit,
  apply_patch: applyPatch,
  text_editor: textEditor,
};

/** Each format also reads a reply that was plainly written in another one. */
export const formats: Record<FormatName, Format> = {
  diff: withFallback(strict.diff, strict),
  'diff-fenced': withFallback(strict['diff-fenced'], strict),
  'editor-diff': withFallback(strict['editor-diff'], strict),
  'editor-diff-fenced': withFallback(strict['editor-diff-fenced'], strict),
  whole: withFallback(strict.whole, strict),
  'editor-whole': withFallback(strict['editor-whole'], strict),
  udiff: withFallback(strict.udiff, strict),
  'udiff-simple': withFallback(strict['udiff-simple'], strict),
  patch: withFallback(strict.patch, strict),
  edit: withFallback(strict.edit, strict),
  apply_patch: withFallback(strict.apply_patch, strict),
  text_editor: withFallback(strict.text_editor, strict),
};
