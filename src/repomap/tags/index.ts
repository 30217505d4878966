/**
 * Tags of a repository's files: the one door to this folder.
 *
 * `tagsOf(files, source, { cache })` gives a `TaggedFiles`: row i describes `files[i]`. `at(row)` has the digest that
 * ranking works on (hashed words and names, views into shared buffers); `tags(row)` decodes the names and lines of
 * one file when it is shown.
 */

export { openTagCache, type TagCache } from './cache.ts';
export { type Extraction, extractFile, extractTags } from './extract.ts';
export type { TaggedFile } from './record.ts';
export { skipByContent, skipByPath } from './skip.ts';
export { type TagOptions, tagsOf } from './store.ts';
export { TaggedFiles, type TagStats } from './table.ts';
