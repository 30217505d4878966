import type { Verdict } from './judge.ts';
import type { Reply } from './types.ts';

export interface Judged {
  peer: string;
  reply: Reply;
  verdicts: { peer: Verdict; ours: Verdict };
}

const order: readonly Verdict[] = ['right', 'ends', 'refused', 'partly', 'wrong'];

/** A row for each group, the tool's figures and ours after a slash: replies with a right result, then replies to be refused. */
export function table(rows: readonly Judged[], nameOf: (row: Judged) => string): string {
  const lines = [
    '| | replies | right | but for line ends | refused | in part | wrong | to be refused | refused | in part | edited |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ];
  for (const [name, group] of Map.groupBy(rows, nameOf)) {
    const mendable = group.filter(({ reply }) => reply.want !== 'refused');
    const bad = group.filter(({ reply }) => reply.want === 'refused');
    const cells = [
      name,
      mendable.length,
      ...order.map((verdict) => pair(mendable, verdict)),
      bad.length,
      ...order.slice(2).map((verdict) => pair(bad, verdict)),
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

function pair(rows: readonly Judged[], verdict: Verdict): string {
  const count = (who: 'peer' | 'ours') => rows.filter(({ verdicts }) => verdicts[who] === verdict).length;
  return `${count('peer')} / ${count('ours')}`;
}
