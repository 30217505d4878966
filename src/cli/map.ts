/** `aiderbot map`: the repo map of a folder or git repository, for a request. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildMap, type MapOptions, openSource } from '../repomap/index.ts';
import type { MapRequest, RepoMap } from '../repomap/types.ts';
import { cacheFolder } from './folders.ts';
import type { Io } from './io.ts';

const usage = `Usage: aiderbot map --repo DIR [--tokens N] [--message-file FILE] [--chat a,b] [--json]

Prints an outline of the repository, the files that matter for the message first, within N tokens (1024).
--message-file -   reads the message from standard input
--chat a,b         files that are already known in full: left out, and taken as hints
--json             {files: [{path, score, reasons}], map, tokens, stats}
`;

interface Arguments {
  repo: string;
  messageFile?: string;
  json: boolean;
  request: MapRequest;
}

function readArguments(argv: string[]): Arguments | 'help' | { fault: string } {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        repo: { type: 'string' },
        tokens: { type: 'string', default: '1024' },
        'message-file': { type: 'string' },
        chat: { type: 'string', default: '' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const tokens = Number(values.tokens);
    if (values.help) return 'help';
    if (values.repo === undefined) return { fault: '--repo is missing' };
    if (!Number.isInteger(tokens) || tokens < 0)
      return { fault: `--tokens ${values.tokens} is not a number of tokens` };
    const chat = values.chat
      .split(',')
      .map((name) => path.posix.normalize(name.trim()))
      .filter((name) => name !== '.');
    return {
      repo: values.repo,
      json: values.json,
      request: { text: '', chat, tokens },
      ...(values['message-file'] === undefined ? {} : { messageFile: values['message-file'] }),
    };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function readMessage(file: string | undefined, stdin: NodeJS.ReadableStream): Promise<string> {
  if (file === undefined) return '';
  if (file !== '-') return readFile(file, 'utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** Tells a person at a terminal how far a first run is; scripts see nothing of it. */
function progressTo(stream: NodeJS.WritableStream): Pick<MapOptions, 'onProgress'> {
  if (!('isTTY' in stream) || stream.isTTY !== true) return {};
  return {
    onProgress: (done, total) =>
      stream.write(`\rreading ${done} of ${total} files${done < total ? '' : '\n'}`),
  };
}

/** Runs the command. Exit code 0: printed; 1: the repository or the message cannot be read; 2: usage. */
export async function mapCommand(argv: string[], io: Io): Promise<number> {
  const given = readArguments(argv);
  if (given === 'help') {
    io.stdout.write(usage);
    return 0;
  }
  if ('fault' in given) {
    io.stderr.write(`aiderbot map: ${given.fault}\n\n${usage}`);
    return 2;
  }
  try {
    const text = await readMessage(given.messageFile, io.stdin);
    const source = await openSource(given.repo);
    const options = { cacheFolder: path.join(cacheFolder(), 'tags'), ...progressTo(io.stderr) };
    const map = await buildMap(source, { ...given.request, text }, options);
    await source.close();
    await print(map, given.json, io);
    return 0;
  } catch (error) {
    io.stderr.write(`aiderbot map: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

/** Files beyond this have nothing that speaks for them; a list of a hundred thousand helps nobody. */
const mostListed = 1000;

async function print(map: RepoMap, json: boolean, { stdout, stderr }: Io): Promise<void> {
  const files = map.files.slice(0, mostListed).map(({ path: name, score, reasons }) => {
    return { path: name, score: Number(score.toFixed(6)), reasons };
  });
  const output = json ? `${JSON.stringify({ ...map, files })}\n` : map.map;
  await new Promise<void>((resolve) => stdout.write(output, () => resolve()));
  if (!json) for (const note of map.stats.notes) stderr.write(`note: ${note}\n`);
}
