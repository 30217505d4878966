/** `map`: which files the request is about, and why. Calls no model and changes nothing. */
import { z } from 'zod';
import { initGrammars } from '../../../grammars/parser.ts';
import { indexRepository, mapOf } from '../../repomap/index.ts';
import { baseSource } from '../stages/outline.ts';
import type { Job } from '../to-its-end.ts';

const rankedSchema = z.object({
  map: z.string(),
  tokens: z.number(),
  files: z.number(),
  ranked: z.array(z.object({ path: z.string(), reasons: z.array(z.string()) })),
});

/** Further down nothing speaks for a file that a reader would want to know. */
const MOST_RANKED = 25;
/** Where the settings keep the map away from models, whoever asks for it still wants to see one. */
const LEAST_TOKENS = 1_024;

export const map: Job = async ({ task, request, workspace, record }, tools) => {
  const { journal, folders, signal } = tools;
  record.stage('prepare', { state: 'done' });
  record.stage('map', { state: 'running' });
  const { instruction, spans } = request.job;
  const found = await journal.step('map', '', rankedSchema, async () => {
    await initGrammars();
    const source = baseSource(workspace, tools);
    try {
      const index = await indexRepository(source, { cacheFolder: folders.tags, signal });
      const made = await mapOf(index, {
        text:
          task.instruction === ''
            ? [instruction, ...spans.map((span) => span.text)].join('\n\n')
            : instruction,
        chat: request.named,
        tokens: Math.max(LEAST_TOKENS, request.settings.context.map_tokens),
      });
      const ranked = made.files
        .filter((file) => file.reasons.length > 0)
        .slice(0, MOST_RANKED)
        .map(({ path, reasons }) => ({ path, reasons }));
      return { map: made.map, tokens: made.tokens, files: index.files.length, ranked };
    } finally {
      await source.close();
    }
  });
  record.stage('map', { state: 'done', files: found.files, tokens: found.tokens });
  record.set({ answer: { kind: 'map', ranked: found.ranked, map: found.map, tokens: found.tokens } });
  return { kind: 'done' };
};
