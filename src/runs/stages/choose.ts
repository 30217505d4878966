/** Stage 3: what the models get to see of the repository, and why. */
import { z } from 'zod';
import type { ContextFile } from '../../context/files.ts';
import { workspaceTree } from '../../edits/index.ts';
import { chooseFiles, commitSource, indexRepository, mapOf } from '../../repomap/index.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RunRecord } from '../record.ts';
import type { RunTools } from '../tools.ts';
import type { RunRequest } from './read.ts';

export interface ChosenContext {
  map: string;
  files: ContextFile[];
}

const chosenSchema = z.object({
  map: z.string(),
  mapTokens: z.number(),
  files: z.number(),
  chosen: z.array(z.object({ path: z.string(), reasons: z.array(z.string()) })),
});

/** Tokens of files in full. Leaves room for plan, thread and answer in the windows of all current models. */
const FILE_TOKENS = 24_000;
const MAP_TOKENS = 4_096;

/** Ranks once and records what was chosen: a restart, or a replay years later, sees the same context. */
export async function chooseContext(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<ChosenContext> {
  record.stage('map', { state: 'running' });
  const chosen = await tools.journal.step('context', '', chosenSchema, async () => {
    const source = await commitSource(workspace.gitDir, workspace.base);
    try {
      const index = await indexRepository(source, { cacheFolder: tools.folders.tags, signal: tools.signal });
      const text = [request.job.instruction, ...request.job.spans.map((span) => span.text)].join('\n\n');
      const files = await chooseFiles(index, { text, chat: request.named, tokens: FILE_TOKENS });
      const inFull = [
        ...request.named.map((path) => ({ path, reasons: ['named with --files'] })),
        ...files.filter((file) => file.kind === 'whole').map(({ path, reasons }) => ({ path, reasons })),
      ];
      const map = await mapOf(index, { text, chat: inFull.map((file) => file.path), tokens: MAP_TOKENS });
      return { map: map.map, mapTokens: map.tokens, files: index.files.length, chosen: inFull };
    } finally {
      await source.close();
    }
  });
  const tree = workspaceTree(workspace.dir);
  const files = chosen.chosen.flatMap(({ path, reasons }) => {
    const entry = tree.read(path);
    return entry?.type === 'file' ? [{ path, reasons, content: new TextDecoder().decode(entry.bytes) }] : [];
  });
  record.set({ context: files.map(({ path, reasons }) => ({ path, reasons })) });
  record.stage('map', {
    state: 'done',
    files: chosen.files,
    inContext: files.length,
    tokens: chosen.mapTokens,
  });
  return { map: chosen.map, files };
}
