/** `aiderbot replay`: tells a recorded run again, offline, and says whether the same tree comes out. */
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../runs/database.ts';
import { databaseJournal, fileJournal, type JournalEntry, openJournal } from '../runs/journal.ts';
import { type Origin, originIn } from '../runs/origin.ts';
import { type Replay, replayRun } from '../runs/replay.ts';
import { createGitHome } from '../workspace/git.ts';
import type { CliCommand, Io } from './io.ts';
import { gitDirOf } from './local-forge.ts';

const usage = `Usage: aiderbot replay JOURNAL [--repo DIR]
       aiderbot replay --run ID [--export FILE]

Runs the harness again with the recorded answers of a run: no model, no network, no command. JOURNAL is the file of
"aiderbot run --journal FILE", or the exported journal of another run.

  --repo DIR     a repository that holds the commit that the run started from (default: the current folder; with --run the
                 cache of the App)
  --run ID       a run of the App on this machine: its database is found by DATA_DIR or DATABASE_URL, and an embedded one is
                 free only while the App is stopped
  --export FILE  write the journal of that run to a file, and replay nothing

Exit code 0: the same tree, 1: another tree or another way, 2: the call is wrong.
`;

export const replayCommand: CliCommand = async (argv, io) => {
  const options = readOptions(argv);
  if (typeof options === 'string') {
    (options === usage ? io.stdout : io.stderr).write(options);
    return options === usage ? 0 : 2;
  }
  try {
    const { entries, repository } = await readJournal(options);
    const origin = originIn(entries);
    if (!origin)
      return refuse(io, 'the journal does not say what its run was started from, so it cannot be replayed.');
    if (options.export) {
      writeFileSync(options.export, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      io.stdout.write(`${entries.length} steps written to ${options.export}.\n`);
      return 0;
    }
    const gitDir = await gitDirOf(options.repository ?? repository(origin));
    if (!gitDir) return refuse(io, 'there is no git repository; name one with --repo.');
    return await replayed({ origin, entries, gitDir }, io);
  } catch (error) {
    return refuse(io, error instanceof Error ? error.message.trim() : String(error));
  }
};

interface JournalAtHand {
  entries: readonly JournalEntry[];
  /** Where its repository usually is. */
  repository(origin: Origin): string;
}

async function readJournal(options: Options): Promise<JournalAtHand> {
  if (options.run === undefined) {
    const file = options.journal ?? '';
    if (!existsSync(file)) throw new Error(`there is no file ${file}.`);
    const entries = await entriesOf(file);
    if (!entries) throw new Error(`${file} is not a journal.`);
    return { entries, repository: () => '.' };
  }
  const dataDir = path.resolve(process.env.DATA_DIR || '.data');
  const url = process.env.DATABASE_URL;
  const database = await openDatabase({ dataDir, ...(url ? { url } : {}) });
  try {
    const entries = await databaseJournal(database, options.run).load();
    if (entries.length === 0) throw new Error(`there is no run ${options.run} in this database.`);
    const repository = (origin: Origin) =>
      path.join(dataDir, 'cache', `github-${origin.task.repository.id}.git`);
    return { entries, repository };
  } finally {
    await database.close();
  }
}

async function replayed(
  run: { origin: Origin; entries: readonly JournalEntry[]; gitDir: string },
  io: Io,
): Promise<number> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'aiderbot-replay-'));
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  try {
    const home = await createGitHome(path.join(scratch, 'git-home'), { localRemotes: true });
    const result = await replayRun({ ...run, root: scratch, home, signal: abort.signal });
    io.stdout.write(`${said(result)}\n`);
    return result.type === 'same' || result.type === 'unfinished' ? 0 : 1;
  } catch (error) {
    return refuse(
      io,
      `it could not be replayed: ${error instanceof Error ? error.message.trim() : error}`,
      1,
    );
  } finally {
    process.removeListener('SIGINT', interrupt);
    await rm(scratch, { recursive: true, force: true });
  }
}

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

interface Options {
  journal: string | undefined;
  run: string | undefined;
  repository: string | undefined;
  export: string | undefined;
}

function readOptions(argv: string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        repo: { type: 'string' },
        run: { type: 'string' },
        export: { type: 'string' },
      },
    });
    if (values.help) return usage;
    if (positionals.length + (values.run === undefined ? 0 : 1) !== 1)
      return `aiderbot replay: one JOURNAL or --run ID is needed.\n\n${usage}`;
    return { journal: positionals[0], run: values.run, repository: values.repo, export: values.export };
  } catch (error) {
    return `aiderbot replay: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function refuse(io: Io, problem: string, code = 2): number {
  io.stderr.write(`aiderbot replay: ${problem}\n`);
  return code;
}
