/** The form of commit messages. A model may propose words; type, length and trailers are ours. */
import { removeInvisible } from '../lib/invisible.ts';

export interface CommitMessageFacts {
  /** What the weak model wrote; absent when it was not asked or failed. Hostile. */
  proposed?: string | undefined;
  /** What the step was about; used when the proposal is of no use. Hostile. */
  title: string;
  /** Changed paths. Hostile. */
  paths: readonly string[];
  style: 'conventional' | 'plain';
  /** Credited when given. */
  coAuthor?: { name: string; email: string } | undefined;
  run: string;
  step: number;
  /** 0 when it is not known how many there will be. */
  of: number;
  /** Of an undo or a redo: the commits that it takes back. */
  takesBack?: { verb: 'undo' | 'redo'; ids: readonly string[] } | undefined;
  /** Kinds of checks that were green for exactly this commit; empty when none was. */
  verified: readonly string[];
}

export const longestSubject = 72;

const conventional =
  /^(feat|fix|docs|style|refactor|perf|test|build|ci|chore|revert)(\([\w./ -]{1,30}\))?(!?): *(\S.*)$/i;

/**
 * Subject of at most 72 characters (Conventional Commits 1.0 when the style asks for it), a wrapped body when the proposal
 * had one, and our trailers. The same facts give the same bytes.
 */
export function commitMessage(facts: CommitMessageFacts): string {
  const { subject, body } = words(facts);
  return `${[subject, ...(body === '' ? [] : [body]), trailers(facts)].join('\n\n')}\n`;
}

/** The message of a commit that was made again elsewhere, with the checks that were green for it there. */
export function withVerified(message: string, verified: readonly string[]): string {
  // The last one: a body may quote another commit.
  const at = message.lastIndexOf('\nAider-Verified: ') + 1;
  if (at === 0) return message;
  return message.slice(0, at) + message.slice(at).replace(/^.*/, verifiedLine(verified));
}

const verifiedLine = (verified: readonly string[]) =>
  `Aider-Verified: ${verified.length === 0 ? 'none' : [...new Set(verified)].join(',')}`;

/** The first line alone, for titles. */
export function commitSubject(
  facts: Pick<CommitMessageFacts, 'proposed' | 'title' | 'paths' | 'style'>,
): string {
  return words(facts).subject;
}

function words(facts: Pick<CommitMessageFacts, 'proposed' | 'title' | 'paths' | 'style'>): {
  subject: string;
  body: string;
} {
  const lines = usefulLines(facts.proposed ?? '');
  const at = Math.max(
    0,
    lines.findIndex((line) => conventional.test(line)),
  );
  const first = lines[at] ?? '';
  const own = usefulLines(facts.title)[0] ?? '';
  const whole = subjectLine(first === '' ? own : first, facts);
  const subject = fitted(whole);
  const rest = lines
    .slice(at + 1)
    .join('\n')
    .trim();
  // What did not fit into the subject opens the body, so that nothing is lost.
  const body = subject === whole ? rest : [whole, rest].filter((part) => part !== '').join('\n\n');
  return { subject, body: wrapped(body) };
}

function subjectLine(line: string, facts: Pick<CommitMessageFacts, 'paths' | 'style'>): string {
  const text = line.replace(/[.\s]+$/, '');
  if (facts.style === 'plain') return text === '' ? changed(facts.paths) : text;
  const match = conventional.exec(text);
  if (match) return `${(match[1] ?? '').toLowerCase()}${match[2] ?? ''}${match[3] ?? ''}: ${match[4] ?? ''}`;
  const type = typeOf(facts.paths);
  const said = lowerFirst(text);
  // "Fix the crash" becomes "fix: the crash", not "fix: fix the crash".
  const rest = said.startsWith(`${type} `) ? said.slice(type.length + 1) : said;
  return `${type}: ${rest === '' ? changed(facts.paths) : rest}`;
}

function changed(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => oneLine(path));
  if (first === undefined) return 'change files';
  return others.length === 0 ? `change ${first}` : `change ${first} and ${others.length} more`;
}

/** A name or an abbreviation keeps its capitals. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+(?:\s|$)/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}

/** The type when the model gave none: by where the changed files live. */
function typeOf(paths: readonly string[]): string {
  const all = (pattern: RegExp) => paths.length > 0 && paths.every((path) => pattern.test(path));
  if (all(/(?:^|\/)(?:tests?|specs?|__tests__)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$/i))
    return 'test';
  if (all(/(?:^|\/)docs?\/|\.(?:md|rst|adoc|txt)$/i)) return 'docs';
  if (all(/^\.github\/|(?:^|\/)\.gitlab-ci\.yml$/i)) return 'ci';
  return 'fix';
}

/** At most 72 characters, cut between words. */
function fitted(line: string): string {
  const characters = [...line];
  if (characters.length <= longestSubject) return line;
  const cut = characters.slice(0, longestSubject + 1).join('');
  const space = cut.lastIndexOf(' ');
  const kept =
    space > longestSubject / 2 ? cut.slice(0, space) : characters.slice(0, longestSubject).join('');
  return kept.replace(/[\s,;:(–—-]+$/, '');
}

/** Lines of a proposal without what models put around it: fences, quotes, thoughts, an introduction, trailers of their own. */
function usefulLines(proposed: string): string[] {
  const text = removeInvisible(proposed.slice(0, 20_000))
    .text.replace(/\r\n?/g, '\n')
    .replace(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi, '');
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line) && !ownTrailer.test(line.trim()))
    .map((line) => harmless(line.trimEnd()))
    .map((line) => line.replace(/^\s*(?:#{1,6}\s+|commit message:\s*|subject:\s*)/i, ''))
    .map((line) => /^(["'`*]+)(.+)\1$/.exec(line.trim())?.[2] ?? line)
    .filter((line, index) => !(index === 0 && /^(?:here|sure|this|the commit)\b.*:$/i.test(line.trim())));
  const start = lines.findIndex((line) => line.trim() !== '');
  return start < 0 ? [] : lines.slice(start, start + 60);
}

/** A commit says who stands for it: a model must not sign for people or speak for this harness. */
const ownTrailer = /^(?:[A-Za-z-]+-by|Aider-[A-Za-z]+|Change-Id|skip-checks|Closes|Fixes|Resolves)\s*:/i;

/**
 * Commit messages are commands too: `fixes #1` closes, `@name` pings, `[skip ci]` hides a push from the checks. There is no
 * escape in them, so the words are said without the marks.
 */
function harmless(line: string): string {
  return line
    .replace(
      /\[(?:skip ci|ci skip|no ci|skip actions|actions skip|skip [\w-]+|[\w-]+ skip)\]|\*\*\*NO_CI\*\*\*/gi,
      '',
    )
    .replace(/https?:\/\//gi, '')
    .replace(/(?<=\w)#(?=\d)/g, ' #')
    .replace(/(?:\b(?:issue|pull request|pr) )?(?:#|\bGH-)(?=\d)/gi, 'issue ')
    .replace(/(?<![\w.])@(?=\w)/g, '')
    .replace(/ {2,}(?=\S)/g, (gap, at: number) => (at === 0 ? gap : ' '));
}

function wrapped(body: string): string {
  return body
    .split('\n')
    .flatMap((line) => (line.length <= longestSubject || /^\s{4,}/.test(line) ? [line] : wrappedLine(line)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function wrappedLine(line: string): string[] {
  const [indent = ''] = /^\s*(?:[-*]\s+)?/.exec(line) ?? [];
  const lines: string[] = [];
  let current = indent;
  for (const word of line.slice(indent.length).split(/\s+/)) {
    const next = current === indent || current.trim() === '' ? current + word : `${current} ${word}`;
    if (next.length > longestSubject && current.trim() !== '' && current !== indent) {
      lines.push(current);
      current = ' '.repeat(indent.length) + word;
    } else current = next;
  }
  return [...lines, current];
}

function trailers({ coAuthor, run, step, of, verified, takesBack }: CommitMessageFacts): string {
  const key = takesBack?.verb === 'redo' ? 'Aider-Redo' : 'Aider-Undo';
  const what = takesBack
    ? takesBack.ids.map((id) => `${key}: ${id}`)
    : [`Aider-Edit: ${of === 0 ? step : `${step}/${of}`}`];
  const lines = [`Aider-Run: ${oneLine(run)}`, ...what];
  lines.push(verifiedLine(verified));
  if (coAuthor) {
    const name = oneLine(coAuthor.name).replace(/[<>]/g, '');
    const email = oneLine(coAuthor.email).replace(/[<>\s]/g, '');
    lines.push(`Co-authored-by: ${name} <${email}>`);
  }
  return lines.join('\n');
}

function oneLine(text: string): string {
  return removeInvisible(text).text.replace(/\s+/g, ' ').trim().slice(0, 200);
}
