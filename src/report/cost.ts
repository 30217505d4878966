/** What runs have cost, as `cost` tells it. Amounts are US dollars. */
import { count, dollars } from './format.ts';
import { code, plain } from './safe.ts';

export interface CostFacts {
  /** Absent when only the month was asked for. */
  thread?: {
    usd: number;
    limitUsd?: number;
    /** Newest first. */
    runs: readonly { id: string; requester: string; usd: number }[];
  };
  month: {
    usd: number;
    limitUsd?: number;
    /** Issues and pull requests, dearest first; 0: tasks by their schedule. */
    threads: readonly { number: number; runs: number; usd: number }[];
  };
}

const MOST_THREADS = 15;

export function costText({ thread, month }: CostFacts): string {
  const monthLine = `All runs of this repository and month: **${amount(month)}**.`;
  if (!thread) {
    const rows = month.threads
      .slice(0, MOST_THREADS)
      .map(
        ({ number, runs, usd }) =>
          `| ${number === 0 ? 'tasks by their schedule' : `#${number}`} | ${runs} | ${dollars(usd)} |`,
      );
    const left = month.threads.length - rows.length;
    return [
      monthLine,
      ...(rows.length > 0 ? [table('| Thread | Runs | Cost |', '| --- | ---: | ---: |', rows)] : []),
      ...(left > 0 ? [`… and ${count(left, 'thread')} more.`] : []),
    ].join('\n\n');
  }
  const rows = thread.runs.map(
    ({ id, requester, usd }) => `| ${code(id, 40)} | ${plain(requester, 60)} | ${dollars(usd)} |`,
  );
  return [
    `Runs of this thread: **${amount(thread)}**. ${monthLine}`,
    ...(rows.length > 0 ? [table('| Run | Asked by | Cost |', '| --- | --- | ---: |', rows)] : []),
  ].join('\n\n');
}

const amount = ({ usd, limitUsd }: { usd: number; limitUsd?: number }) =>
  `${dollars(usd)}${limitUsd === undefined ? '' : ` of ${dollars(limitUsd)}`}`;

const table = (...rows: (string | readonly string[])[]) => rows.flat().join('\n');
