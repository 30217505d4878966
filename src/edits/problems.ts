/** Every refusal in words: what happened, where, what to do. Written for the model, complete without the reply at hand. */
import type { RepoPath } from '../lib/types.ts';
import { closestLines } from './closest.ts';
import type { Document } from './document.ts';
import { unseenCharacters } from './paths.ts';
import type { Place } from './places.ts';
import type { Operation, Problem, ProblemCode } from './types.ts';

/** What became of one operation: done (perhaps without effect, see the notes) or refused. */
export type Outcome = { ok: true; notes: string[] } | { ok: false; problem: Problem };

export function problem(
  operation: Operation,
  code: ProblemCode,
  message: string,
  facts?: Problem['facts'],
): Problem {
  return {
    code,
    path: operation.path,
    message,
    source: operation.source,
    ...(facts ? { facts } : {}),
  };
}

const mostListed = 10;
const longestSought = 4000;

export function ambiguous(
  operation: Operation,
  document: Document,
  places: readonly Pick<Place, 'firstLine' | 'lastLine'>[],
): Problem {
  const lines = places.map((place) => place.firstLine + 1);
  const listed = lines.slice(0, mostListed).join(', ');
  const more = lines.length > mostListed ? ' and more' : '';
  const views = places.slice(0, 3).map((place) => {
    const from = Math.max(0, place.firstLine - 2);
    return numbered(document, from, Math.min(document.lineCount, place.lastLine + 2, from + 9));
  });
  const rows = views.join('\n---\n');
  const found = problem(
    operation,
    'AMBIGUOUS',
    `The text to replace stands ${places.length} times in ${operation.path} (lines ${listed}${more}). ` +
      `Add lines above or below it until it is unique.\n${rows}`,
    { sought: sought(operation), count: places.length, lines: lines.slice(0, mostListed) },
  );
  return { ...found, quoted: rows };
}

function numbered(document: Document, from: number, to: number): string {
  const rows: string[] = [];
  for (let at = from; at < to; at++) rows.push(`${at + 1}\t${document.line(at).slice(0, 400)}`);
  return rows.join('\n');
}

export interface Missing {
  document: Document;
  lines: readonly string[];
  /** Another shown file that holds the text. */
  otherFile?: RepoPath;
  /** What is known beyond "it is not there". */
  reason?: string;
  /** Hints cost a pass over the file; a reply of a thousand misses gets them for the first ones only. */
  withHint: boolean;
}

export function notFound(operation: Operation, missing: Missing): Problem {
  const closest = missing.withHint ? closestLines(missing.document, missing.lines) : undefined;
  const sentences = [missing.reason ?? `The text to replace is not in ${operation.path}.`];
  if (missing.otherFile !== undefined) {
    sentences.push(
      `It stands in ${missing.otherFile}: name that file if you meant it; nothing was edited there.`,
    );
  }
  const rows = closest?.lines.map((line, index) => `${closest.start + index}\t${line}`).join('\n');
  if (closest) {
    sentences.push(
      `The closest lines of ${operation.path} are these (number, tab, line):\n${rows}\nCopy the lines as they are, blanks and comments included, without the numbers.`,
    );
  } else if (missing.document.lineCount === 0) sentences.push('The file is empty.');
  else sentences.push('Read the file again and copy the lines to replace exactly.');
  const found = problem(operation, 'NOT_FOUND', sentences.join(' '), {
    sought: sought(operation),
    ...(closest ? { closest } : {}),
    ...(missing.otherFile === undefined ? {} : { otherFile: missing.otherFile }),
  });
  return rows === undefined ? found : { ...found, quoted: rows };
}

/** The text that was looked for, shortened for the record. */
function sought(operation: Operation): string {
  const text = operation.kind === 'replace' ? operation.oldText : '';
  return text.length > longestSought ? `${text.slice(0, longestSought)}…` : text;
}

export function missingFile(operation: Operation, similar: readonly RepoPath[]): Problem {
  const hint =
    similar.length > 0
      ? `Did you mean ${similar.map((path) => `\`${path}\``).join(' or ')}?`
      : 'To make a new file, send its whole content as new text.';
  return problem(operation, 'MISSING', `There is no file ${operation.path}. ${hint}`, {
    sought: sought(operation),
  });
}

/** Hostile text in a sentence: short, on one line, marked as a quotation. */
export const quoted = (text: string): string => `\`${text.slice(0, 200).replace(unseenCharacters, '?')}\``;

export function unencodable(operation: Operation): Problem {
  return problem(
    operation,
    'ENCODING',
    `The new text for ${operation.path} holds characters that cannot be written in that file's encoding. Use plain ASCII there.`,
  );
}

export function markerProblem(operation: Operation, marker: string): Problem {
  return problem(
    operation,
    'CONFLICT_MARKER',
    `The new text for ${operation.path} holds the marker line ${quoted(marker)}, which would end up in the file. Send the edit again without it.`,
  );
}

export function omissionProblem(operation: Operation, line: string): Problem {
  return problem(
    operation,
    'OMISSION',
    `The new text for ${operation.path} says ${quoted(line.trim())} in place of code. Write out all of it, or leave those lines out of the edit.`,
  );
}
