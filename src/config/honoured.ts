/**
 * The settings that the running version obeys, as dotted keys. The others are checked, and then named as having no effect:
 * in docs/configuration.md, in the JSON Schema and in the notes of `parseRepositoryConfig`. A key joins the set together
 * with the code that obeys it.
 */
export const honouredKeys: ReadonlySet<string> = new Set([
  'version',
  'enabled',
  'edit.mode',
  'context.map_tokens',
  'context.always_read',
  'context.file_pass',
  'context.include_comments',
  'context.include_linked_issues',
  'context.images',
  'paths.protect',
  'verify.setup',
  'verify.lint',
  'verify.test',
  'verify.fast_test',
  'verify.timeout',
  'verify.max_reflections',
  'commits.style',
  'commits.coauthor',
  'commits.sign',
  'branches.prefix',
  'sandbox.network',
  'sandbox.allow_hosts',
  'budget.max_minutes',
  'budget.per_run',
  'budget.per_thread',
  'budget.per_user_day',
  'budget.per_repo_month',
  'instructions',
]);
