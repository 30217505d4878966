/** A tool by which an agent looks at the repository. */
import { z } from 'zod';
import type { RepoPath } from '../../lib/types.ts';
import type { ToolSpec } from '../../models/types.ts';
import type { FoundLine } from '../../workspace/workspace.ts';

/** What tools see: the tracked files as the edits so far leave them. Equal states give equal answers. */
export interface Repository {
  /** Every file that may be read, sorted. */
  files(): readonly RepoPath[];
  /** The text of a file, or why it cannot be read. Links are not followed. */
  read(sent: string): { ok: true; path: RepoPath; text: string } | { ok: false; reason: string };
  /** Definitions in the files that matter for `about`, best files first; empty when there are none. */
  outline(about: string): Promise<string>;
  /** Lines that hold a text or match a POSIX extended regular expression; undefined when the expression is none. */
  search(pattern: string, options: { extended: boolean; folder: RepoPath }): Promise<FoundLine[] | undefined>;
}

/** `content` is what the model gets; text of the repository stands in a data span. */
export interface ToolAnswer {
  ok: boolean;
  content: string;
}

export interface Tool {
  spec: ToolSpec;
  /** `args`: what the model sent, parsed as JSON; it is checked here. */
  run(args: unknown, repository: Repository): Promise<ToolAnswer>;
}

/** A tool from its schema, which is both the description for the model and the check of what it sends. */
export function tool<Schema extends z.ZodType>(
  spec: { name: string; description: string; schema: Schema },
  run: (args: z.infer<Schema>, repository: Repository) => ToolAnswer | Promise<ToolAnswer>,
): Tool {
  const { name, description, schema } = spec;
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return {
    spec: { name, description, parameters },
    async run(args, repository) {
      const parsed = schema.safeParse(args);
      if (parsed.success) return run(parsed.data, repository);
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') ?? '';
      return refusal(
        `The arguments of ${name} are wrong${where === '' ? '' : ` at "${where}"`}: ${issue?.message}.`,
      );
    },
  };
}

export const refusal = (content: string): ToolAnswer => ({ ok: false, content });
