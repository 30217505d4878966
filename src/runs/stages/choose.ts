/** Stage 3: what the models get to see of the repository and the thread, and why. */
import { z } from 'zod';
import { initGrammars } from '../../../grammars/parser.ts';
import { mentionedPaths } from '../../coder/mentioned.ts';
import { looksSecret } from '../../coder/secret-files.ts';
import { isPassWorthwhile, joinChoice, PASS_ROUNDS, passPrompt } from '../../context/file-pass.ts';
import type { ContextFile } from '../../context/files.ts';
import { renderSpan, type Span } from '../../context/spans.ts';
import { splitThread, summarySpan, summarySystem, threadBudget } from '../../context/summary.ts';
import { workspaceTree } from '../../edits/index.ts';
import type { RepoPath } from '../../lib/types.ts';
import { chooseFiles, indexRepository, mapOf, rankFiles } from '../../repomap/index.ts';
import { trackedPaths } from '../../workspace/staged.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Ask, inputRoom, modelAsker } from '../ask.ts';
import type { RunRecord } from '../record.ts';
import type { Task } from '../task.ts';
import type { RunTools } from '../tools.ts';
import { readConventions } from './conventions.ts';
import { baseSource, withoutSecrets } from './outline.ts';
import type { RunRequest } from './read.ts';

export interface ChosenContext {
  map: string;
  files: ContextFile[];
  conventions: Span[];
  spans: Span[];
}

const chosenSchema = z.object({
  map: z.string(),
  mapTokens: z.number(),
  files: z.number(),
  /** `partTokens`: too large to be shown whole. */
  chosen: z.array(
    z.object({ path: z.string(), reasons: z.array(z.string()), partTokens: z.number().optional() }),
  ),
  /** Whether a model is asked which files to edit. */
  pass: z.boolean(),
});

/** Tokens of files in full, where the window has room for twice as much. */
const FILE_TOKENS = 24_000;
const MOST_FILES = 8;

/** Ranks once and records what was chosen: a restart, or a replay years later, sees the same context. */
export async function chooseContext(
  request: RunRequest,
  task: Task,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<ChosenContext> {
  record.stage('map', { state: 'running' });
  const ask = modelAsker(request.budget, tools, record);
  await initGrammars();
  const picking = pickFiles(request, workspace, tools, ask);
  // Read beside the ranking. Both are waited for: nothing may be under way when the run ends.
  const paths = picking.then(({ files }) => files.map((file) => file.path));
  const reading = readConventions(request, task, paths, workspace, tools);
  await Promise.allSettled([picking, reading]);
  const { chosen, files, spans } = await picking;
  const conventions = await reading;
  record.set({ context: files.map(({ path, reasons }) => ({ path, reasons })) });
  record.stage('map', {
    state: 'done',
    files: chosen.files,
    inContext: files.length,
    tokens: chosen.mapTokens,
  });
  return { map: chosen.map, files, conventions, spans };
}

/** The files in full and the map beside them, and the thread as it is shown with them. */
async function pickFiles(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  ask: Ask,
): Promise<{ chosen: z.infer<typeof chosenSchema>; files: ContextFile[]; spans: Span[] }> {
  const room = roomsOf(tools);
  const chosen = await tools.journal.step('context', '', chosenSchema, async () => {
    const source = withoutSecrets(baseSource(workspace, tools));
    try {
      const index = await indexRepository(source, { cacheFolder: tools.folders.tags, signal: tools.signal });
      const text = [request.job.instruction, ...request.job.spans.map((span) => span.text)].join('\n\n');
      const files = await chooseFiles(index, { text, chat: request.named, tokens: room.files });
      const inFull: z.infer<typeof chosenSchema>['chosen'] = [
        ...request.named.map((path) => ({ path, reasons: ['named with --files'] })),
        ...files.map((file) => ({
          path: file.path,
          reasons: file.reasons,
          ...(file.kind === 'parts' ? { partTokens: Math.max(file.tokens, 300) } : {}),
        })),
      ];
      const tokens = Math.min(request.settings.context.map_tokens, Math.floor(room.architect / 8));
      const map =
        tokens === 0
          ? { map: '', tokens: 0 }
          : await mapOf(index, { text, chat: inFull.map((file) => file.path), tokens });
      const named = request.named.length + (await namedBy(index, text, request.named));
      const bytes = index.files.reduce((sum, file) => sum + file.size, 0);
      const pass =
        request.settings.context.file_pass === 'auto' &&
        isPassWorthwhile({ files: index.files.length, bytes, named }, room.files);
      return { map: map.map, mapTokens: map.tokens, files: index.files.length, chosen: inFull, pass };
    } finally {
      await source.close();
    }
  });
  const read = fileReader(workspace);
  const ranked = chosen.chosen.flatMap(({ partTokens, ...file }): ContextFile[] => {
    const content = read(file.path);
    if (content === undefined) return [];
    return [{ ...file, content, ...(partTokens === undefined ? {} : { partTokens }) }];
  });
  const spans = await summarised(request.job.spans, ask, tools);
  const files = chosen.pass
    ? await passOver({ ask, request, spans, map: chosen.map, ranked, read, tokens: room.files, workspace })
    : ranked;
  return { chosen, files, spans };
}

/** Tokens: what the architect can take, and what files may take of the smaller of the two windows. */
function roomsOf({ models }: RunTools): { architect: number; files: number } {
  const architect = inputRoom(models.limits(models.architect));
  const editor = inputRoom(models.limits(models.editor));
  return { architect, files: Math.min(FILE_TOKENS, Math.floor(Math.min(architect, editor) / 2)) };
}

/** How many files the request names. `chat` makes no difference to that: it is the one that is ranked for anyhow. */
async function namedBy(
  index: Parameters<typeof rankFiles>[0],
  text: string,
  chat: RepoPath[],
): Promise<number> {
  const { files } = await rankFiles(index, { text, chat });
  return files.filter((file) => file.named === true).length;
}

function fileReader(workspace: Workspace): (path: RepoPath) => string | undefined {
  const tree = workspaceTree(workspace.dir);
  return (path) => {
    const entry = looksSecret(path) ? undefined : tree.read(path);
    return entry?.type === 'file' ? new TextDecoder().decode(entry.bytes) : undefined;
  };
}

/** The thread with its older comments summarised when it is long. A summary that fails leaves them as they are. */
async function summarised(spans: readonly Span[], ask: Ask, { models }: RunTools): Promise<Span[]> {
  const budget = threadBudget(models.limits(models.architect).window);
  const piece = Math.floor(inputRoom(models.limits(models.weak)) / 2);
  const { opening, pieces, tail } = splitThread(spans, budget, piece);
  const summaries: Span[] = [];
  for (const part of pieces) {
    const reply = await ask('weak', [
      { role: 'system', content: summarySystem },
      { role: 'user', content: part.map(renderSpan).join('\n\n') },
    ]);
    if (reply.finish !== 'stop' || reply.text.trim() === '') return [...spans];
    summaries.push(summarySpan(reply.text.trim(), part));
  }
  return [...opening, ...summaries, ...tail];
}

/** Asks the weak model for the files to edit until two rounds agree. Without an answer the ranking stands. */
async function passOver(given: {
  ask: Ask;
  request: RunRequest;
  spans: readonly Span[];
  map: string;
  ranked: readonly ContextFile[];
  read(path: RepoPath): string | undefined;
  tokens: number;
  workspace: Workspace;
}): Promise<ContextFile[]> {
  const { request, read, ranked } = given;
  const paths = await trackedPaths(given.workspace);
  let candidates: ContextFile[] = [...ranked];
  let named: RepoPath[] = [];
  for (let round = 1; round <= PASS_ROUNDS; round++) {
    const { instruction } = request.job;
    const reply = await given.ask(
      'weak',
      passPrompt({ instruction, spans: given.spans, map: given.map, candidates }),
    );
    const answer = mentionedPaths(reply.text, paths).slice(0, MOST_FILES);
    if (answer.length === 0) break;
    const stable = answer.length === named.length && answer.every((path) => named.includes(path));
    named = answer;
    if (stable) break;
    candidates = named.flatMap((path) => {
      const content = read(path);
      return content === undefined ? [] : [{ path, content, reasons: [] }];
    });
  }
  return joinChoice(named, ranked, read, { tokens: given.tokens, most: MOST_FILES });
}
