/**
 * The settings that the running version obeys, as dotted keys. The others are checked, and then named as having no effect:
 * in docs/configuration.md, in the JSON Schema and in the notes of `parseRepositoryConfig`. A key joins the set together
 * with the code that obeys it.
 */
export const honouredKeys: ReadonlySet<string> = new Set([
  'version',
  'enabled',
  'paths.protect',
  'verify.lint',
  'verify.test',
  'verify.timeout',
  'verify.max_reflections',
  'commits.style',
  'branches.prefix',
]);
