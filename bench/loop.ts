/**
 * The coding loop: what the tasks of the polyglot proof came to, and what the harness itself costs a run.
 *
 *   node bench/loop.ts              overhead on a repository of 5,000 files, then the tasks
 *   node bench/loop.ts --files 500  a smaller repository
 *   node bench/loop.ts --overhead   without the tasks
 *
 * Overhead is the wall-clock time of a whole run (read, check out, map, plan, edit, commit, push, clearing up) whose models
 * answer at once and which has no checks: all that is left is ours. The mirror is warm and the work tree of the run before
 * waits: the first run, which makes both, is shown apart. Processor time is that of the whole run, git included; on a
 * machine that does other work at the same time it says more than the clock.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { RunFacts } from '../src/report/types.ts';
import { fileJournal } from '../src/runs/journal.ts';
import {
  agentAnswers,
  editorAnswers,
  type LoopTask,
  loopTasks,
  missing,
  type Played,
  play,
} from '../test/loop/tasks.ts';
import { runLocally, scripted } from '../test/support/local-run.ts';
import { git } from '../test/support/repositories.ts';

const RUNS = 5;
const { values } = parseArgs({
  options: { files: { type: 'string', default: '5000' }, overhead: { type: 'boolean', default: false } },
});

const root = mkdtempSync(path.join(tmpdir(), 'aiderbot-bench-'));
try {
  await overhead(Number(values.files));
  if (!values.overhead) await tasks();
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Modules that import each other, of about 1 KB each. */
function makeRepository(folder: string, files: number): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  for (let n = 0; n < files; n++) {
    const dir = path.join(folder, 'src', `part${n % 50}`);
    mkdirSync(dir, { recursive: true });
    const functions = Array.from(
      { length: 8 },
      (_, f) => `export function step${n}_${f}(value: number): number {\n  return value + ${f} + base;\n}\n`,
    );
    const text = `import { step${(n * 7) % files}_0 } from '../part${((n * 7) % files) % 50}/file${(n * 7) % files}.ts';\n\nconst base = step${(n * 7) % files}_0.length;\n\n${functions.join('\n')}`;
    writeFileSync(path.join(dir, `file${n}.ts`), text);
  }
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  git(folder, 'config', 'uploadpack.allowFilter', 'true');
  git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
}

/** Milliseconds to write as many files by nothing but system calls: what no check-out on this machine can do without. */
function floorOf(files: number): number {
  const folder = path.join(root, 'floor');
  const start = performance.now();
  for (let n = 0; n < files; n++) {
    const dir = path.join(folder, `part${n % 50}`);
    if (n < 50) mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, `file${n}.ts`), 'x'.repeat(1_000));
  }
  const taken = performance.now() - start;
  rmSync(folder, { recursive: true, force: true });
  return taken;
}

async function overhead(files: number): Promise<void> {
  const folder = path.join(root, 'large');
  makeRepository(folder, files);
  const floors: number[] = [];
  const edited = 'src/part7/file7.ts';
  const reply = `${edited}\n\`\`\`\n<<<<<<< SEARCH\n  return value + 3 + base;\n=======\n  return value + 30 + base;\n>>>>>>> REPLACE\n\`\`\`\n`;
  const totals: number[] = [];
  const processor: number[] = [];
  let first = 0;
  const stages = new Map<string, number[]>();
  for (let n = 0; n <= RUNS; n++) {
    const dir = path.join(root, 'shared');
    mkdirSync(dir, { recursive: true });
    const clock = stageClock();
    const start = performance.now();
    const worked = processorTime();
    const facts = await runLocally({
      dir,
      repository: folder,
      mirror: true,
      journal: fileJournal(path.join(root, `journal-${n}.jsonl`)),
      models: scripted(dir, {
        order: 'any',
        entries: [
          { when: { purpose: 'architect' }, reply: { text: `Change \`${edited}\`.` } },
          { when: { purpose: 'editor' }, reply: { text: reply } },
          { when: { purpose: 'weak' }, times: 'any', reply: { text: `fix: larger step ${n}` } },
        ],
      }),
      task: { instruction: `add 30 in step7_3 of ${edited}, try ${n}`, lint: 'off', test: 'off' },
      listener: { onFacts: clock.see, onEvent: () => undefined },
    });
    const total = performance.now() - start;
    const ended = clock.end();
    if (facts.outcome?.kind !== 'done') throw new Error(`The run ended as ${JSON.stringify(facts.outcome)}.`);
    if (n === 0) {
      first = total;
      continue;
    }
    totals.push(total);
    processor.push(processorTime() - worked);
    for (const [stage, ms] of ended) stages.set(stage, [...(stages.get(stage) ?? []), ms]);
    floors.push(floorOf(files));
  }
  console.log(
    `Overhead of the harness, ${files} files, warm mirror, ${RUNS} runs, milliseconds (target: under 300)\n`,
  );
  console.log('| stage | median | least |\n| --- | ---: | ---: |');
  const rows = [
    ...stages,
    ['whole run', totals],
    ['processor time of the run', processor],
    ['first run: mirror, work tree and tags are made', [first]],
    ['for comparison: writing the files', floors],
  ] as const;
  for (const [stage, list] of rows)
    console.log(`| ${stage} | ${median(list).toFixed(0)} | ${Math.min(...list).toFixed(0)} |`);
}

/**
 * Milliseconds that this process, the helper that starts its programs, and the programs that have ended kept a processor
 * busy (Linux).
 */
function processorTime(): number {
  const own = process.cpuUsage();
  const running = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter(Boolean);
  const helpers = running.reduce((sum, child) => sum + ticks(child, 'own') + ticks(child, 'ended'), 0);
  return (own.user + own.system) / 1000 + (ticks('self', 'ended') + helpers) * 10;
}

/** Ticks of 10 ms that a process spent by itself, or that its children had spent when they ended; 0 once it is gone. */
function ticks(process: string, whose: 'own' | 'ended'): number {
  try {
    const fields = readFileSync(`/proc/${process}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    // utime and stime, or cutime and cstime.
    const [user, system] = whose === 'own' ? fields.slice(11, 13) : fields.slice(13, 15);
    return Number(user) + Number(system);
  } catch {
    return 0;
  }
}

/** Time in which each stage was the last one that began. */
function stageClock() {
  const spent = new Map<string, number>();
  let current = 'begin';
  let since = performance.now();
  const turn = (next: string) => {
    const now = performance.now();
    spent.set(current, (spent.get(current) ?? 0) + now - since);
    current = next;
    since = now;
  };
  return {
    see(facts: RunFacts) {
      const running = facts.stages.findLast((stage) => stage.state === 'running')?.name;
      if (running && running !== current) turn(running);
    },
    end() {
      turn('end');
      return spent;
    },
  };
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

async function tasks(): Promise<void> {
  console.log('\n| task | language | mode | outcome | commits | calls | reflections | s | of it checks |');
  console.log('| --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: |');
  for (const task of loopTasks()) {
    const lacks = missing(task);
    if (lacks.length > 0) {
      console.log(`| ${task.name} | ${task.language} | skipped: no ${lacks.join(', ')} | | | | | | |`);
      continue;
    }
    row(task, 'plan and edit', await timed(task, undefined));
    row(task, 'agent', await timed(task, 'agent'));
  }
}

async function timed(task: LoopTask, mode: 'agent' | undefined): Promise<Played & { ms: number }> {
  const answers = mode === 'agent' ? agentAnswers(task) : editorAnswers(task);
  const dir = mkdtempSync(path.join(root, 'task-'));
  const start = performance.now();
  const played = await play(task, mode, answers, dir);
  return { ...played, ms: performance.now() - start };
}

function row(
  task: LoopTask,
  mode: string,
  { facts, calls, reflections, made, ms }: Played & { ms: number },
): void {
  const ran = [...facts.baseline, ...facts.commits.flatMap((commit) => commit.checks)];
  const checks = ran.reduce((sum, check) => sum + check.durationMs, 0);
  const cells = [
    task.name,
    task.language,
    mode,
    facts.outcome?.kind ?? '',
    made,
    calls,
    reflections.join(', '),
    (ms / 1000).toFixed(1),
    (checks / 1000).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
