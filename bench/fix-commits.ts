/** Bug-fix commits of a local clone as questions with known answers: message, parent tree, source files changed. */
import { git } from '../src/repomap/git.ts';
import { kindOf } from '../src/repomap/kinds.ts';

export interface Question {
  id: string;
  text: string;
  /** The commit whose tree is searched. */
  commit: string;
  /** The source files that the fix changed. */
  gold: string[];
}

const says = /\b(fix(e[sd])?|bug|crash|regression|incorrect|wrong|leak|prevent|handle)\b/i;
const saysOther =
  /\b(typo|lint|docs?|readme|changelog|tests?|ci|build|style|flaky|bump|release|version|deps?)\b/i;
/** Trailers and issue numbers tell nothing that an issue would. */
const trailers =
  /^(signed-off-by|co-authored-by|reviewed-by|acked-by|cc|pr-url|refs|fixes|closes|change-id)\b:?.*$/gim;
const mostGold = 4;
const mostChanged = 12;
const lookedAt = 6000;

function question(record: string): Question | undefined {
  const [commit = '', parents = '', body = '', ...rest] = record.split('\0');
  const subject = body.split('\n', 1)[0] ?? '';
  const parent = parents.split(' ')[0] ?? '';
  if (parent === '' || !says.test(subject) || saysOther.test(subject)) return undefined;
  const fields = rest.map((field) => field.trim()).filter((field) => field !== '');
  const changes = Array.from({ length: fields.length >> 1 }, (_, index) => {
    return { status: fields[index * 2] ?? '', path: fields[index * 2 + 1] ?? '' };
  });
  const source = changes.filter((change) => kindOf(change.path) === 'source');
  if (source.length < 1 || source.length > mostGold || changes.length > mostChanged) return undefined;
  if (source.some((change) => change.status !== 'M')) return undefined;
  const text = body
    .replace(trailers, '')
    .replace(/\(?#\d+\)?/g, '')
    .trim();
  if (text.length < 20) return undefined;
  return { id: commit.slice(0, 12), text, commit: parent, gold: source.map((change) => change.path) };
}

/** Up to `count` fixes of the clone at `folder`, spread evenly over its last commits. */
export async function fixCommits(folder: string, count: number): Promise<Question[]> {
  const format = '--format=%x01%H%x00%P%x00%B%x00';
  const log = [
    'log',
    '--no-merges',
    '--no-renames',
    `-n${lookedAt}`,
    '--name-status',
    '-z',
    format,
    'HEAD',
    '--',
  ];
  const output = (await git(folder, log)).toString();
  const found = output
    .split('\x01')
    .slice(1)
    .flatMap((record) => question(record) ?? []);
  const step = Math.max(1, found.length / count);
  return Array.from(
    { length: Math.min(count, found.length) },
    (_, index) => found[Math.floor(index * step)],
  ).flatMap((one) => one ?? []);
}
