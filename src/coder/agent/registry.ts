/** The tools for looking. Adding one is adding one file and one line here; tools for editing come from the edit formats. */
import type { Tool } from './tool.ts';
import { listFiles } from './tools/list-files.ts';
import { outline } from './tools/outline.ts';
import { readFile } from './tools/read-file.ts';
import { search } from './tools/search.ts';

const all: readonly Tool[] = [readFile, listFiles, search, outline];

export const lookingTools: ReadonlyMap<string, Tool> = new Map(all.map((tool) => [tool.spec.name, tool]));
