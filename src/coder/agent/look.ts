/** Calls that look at the repository and change nothing. */
import { z } from 'zod';
import type { ToolCall } from '../../models/types.ts';
import { lookingTools } from './registry.ts';
import type { Repository, ToolAnswer } from './tool.ts';
import { refusal } from './tool.ts';

/** The text editor's own way to look at a file or folder: part of a schema that models have built in. */
const viewSchema = z.object({
  command: z.enum(['view', 'open', 'read']),
  path: z.string(),
  view_range: z.tuple([z.int(), z.int()]).optional(),
});

/** What a call asks to see, or undefined when it is an edit. */
export function asLook(call: ToolCall): ((repository: Repository) => Promise<ToolAnswer>) | undefined {
  const found = lookingTools.get(call.name);
  const args = parsed(call.arguments);
  if (found)
    return async (repository) =>
      args.ok
        ? found.run(args.value, repository)
        : refusal(`The arguments of ${call.name} are not JSON. Send the call again.`);
  const view = args.ok ? viewSchema.safeParse(args.value) : undefined;
  return view?.success ? (repository) => show(view.data, repository) : undefined;
}

async function show(
  { path, view_range }: z.infer<typeof viewSchema>,
  repository: Repository,
): Promise<ToolAnswer> {
  const folder = path.replace(/^\.?\/|\/$/g, '');
  const isFolder =
    folder === '' || folder === '.' || repository.files().some((file) => file.startsWith(`${folder}/`));
  const name = isFolder ? 'list_files' : 'read_file';
  const [from, to] = view_range ?? [];
  const args = isFolder
    ? { folder }
    : { path, ...(from ? { from_line: from } : {}), ...(to && to > 0 ? { to_line: to } : {}) };
  const tool = lookingTools.get(name);
  return tool ? tool.run(args, repository) : refusal(`There is no tool ${name}.`);
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: text.trim() === '' ? {} : JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
