import type { Answer, Reply } from './types.ts';

/**
 * `right` every byte; `ends` right but for line ends, the final newline or a byte order mark; `refused` nothing is written, and the
 * model is told; `partly` something is written, and the model is told that something is missing; `wrong` any other file, or no change
 * and not a word.
 */
export type Verdict = 'right' | 'ends' | 'refused' | 'partly' | 'wrong';

export function judge(reply: Reply, { files, refusal }: Answer): Verdict {
  const isTouched = !sameFiles(files, reply.files);
  if (refusal !== undefined) return isTouched ? 'partly' : 'refused';
  if (reply.want === 'refused') return 'wrong';
  const wanted = reply.wanted ?? { ...reply.files, [reply.path]: reply.right };
  if (sameFiles(files, wanted)) return 'right';
  return sameFiles(mapFiles(files, loosely), mapFiles(wanted, loosely)) ? 'ends' : 'wrong';
}

function sameFiles(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

const mapFiles = (files: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]));

const loosely = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
