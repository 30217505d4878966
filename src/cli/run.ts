/** `aiderbot run`: the same pipeline on a local repository, without GitHub and without a database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ulid } from 'ulid';
import { availableVerbs } from '../commands/available.ts';
import { modes } from '../config/choices.ts';
import { hostList } from '../config/env.ts';
import type { RunFacts } from '../report/types.ts';
import { gaveUp, spentIn } from '../runs/asked.ts';
import { cutFileJournal, fileJournal, openJournal } from '../runs/journal.ts';
import { memoryLedger } from '../runs/ledger.ts';
import { originIn } from '../runs/origin.ts';
import { runPipeline } from '../runs/pipeline.ts';
import type { Task } from '../runs/task.ts';
import { createGitHome } from '../workspace/git.ts';
import { cacheFolder } from './folders.ts';
import type { CliCommand, Io } from './io.ts';
import { gitDirOf, localForge } from './local-forge.ts';
import { configuredModels } from './models.ts';
import { placeFor } from './place.ts';
import { progressPrinter } from './progress.ts';
import { runSummary } from './summary.ts';

const usage = `Usage: aiderbot run --repo DIR --message TEXT [options]

Does one task in a local git repository: plans, edits, runs the checks, and leaves the commits on a new branch. Your
checkout is not touched.

  --repo DIR            the repository
  --message TEXT        what to do
  --base REF            branch or commit to start from (default: HEAD)
  --files a,b           files to show to the models in full
  --model NAME          the architect (default: from the environment)
  --editor-model NAME   the editor
  --mode MODE           architect (one model plans, one edits), direct (one does both) or agent (one works by tools);
                        default: from .github/aider.yml
  --lint CMD            instead of the lint command in .github/aider.yml
  --test CMD            instead of the test command in .github/aider.yml
  --no-sandbox          run these commands directly on this machine: for repositories you trust
  --journal FILE        keep the journal there; a run with the same journal resumes and pays for nothing twice
  --json                print the facts of the run as JSON
`;

interface Options {
  repository: string;
  task: Task;
  journal: string | undefined;
  sandbox: boolean;
  json: boolean;
  names: { model?: string; editor?: string };
}

/** Exit code 0: done or nothing to do; 1: anything less; 2: the call is wrong. */
export const runCommand: CliCommand = async (argv, io) => {
  const options = readOptions(argv);
  if (typeof options === 'string') {
    (options === usage ? io.stdout : io.stderr).write(options);
    return options === usage ? 0 : 2;
  }
  const gitDir = await gitDirOf(options.repository);
  if (!gitDir) return refuse(io, `${options.repository} is not a git repository.`);
  const models = configuredModels(process.env, options.names);
  if (!models.ok) return refuse(io, models.problem);
  const { place, problem } = await placeFor(
    options.sandbox ? 'required' : 'direct',
    hostList(process.env.SETUP_HOSTS ?? ''),
  );
  if (problem) io.stderr.write(`${problem} With --no-sandbox they run directly.\n`);

  const scratch = await mkdtemp(path.join(tmpdir(), 'aiderbot-run-'));
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  try {
    // Whoever runs it again has waited for the model to be back.
    if (options.journal !== undefined) cutFileJournal(options.journal, gaveUp);
    const journal = await openJournal(fileJournal(options.journal ?? path.join(scratch, 'journal.jsonl')));
    const { architect, editor } = models.models;
    const task = originIn(journal.entries())?.task ?? {
      ...options.task,
      // What the call says goes before the settings of the repository.
      ...(options.names.model ? { model: architect } : {}),
      ...(options.names.editor ? { editorModel: editor } : {}),
    };
    if (task.instruction !== options.task.instruction)
      return refuse(io, `${options.journal} is the journal of another task: "${task.instruction}".`);
    const facts = await runPipeline(task, {
      journal,
      forge: localForge(
        {
          repository: options.repository,
          base: task.base,
          voice: { trigger: 'aiderbot', available: availableVerbs },
          onFinish: () => undefined,
        },
        gitDir,
      ),
      earlier: async () => [],
      models: models.models,
      ledger: memoryLedger(spentIn(journal.entries())),
      folders: {
        cache: path.join(scratch, 'cache'),
        tags: path.join(cacheFolder(), 'tags'),
        work: path.join(scratch, 'work'),
        git: await createGitHome(path.join(scratch, 'git-home'), { localRemotes: true }),
      },
      place,
      ...(options.json ? {} : { listener: progressPrinter(io.stderr) }),
      lastAttempt: true,
      onError: (error) => io.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
      signal: abort.signal,
      stopped: () => undefined,
      now: Date.now,
    });
    io.stdout.write(options.json ? `${JSON.stringify(facts)}\n` : runSummary(facts));
    return exitCode(facts);
  } finally {
    process.removeListener('SIGINT', interrupt);
    await rm(scratch, { recursive: true, force: true });
  }
};

function exitCode({ outcome }: RunFacts): number {
  return outcome?.kind === 'done' || outcome?.kind === 'nothing-to-do' ? 0 : 1;
}

function refuse(io: Io, problem: string): number {
  io.stderr.write(`aiderbot run: ${problem}\n`);
  return 2;
}

function readOptions(argv: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        help: { type: 'boolean' },
        repo: { type: 'string' },
        message: { type: 'string' },
        base: { type: 'string', default: '' },
        files: { type: 'string', default: '' },
        model: { type: 'string' },
        'editor-model': { type: 'string' },
        mode: { type: 'string' },
        lint: { type: 'string' },
        test: { type: 'string' },
        'no-sandbox': { type: 'boolean', default: false },
        journal: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    if (values.help) return usage;
    if (!values.repo || !values.message?.trim())
      return `aiderbot run: --repo and --message are needed.\n\n${usage}`;
    const mode = modes.find((known) => known === values.mode);
    if (values.mode !== undefined && !mode)
      return `aiderbot run: --mode is one of ${modes.join(', ')}.\n\n${usage}`;
    const repository = path.resolve(values.repo);
    return {
      repository,
      journal: values.journal,
      sandbox: !values['no-sandbox'],
      json: values.json,
      names: {
        ...(values.model ? { model: values.model } : {}),
        ...(values['editor-model'] ? { editor: values['editor-model'] } : {}),
      },
      task: {
        version: 1,
        run: ulid(),
        verb: 'fix',
        instruction: values.message.trim(),
        requester: { login: 'you', id: 0 },
        repository: {
          id: 0,
          owner: 'local',
          name: path.basename(repository),
          defaultBranch: values.base || 'HEAD',
        },
        installation: 0,
        thread: 'issue',
        issue: 0,
        review: [],
        comment: { id: 0, updatedAt: '' },
        files: values.files
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
        base: values.base,
        ...(mode ? { mode } : {}),
        read: [],
        draft: false,
        dryRun: false,
        mergeBase: false,
        noTest: false,
        notes: [],
        ...(values.lint === undefined ? {} : { lint: values.lint }),
        ...(values.test === undefined ? {} : { test: values.test }),
      },
    };
  } catch (error) {
    return `aiderbot run: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}
