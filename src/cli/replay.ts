/** `aiderbot replay`: tells a recorded run again, offline, and says whether the same tree comes out. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileJournal, openJournal } from '../runs/journal.ts';
import { originIn } from '../runs/origin.ts';
import { type Replay, replayRun } from '../runs/replay.ts';
import { createGitHome } from '../workspace/git.ts';
import type { CliCommand, Io } from './io.ts';
import { gitDirOf } from './local-forge.ts';

const usage = `Usage: aiderbot replay JOURNAL [--repo DIR]

Runs the harness again with the recorded answers of a run: no model, no network, no command. JOURNAL is the file of
"aiderbot run --journal FILE", or the exported journal of another run.

  --repo DIR  a repository that holds the commit that the run started from (default: the current folder)

Exit code 0: the same tree, 1: another tree or another way, 2: the call is wrong.
`;

export const replayCommand: CliCommand = async (argv, io) => {
  const read = readOptions(argv);
  if (typeof read === 'string') {
    (read === usage ? io.stdout : io.stderr).write(read);
    return read === usage ? 0 : 2;
  }
  if (!existsSync(read.journal)) return refuse(io, `there is no file ${read.journal}.`);
  const gitDir = gitDirOf(read.repository);
  if (!gitDir) return refuse(io, `${read.repository} is not a git repository; name one with --repo.`);
  const scratch = await mkdtemp(path.join(tmpdir(), 'aiderbot-replay-'));
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  try {
    const entries = await entriesOf(read.journal);
    if (!entries) return refuse(io, `${read.journal} is not a journal.`);
    const origin = originIn(entries);
    if (!origin)
      return refuse(
        io,
        `${read.journal} does not say what its run was started from, so it cannot be replayed.`,
      );
    const result = await replayRun({
      origin,
      entries,
      gitDir,
      root: scratch,
      home: await createGitHome(path.join(scratch, 'git-home'), { localRemotes: true }),
      signal: abort.signal,
    });
    io.stdout.write(`${said(result)}\n`);
    return result.type === 'same' || result.type === 'unfinished' ? 0 : 1;
  } catch (error) {
    return refuse(io, `${error instanceof Error ? error.message.trim() : String(error)}`, 1);
  } finally {
    process.removeListener('SIGINT', interrupt);
    await rm(scratch, { recursive: true, force: true });
  }
};

async function entriesOf(file: string) {
  try {
    return (await openJournal({ load: fileJournal(file).load, append: async (entry) => entry })).entries();
  } catch {
    return undefined;
  }
}

function said(result: Replay): string {
  switch (result.type) {
    case 'same':
      return result.tree === undefined
        ? `Replayed: the run ends in the same way (${result.outcome ?? 'no outcome'}).`
        : `Replayed: the same tree, ${result.tree}.`;
    case 'other-tree':
      return `The tree differs: ${result.now} now, ${result.recorded} then.`;
    case 'diverged':
      return `The run takes another way: it comes to a step "${result.step}"${result.key === '' ? '' : ` (${result.key})`} that the journal does not hold, with ${result.unused} recorded steps unused.`;
    case 'unfinished':
      return `Replayed to the end of the journal. The run was not finished; its next step would have been "${result.step}".`;
  }
}

function readOptions(argv: string[]): { journal: string; repository: string } | string {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { help: { type: 'boolean' }, repo: { type: 'string', default: '.' } },
    });
    if (values.help) return usage;
    const [journal, ...others] = positionals;
    if (!journal || others.length > 0) return `aiderbot replay: one JOURNAL is needed.\n\n${usage}`;
    return { journal, repository: path.resolve(values.repo) };
  } catch (error) {
    return `aiderbot replay: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function refuse(io: Io, problem: string, code = 2): number {
  io.stderr.write(`aiderbot replay: ${problem}\n`);
  return code;
}
