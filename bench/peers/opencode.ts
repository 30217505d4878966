/**
 * OpenCode: its `replace` with all replacers, and around it what its edit tool does before and after (release 1.18): the file has to be
 * there, a byte order mark is set aside, old and new text take CRLF when the file has any. A call of it has one old and one new text under
 * names of its own, so only what such a call can say is asked; mistakes of the argument layer are not.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Answer, Peer, Reply } from './types.ts';

const Module = z.looseObject({
  replace: z.custom<(content: string, old: string, fresh: string) => string>(
    (value) => typeof value === 'function',
    'replace is no function',
  ),
});
const Pair = z.strictObject({ oldText: z.string().min(1), newText: z.string() });
const Arguments = z.strictObject({ path: z.string(), edits: z.tuple([Pair]) });

function argumentsOf({ reply }: Reply): z.infer<typeof Arguments> | undefined {
  const [call] = reply.toolCalls ?? [];
  if (!call || reply.cutOff === true) return undefined;
  try {
    return Arguments.safeParse(JSON.parse(call.arguments)).data;
  } catch {
    return undefined;
  }
}

/** `file` exports OpenCode's `replace`. */
export async function openCode(file: string): Promise<Peer> {
  const loaded: unknown = await import(pathToFileURL(path.resolve(file)).href);
  const { replace } = Module.parse(loaded);
  const answerOne = (reply: Reply): Answer => {
    const args = argumentsOf(reply);
    if (!args) throw new Error('not to be asked');
    const name = path.posix.normalize(args.path);
    const before = reply.files[name];
    if (before === undefined) return { files: reply.files, refusal: `File ${name} not found` };
    const mark = before.startsWith('\ufeff') ? '\ufeff' : '';
    const text = before.slice(mark.length);
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const converted = (one: string) => one.replaceAll('\r\n', '\n').replaceAll('\n', end);
    const [{ oldText, newText }] = args.edits;
    try {
      const after = replace(text, converted(oldText), converted(newText));
      return { files: { ...reply.files, [name]: mark + after } };
    } catch (error) {
      return { files: reply.files, refusal: String(error) };
    }
  };
  return {
    name: 'OpenCode',
    formats: ['edit'],
    expresses: (reply) => argumentsOf(reply) !== undefined,
    async answer(replies) {
      return replies.map(answerOne);
    },
  };
}
