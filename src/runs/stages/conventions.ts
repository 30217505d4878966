/** The conventions of the repository: from its default branch, whatever branch the run starts from. */
import { z } from 'zod';
import { conventionsFor, conventionsSpan } from '../../context/conventions.ts';
import type { Span } from '../../context/spans.ts';
import { matchesAny } from '../../edits/globs.ts';
import type { RepoPath } from '../../lib/types.ts';
import { fetchBranch } from '../../workspace/cache.ts';
import { fillingGit } from '../../workspace/remote.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Task } from '../task.ts';
import type { RunTools } from '../tools.ts';
import type { RunRequest } from './read.ts';

const filesSchema = z.array(z.object({ path: z.string(), text: z.string() }));

/** Tokens for all of them together: a prompt is about the request. */
const MOST_TOKENS = 4_000;
const MOST_FILES = 12;
const LARGEST = 200_000;

/**
 * Conventions files and the settings' own words, as spans that may direct. A pull request cannot bring its own: they are
 * read at the head of the default branch, by git, as regular files. `chosen`: files of the context, as soon as they are known.
 */
export async function readConventions(
  request: RunRequest,
  task: Task,
  chosen: readonly RepoPath[] | Promise<readonly RepoPath[]>,
  workspace: Workspace,
  tools: RunTools,
): Promise<Span[]> {
  const { settings } = request;
  const patterns = settings.context.always_read;
  const files =
    patterns.length === 0
      ? []
      : await tools.journal.step('conventions', '', filesSchema, async () => {
          const { gitDir, commit } = await defaultBranch(request, task, workspace, tools);
          // A default branch that is gone has no conventions, and the base itself is not trusted to stand in for it.
          if (commit === undefined) return [];
          const git = fillingGit(tools.forge.remote, { home: workspace.home, cwd: gitDir, gitDir });
          const listed = regularFiles(await git.raw('ls-tree', '-r', '-z', '--full-tree', commit));
          const matching = [...listed.keys()].filter((path) => matchesAny(path, patterns));
          const found: z.infer<typeof filesSchema> = [];
          const seen = new Set<string>();
          for (const path of conventionsFor(matching, await chosen).slice(0, MOST_FILES)) {
            const blob = listed.get(path) ?? '';
            // CLAUDE.md is often a copy of AGENTS.md.
            if (seen.has(blob)) continue;
            seen.add(blob);
            const text = await git.raw('cat-file', 'blob', blob);
            if (text.trim() !== '' && text.length <= LARGEST && !text.includes('\0'))
              found.push({ path, text });
          }
          return found;
        });
  const window = tools.models.limits(tools.models.editor).window;
  const span = conventionsSpan(files, Math.min(MOST_TOKENS, Math.floor(window / 16)));
  const instructions = settings.instructions.trim();
  return [
    ...(span ? [span] : []),
    ...(instructions === ''
      ? []
      : [
          {
            provenance: 'trusted-config' as const,
            label: 'Instructions of this repository, from its settings',
            text: instructions,
          },
        ]),
  ];
}

async function defaultBranch(
  { start }: RunRequest,
  task: Task,
  workspace: Workspace,
  { forge, folders, signal }: RunTools,
): Promise<{ gitDir: string; commit: string | undefined }> {
  if (start.isDefaultBranch || forge.objects) return { gitDir: workspace.gitDir, commit: workspace.base };
  const options = { root: folders.cache, home: folders.git, signal };
  return fetchBranch(forge.remote, task.repository.defaultBranch, options);
}

/** Paths and blobs of regular files: a link could point at anything. */
function regularFiles(listing: string): Map<RepoPath, string> {
  const found = new Map<RepoPath, string>();
  for (const line of listing.split('\0')) {
    const [, blob, path] = /^100(?:644|755) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    if (blob && path) found.set(path, blob);
  }
  return found;
}
