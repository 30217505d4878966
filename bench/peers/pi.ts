/** pi: arguments are read, prepared, checked and executed as its agent loop does, which runs a call that was cut off, too. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { Folder } from './folder.ts';
import type { Answer, Peer, Reply } from './types.ts';

const callable = <Function>(name: string) =>
  z.custom<Function>((value) => typeof value === 'function', `${name} is no function`);

interface Call {
  name: string;
  arguments: unknown;
}
const Tool = z.looseObject({
  prepareArguments: callable<(args: unknown) => unknown>('prepareArguments'),
  execute: callable<(id: string, args: unknown) => Promise<unknown>>('execute'),
});
const CodingAgent = z.looseObject({ createEditTool: callable<(cwd: string) => unknown>('createEditTool') });
const Ai = z.looseObject({
  parseStreamingJson: callable<(text: string) => unknown>('parseStreamingJson'),
  validateToolArguments: callable<(tool: unknown, call: Call) => unknown>('validateToolArguments'),
});

/** `folder` is a `node_modules` that holds `@mariozechner/pi-coding-agent`. */
export async function pi(folder: string): Promise<Peer> {
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(path.resolve(folder, '@mariozechner', file)).href);
  const { createEditTool } = CodingAgent.parse(await load('pi-coding-agent/dist/core/tools/edit.js'));
  const ai = Ai.parse({
    ...Object(await load('pi-ai/dist/utils/json-parse.js')),
    ...Object(await load('pi-ai/dist/utils/validation.js')),
  });
  const answerOne = async ({ reply, files }: Reply, work: Folder): Promise<Answer> => {
    work.fill(files);
    try {
      for (const call of reply.toolCalls ?? []) {
        const created = createEditTool(work.root);
        const tool = Tool.parse(created);
        const args = tool.prepareArguments(ai.parseStreamingJson(call.arguments));
        await tool.execute('c1', ai.validateToolArguments(created, { name: 'edit', arguments: args }));
      }
      return { files: work.read() };
    } catch (error) {
      return { files: work.read(), refusal: String(error) };
    }
  };
  return {
    name: 'pi',
    formats: ['edit'],
    expresses: () => true,
    async answer(replies) {
      const work = new Folder();
      const answers: Answer[] = [];
      try {
        for (const reply of replies) answers.push(await answerOne(reply, work));
        return answers;
      } finally {
        work.remove();
      }
    },
  };
}
