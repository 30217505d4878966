/** Words that settings and command flags share. */

/** How the models divide the work: plan and edit by two, both by one, or by one with tools. */
export const modes = ['architect', 'direct', 'agent'] as const;

/** How the editor writes its edits; `auto` is what suits the model best. */
export const editFormats = [
  'auto',
  'diff',
  'diff-fenced',
  'udiff',
  'udiff-simple',
  'whole',
  'patch',
  'edit',
  'apply_patch',
  'text_editor',
] as const;
