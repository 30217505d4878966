/** `aiderbot apply`: what a model answered, applied to a folder; one reply or a stream of them. */
import * as fs from 'node:fs';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
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
               a final newline added, an append glued to the last line, an edit that was made already made again,
               a blank line at the end of a block dropped; for comparisons only
--dry-run      plans and reports, writes nothing
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
  if (given.batch) return batch(given.decisions, io);
  try {
    const text = given.reply === '-' ? await readAll(io.stdin) : readFileSync(given.reply, 'utf8');
    if (!isFolder(given.repo)) throw new Error(`--repo ${given.repo} is not a folder`);
    const answer = run({ ...given, reply: readReply(text), disk: fs });
    io.stdout.write(given.json ? `${JSON.stringify(answer)}\n` : report(answer, given.dryRun));
    return answer.ok ? 0 : 1;
  } catch (error) {
    io.stderr.write(`${messageOf(error)}\n`);
    return 2;
  }
}

type Arguments =
  | { batch: true; decisions: Decisions }
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
        format: { type: 'string', default: 'auto' },
        files: { type: 'string', default: '' },
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
    if (values.batch) return { batch: true, decisions };
    if (values.repo === undefined || values.reply === undefined) return '--repo and --reply are needed';
    const format = formatSchema.safeParse(values.format);
    if (!format.success) return `--format ${values.format}: ${format.error.issues[0]?.message ?? 'unknown'}`;
    return {
      batch: false,
      repo: values.repo,
      reply: values.reply,
      format: format.data,
      files: values.files.split(',').flatMap(shownPath),
      dryRun: values['dry-run'],
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

const callSchema = z.object({
  id: z.string().optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  arguments: z.unknown().optional(),
  input: z.unknown().optional(),
  operation: z.unknown().optional(),
  function: z.object({ name: z.string(), arguments: z.unknown() }).optional(),
});
const replySchema = z.union([
  z.array(callSchema),
  z.object({
    text: z.string().default(''),
    toolCalls: z.array(callSchema).default([]),
    cutOff: z.boolean().default(false),
  }),
]);

/** A reply as text, or as JSON of tool calls in the shapes the vendors use. JSON of any other shape is text. */
function readReply(text: string): EditReply {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return { text };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { text };
  }
  return readCalls(json) ?? { text };
}

function readCalls(json: unknown): EditReply | undefined {
  const parsed = replySchema.safeParse(json);
  if (!parsed.success) return undefined;
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.toolCalls;
  const toolCalls = list.flatMap((call, index) => {
    const name =
      call.function?.name ?? call.name ?? (call.type === 'apply_patch_call' ? 'apply_patch' : undefined);
    const value = call.function?.arguments ?? call.arguments ?? call.input ?? call.operation;
    if (name === undefined || value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [{ id: call.call_id ?? call.id ?? `call-${index + 1}`, name, arguments: text }];
  });
  const rest = Array.isArray(parsed.data) ? { text: '', cutOff: false } : parsed.data;
  if (toolCalls.length === 0 && rest.text === '') return undefined;
  return { text: rest.text, cutOff: rest.cutOff, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
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

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  repo: z.string(),
  reply: z.unknown(),
  format: formatSchema.default('auto'),
  files: z.array(z.string()).default([]),
});

async function batch(decisions: Decisions, io: Streams): Promise<number> {
  for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    if (!io.stdout.write(`${JSON.stringify(answerLine(line, decisions))}\n`)) {
      await new Promise((resolve) => io.stdout.once('drain', resolve));
    }
  }
  return 0;
}

/** One answer for every line, whatever it holds. */
function answerLine(line: string, decisions: Decisions): Answer & { id: string | number | null } {
  let json: unknown;
  try {
    json = JSON.parse(line);
    const given = lineSchema.parse(json);
    if (!isFolder(given.repo)) throw new Error(`repo ${given.repo} is not a folder`);
    const job = {
      repo: given.repo,
      reply: lineReply(given.reply),
      format: given.format,
      files: given.files.flatMap(shownPath),
      dryRun: false,
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

const longestPath = 4096;

/** A line's reply is a file's name, the text itself, or tool calls. */
function lineReply(reply: unknown): EditReply {
  if (typeof reply !== 'string') {
    const calls = readCalls(reply);
    if (!calls) throw new Error('reply is neither text, nor a file, nor tool calls');
    return calls;
  }
  const isName = reply.length > 0 && reply.length < longestPath && !/[\n\r\0]/.test(reply);
  if (isName && statSync(reply, { throwIfNoEntry: false })?.isFile())
    return readReply(readFileSync(reply, 'utf8'));
  if (isName && path.isAbsolute(reply)) throw new Error(`there is no reply file ${reply}`);
  return readReply(reply);
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

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
