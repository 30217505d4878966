/**
 * How fast the edit engine is, and that no input makes it slow. `node bench/edits.ts` prints a table. Times are processor time of this
 * process (user and system), best of some runs, so that other work on the machine does not count.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { applyCommand } from '../src/cli/apply.ts';
import { memoryTree, planReply } from '../src/edits/index.ts';

/** Milliseconds of processor time so far. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Row {
  what: string;
  time: string;
  target: string;
}

const width = 92;
const rows = {
  push({ what, time: taken, target }: Row): void {
    console.log(`| ${what.padEnd(width)} | ${taken.padStart(20)} | ${target.padStart(22)} |`);
  },
};

function lines(count: number, seed = 0): string[] {
  return Array.from(
    { length: count },
    (_, index) => `    value_${index + seed} = compute(${index * 7 + seed}, "name ${index}") # line ${index}`,
  );
}

function block(file: string, search: string, replace: string): string {
  return `${file}\n\`\`\`\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n\n`;
}

/**
 * Milliseconds of the fastest of three runs, of up to 25 where they are short: a ratio of two short ones would mostly tell which of them
 * had to collect the garbage of those before. The result must be what the case expects.
 */
function time(run: () => boolean): number {
  let best = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let round = 0; round < 3 || (round < 25 && spent < 500); round++) {
    const start = processorTime();
    if (!run()) throw new Error('a bench case did not give the expected result');
    const taken = processorTime() - start;
    best = Math.min(best, taken);
    spent += taken;
  }
  return best;
}

function plans(text: string, reply: string, expectOk = true): () => boolean {
  return () => {
    const tree = memoryTree({ 'big.py': text });
    const options = { shown: ['big.py'], protect: [] };
    return planReply({ text: reply }, 'diff', tree, options).ok === expectOk;
  };
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function batch(): Promise<void> {
  const replies = 10_000;
  const files = 40;
  const root = mkdtempSync(path.join(tmpdir(), 'bench-edits-'));
  try {
    mkdirSync(path.join(root, 'src'));
    const sizes = Array.from({ length: files }, (_, index) => 200 + Math.floor((index * 1800) / (files - 1)));
    for (const [index, size] of sizes.entries()) {
      writeFileSync(path.join(root, 'src', `f${index}.py`), `${lines(size).join('\n')}\n`);
    }
    const version = new Map<string, string>();
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    let answers = 0;
    let good = 0;
    let rest = '';
    stdout.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      answers += parts.length;
      good += parts.filter((part) => part.includes('"ok":true')).length;
    });
    let text = '';
    for (let index = 0; index < replies; index++) {
      const number = index % files;
      const file = `src/f${number}.py`;
      const at = (index * 131) % (sizes[number] ?? 200);
      const key = `${file}:${at}`;
      const line = version.get(key) ?? lines(at + 1)[at] ?? '';
      const next = `    value_${at} = changed_${index}(${at})`;
      version.set(key, next);
      text += `${JSON.stringify({ id: index, repo: root, files: [file], format: 'diff', reply: `Here:\n\n${block(file, line, next)}` })}\n`;
    }
    const start = processorTime();
    const done = applyCommand(['--batch'], { stdin, stdout, stderr: stdout });
    stdin.end(text);
    await done;
    const seconds = (processorTime() - start) / 1000;
    if (answers !== replies || good !== replies)
      throw new Error(`${good} of ${answers} replies were applied`);
    rows.push({
      what: '10,000 replies of one block, files of 200 to 2,000 lines, batch, files written',
      time: `${Math.round(replies / seconds)} replies/s`,
      target: '2,000 replies/s',
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function planOnly(): void {
  const replies = 10_000;
  const text = `${lines(1100).join('\n')}\n`;
  const source = lines(1100);
  const start = processorTime();
  for (let index = 0; index < replies; index++) {
    const at = (index * 131) % 1100;
    if (!plans(text, block('big.py', source[at] ?? '', `    changed_${index}`))())
      throw new Error('not applied');
  }
  const rate = replies / ((processorTime() - start) / 1000);
  rows.push({
    what: '10,000 replies of one block, 1,100 lines, planned only',
    time: `${Math.round(rate)} replies/s`,
    target: '',
  });
}

function manyEdits(count: number, edits: number): number {
  const source = lines(count);
  let reply = '';
  for (let index = 0; index < edits; index++) {
    const at = Math.floor((index * (count - 10)) / edits);
    const old = source.slice(at, at + 4);
    reply += block(
      'big.py',
      old.join('\n'),
      [...old.slice(0, 2), `    changed_${index} = 1`, ...old.slice(3)].join('\n'),
    );
  }
  return time(plans(`${source.join('\n')}\n`, reply));
}

function longLine(megabytes: number): number {
  const words = Array.from(
    { length: (megabytes * 1_000_000) / 16 },
    (_, index) => `k${String(index).padStart(9, '0')}:true`,
  );
  const text = `var d={${words.join(',')}};`;
  return time(plans(text, block('big.py', 'k000100000:true', 'k000100000:false')));
}

function bigReply(megabytes: number): number {
  const source = lines(40_000);
  let reply = '';
  for (let at = 0; reply.length < megabytes * 1_000_000; at += 2) {
    const old = source[at % source.length] ?? '';
    reply += block('big.py', old, `${old} # changed`);
  }
  return time(plans(`${source.join('\n')}\n`, reply));
}

/** Inputs that make careless matchers quadratic, one megabyte each. */
function hostile(): [string, () => boolean][] {
  const equal = 'a\n'.repeat(500_000);
  const half = 'a\n'.repeat(250_000);
  const line = 'a'.repeat(1_000_000);
  const misses = Array.from({ length: 8_000 }, (_, index) =>
    block('big.py', `missing line ${index}\nnext ${index}`, 'x'),
  ).join('');
  return [
    ['equal lines, long SEARCH that ends differently', plans(equal, block('big.py', `${half}b`, 'x'), false)],
    [
      'equal lines, long SEARCH that begins differently',
      plans(equal, block('big.py', `b\n${half}a`, 'x'), false),
    ],
    ['equal lines, SEARCH stands everywhere', plans(equal, block('big.py', half.slice(0, -1), 'x'), false)],
    [
      'one line of one letter, long SEARCH',
      plans(line, block('big.py', `${line.slice(0, 400_000)}b`, 'x'), false),
    ],
    ['8,000 blocks that stand nowhere', plans(`${lines(10_000).join('\n')}\n`, misses, false)],
    [
      '500,000 lines of dots as SEARCH',
      plans(`${lines(2_000).join('\n')}\n`, block('big.py', `${'...\n'.repeat(250_000)}x`, 'y'), false),
    ],
    [
      'blanks only',
      plans(`${' '.repeat(1_000_000)}\n`, block('big.py', `${' '.repeat(500_000)}x`, 'y'), false),
    ],
    ['a megabyte of markers', plans('a\n', '<<<<<<< SEARCH\n=======\n'.repeat(40_000), false)],
    ['a megabyte of fences', plans('a\n', '```\n'.repeat(250_000), false)],
    ['a megabyte of backticks', plans('a\n', '`'.repeat(1_000_000), false)],
    [
      'combining marks',
      plans(`${'e\u0301'.repeat(300_000)}\n`, block('big.py', `${'é'.repeat(200_000)}x`, 'y'), false),
    ],
  ];
}

await batch();
planOnly();
const fifty = manyEdits(100_000, 50);
rows.push({ what: '50 blocks into 100,000 lines (5.9 MB)', time: ms(fifty), target: '50 ms' });
const single = longLine(5);
rows.push({ what: 'one edit in a single line of 5 MB', time: ms(single), target: '1 s' });
rows.push({
  what: 'one edit in a single line of 10 MB',
  time: `${ms(longLine(10))}`,
  target: `2.2 x 5 MB = ${ms(single * 2.2)}`,
});
const reply = bigReply(2);
rows.push({ what: 'a reply of 2 MB, every block another line', time: ms(reply), target: '' });
rows.push({ what: 'a reply of 4 MB', time: ms(bigReply(4)), target: `2.2 x 2 MB = ${ms(reply * 2.2)}` });
let previous = manyEdits(20_000, 50);
for (const count of [40_000, 80_000, 160_000]) {
  const now = manyEdits(count, 50);
  rows.push({
    what: `50 blocks, ${count} lines after half as many`,
    time: `${(now / previous).toFixed(2)} x (${ms(now)})`,
    target: '2.2 x',
  });
  previous = now;
}
for (const [what, run] of hostile())
  rows.push({ what: `hostile: ${what}`, time: ms(time(run)), target: '1 s' });
