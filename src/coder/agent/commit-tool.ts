/** The call by which an agent says that a part of its work is complete. */
import { z } from 'zod';
import type { ToolCall, ToolSpec } from '../../models/types.ts';

const COMMIT = 'commit';

const schema = z.object({
  title: z.string().max(300).default('').describe('What the edits since the last commit do, in one line.'),
});

const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' });

export const commitTool: ToolSpec = {
  name: COMMIT,
  description:
    'Make a commit of your edits since the last one, when they are one complete change that leaves the code working and more changes follow. The checks of the repository run first; if something is worse than before, you are told what, and nothing is committed.',
  parameters,
};

/** The title of a commit call; undefined for any other call. Arguments that cannot be read only cost the title. */
export function commitTitle(call: ToolCall): string | undefined {
  if (call.name !== COMMIT) return undefined;
  try {
    return schema.safeParse(JSON.parse(call.arguments)).data?.title ?? '';
  } catch {
    return '';
  }
}
