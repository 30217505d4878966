/** `aiderbot apply`: what a model answered, applied to a folder; one reply or a stream of them. */
import * as fs from 'node:fs';
import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Disk } from '../edits/apply.ts';
import {
  ApplyError,
  applyChangeSet,
  formats,
  planReply,
  reflectionMessage,
  workspaceTree,
} from '../edits/index.ts';
import { aiders, type Decisions, ours } from '../edits/parity.ts';
import type { ChangeSet, EditReply, FileChange, FormatName, Problem } from '../edits/types.ts';
import { readLines } from './json-lines.ts';
import { readLineReply, readReplyBytes, readReplyFile } from './reply-input.ts';

interface Streams {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

const usage = `Usage: aiderbot apply --repo DIR --reply FILE [--format auto|diff|...] [--files a,b] [--dry-run] [--json]
       aiderbot apply --batch

Applies all edits of a model's reply to the files of DIR, or none of them.
--reply FILE   the reply: text, or JSON of tool calls; - reads standard input
--format NAME  auto (the default), ${Object.keys(formats).join(', ')}
--files a,b    the files the model was shown
--ambiguous first
               takes the first of several places, as other tools do, instead of refusing; for comparisons only
--parity aider decides as Aider 0.86 does where this engine decides otherwise on purpose: the first of several places,
               a final newline added, an append glued to the last line, an edit that was made already made again;
               for comparisons only
--dry-run      plans and reports, writes nothing; goes with --batch too
--json         {ok, format, files: [{path, action}], problems: [{code, path, message, ...}], notes, reflection}
--batch        one JSON object a line on standard input, {id, repo, reply, format?, files?}, where reply is a file,
               the text itself or tool calls; one JSON line each on standard output (files are not flushed to
               the disk one by one)

Exit code: 0 all applied; 1 something could not be applied, and nothing was written; 2 usage.
`;

const formatNames = Object.keys(formats);
const formatSchema = z.custom<FormatName | 'auto'>(
  (name) => name === 'auto' || (typeof name === 'string' && formatNames.includes(name)),
  { error: `the format is not one of auto, ${formatNames.join(', ')}` },
);

const ambiguousSchema = z.enum(['refuse', 'first'], { error: '--ambiguous is refuse or first' });
const paritySchema = z.enum(['none', 'aider'], { error: '--parity is none or aider' });

interface Job {
  repo: string;
  reply: EditReply;
  format: FormatName | 'auto';
  files: string[];
  dryRun: boolean;
  decisions: Decisions;
  disk: Disk;
}

interface Answer {
  ok: boolean;
  format?: FormatName;
  files: { path: string; action: FileChange['action']; fromPath?: string }[];
  problems: Problem[];
  notes: string[];
  warnings?: string[];
  commands?: string[];
  reflection?: string;
}

/** Runs the command; the exit code is 0, 1 or 2 as the usage says. A batch exits 0 when its input ended, whatever its lines held. */
export async function applyCommand(argv: string[], io: Streams): Promise<number> {
  const given = readArguments(argv);
  if (given === 'help') {
    io.stdout.write(usage);
    return 0;
  }
  if (typeof given === 'string') {
    io.stderr.write(`${given}\n\n${usage}`);
    return 2;
  }
  if (given.batch) return batch(given, io);
  try {
    const reply = given.reply === '-' ? readReplyBytes(await readAll(io.stdin)) : readReplyFile(given.reply);
    if (!isFolder(given.repo)) throw new Error(`--repo ${given.repo} is not a folder`);
    const answer = run({ ...given, reply, disk: fs });
    io.stdout.write(given.json ? `${JSON.stringify(answer)}\n` : report(answer, given.dryRun));
    return answer.ok ? 0 : 1;
  } catch (error) {
    io.stderr.write(`${messageOf(error)}\n`);
    return 2;
  }
}

interface BatchArguments {
  batch: true;
  decisions: Decisions;
  dryRun: boolean;
}

type Arguments =
  | BatchArguments
  | {
      batch: false;
      repo: string;
      reply: string;
      format: FormatName | 'auto';
      files: string[];
      dryRun: boolean;
      decisions: Decisions;
      json: boolean;
    };

/** The arguments, `help` when that is asked for, or what is wrong with them. */
function readArguments(argv: string[]): Arguments | string {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        repo: { type: 'string' },
        reply: { type: 'string' },
        format: { type: 'string' },
        files: { type: 'string' },
        ambiguous: { type: 'string', default: 'refuse' },
        parity: { type: 'string', default: 'none' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        batch: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return 'help';
    const decisions = decide(ambiguousSchema.parse(values.ambiguous), paritySchema.parse(values.parity));
    const dryRun = values['dry-run'];
    if (values.batch) {
      const own = (['repo', 'reply', 'format', 'files'] as const).find((name) => values[name] !== undefined);
      return own
        ? `--${own} does not go with --batch: each line brings its own`
        : { batch: true, decisions, dryRun };
    }
    if (values.repo === undefined || values.reply === undefined) return '--repo and --reply are needed';
    const format = formatSchema.safeParse(values.format ?? 'auto');
    if (!format.success) return `--format ${values.format}: ${format.error.issues[0]?.message ?? 'unknown'}`;
    return {
      batch: false,
      repo: values.repo,
      reply: values.reply,
      format: format.data,
      files: (values.files ?? '').split(',').flatMap(shownPath),
      dryRun,
      decisions,
      json: values.json,
    };
  } catch (error) {
    return messageOf(error);
  }
}

/** The product decides, unless a comparison asks for something else. */
function decide(several: z.infer<typeof ambiguousSchema>, parity: z.infer<typeof paritySchema>): Decisions {
  return parity === 'aider' ? aiders : { ...ours, severalPlaces: several };
}

/** A shown file as a person may write it. */
function shownPath(name: string): string[] {
  const plain = path.posix.normalize(name.trim().replaceAll('\\', '/'));
  return plain === '.' || plain === '' ? [] : [plain];
}

/** Plans on a fresh view of the folder, since files may change between two replies, and writes. */
function run(job: Job): Answer {
  const tree = workspaceTree(job.repo);
  const planned = planReply(job.reply, job.format, tree, {
    shown: job.files,
    protect: [],
    decisions: job.decisions,
  });
  const commands = planned.commands.length > 0 ? { commands: planned.commands } : {};
  const common = { format: planned.format, notes: planned.notes, ...commands };
  if (!planned.ok) {
    const reflection = reflectionMessage(planned.problems, planned.staged);
    return { ...common, ok: false, files: [], problems: planned.problems, reflection };
  }
  const { changeSet } = planned;
  if (!job.dryRun) {
    const refused = write(changeSet, job);
    if (refused) return { ...common, ok: false, files: [], problems: [refused] };
  }
  const files = changeSet.files.map(({ path: file, action, fromPath }) => ({
    path: file,
    action,
    ...(fromPath === undefined ? {} : { fromPath }),
  }));
  const warnings = changeSet.warnings.length > 0 ? { warnings: changeSet.warnings } : {};
  return { ...common, ok: true, files, problems: [], ...warnings };
}

function write(changeSet: ChangeSet, { repo, disk }: Job): Problem | undefined {
  try {
    applyChangeSet(changeSet, repo, disk);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApplyError)) throw error;
    return { code: 'STALE', path: error.path, message: error.message };
  }
}

/** A batch edits thousands of scratch copies: waiting for the platter after each would be most of its time. */
const unflushed: Disk = { ...fs, fsyncSync: () => {} };

const lineSchema = z.object(
  {
    id: z.union([z.string(), z.number()], { error: 'a string or a number is needed' }),
    repo: z.string({ error: 'the name of a folder is needed' }),
    reply: z.unknown().refine((reply) => reply !== undefined && reply !== null, {
      error: 'is missing: a file, the text itself, or tool calls',
    }),
    format: formatSchema.nullish(),
    files: z.array(z.string(), { error: 'a list of paths is needed' }).nullish(),
  },
  { error: 'an object {id, repo, reply, format?, files?} is needed' },
);

async function batch(given: BatchArguments, io: Streams): Promise<number> {
  for await (const line of readLines(io.stdin)) {
    if (line?.trim() === '') continue;
    if (!io.stdout.write(`${JSON.stringify(answerLine(line, given))}\n`)) {
      await new Promise((resolve) => io.stdout.once('drain', resolve));
    }
  }
  return 0;
}

/** One answer for every line, whatever it holds. */
function answerLine(
  line: string | undefined,
  { decisions, dryRun }: BatchArguments,
): Answer & { id: string | number | null } {
  let json: unknown;
  try {
    json = readJsonLine(line);
    const given = lineSchema.parse(json);
    if (!isFolder(given.repo)) throw new Error(`repo ${given.repo} is not a folder`);
    const job = {
      repo: given.repo,
      reply: readLineReply(given.reply),
      format: given.format ?? 'auto',
      files: (given.files ?? []).flatMap(shownPath),
      dryRun,
      decisions,
      disk: unflushed,
    };
    return { id: given.id, ...run(job) };
  } catch (error) {
    const id = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(json);
    const problem: Problem = { code: 'BAD_ARGS', path: '', message: messageOf(error) };
    return { id: id.success ? id.data.id : null, ok: false, files: [], problems: [problem], notes: [] };
  }
}

function readJsonLine(line: string | undefined): unknown {
  if (line === undefined) throw new Error('the line is not UTF-8 text');
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`the line is not JSON: ${messageOf(error)}`);
  }
}

function report(answer: Answer, dryRun: boolean): string {
  const verb = dryRun ? 'would ' : '';
  const lines = answer.files.map(({ path: file, action, fromPath }) =>
    fromPath === undefined ? `${verb}${action} ${file}` : `${verb}${action} ${fromPath} -> ${file}`,
  );
  if (answer.ok && lines.length === 0) lines.push('nothing to change');
  for (const note of answer.notes) lines.push(`note: ${note}`);
  for (const warning of answer.warnings ?? []) lines.push(`warning: ${warning}`);
  for (const command of answer.commands ?? []) lines.push(`suggested, not run: ${command}`);
  if (!answer.ok)
    lines.push('', answer.reflection ?? answer.problems.map(({ message }) => message).join('\n'));
  return `${lines.join('\n')}\n`;
}

const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
