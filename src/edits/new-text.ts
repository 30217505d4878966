/** What new text has to be, wherever it goes. */
import type { Document } from './document.ts';
import { hasEscapedLineEnd, markerIn, omissionIn } from './gates.ts';
import { markerProblem, omissionProblem, problem, unencodable } from './problems.ts';
import { type Encoding, representable } from './text.ts';
import type { Problem, Replace } from './types.ts';
import { isSpanFormat, type Wanted } from './wanted.ts';

/** Lines that would be new must be code, and of an encoding that the file has. */
export function refuseNewText(
  operation: Replace,
  wanted: Wanted,
  document: Document,
  encoding: Encoding,
): Problem | undefined {
  const added = wanted.script.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []));
  if (!representable(added.join('\n'), encoding, wanted.oldText)) return unencodable(operation);
  const { path, source } = operation;
  const { newText, oldText } = wanted;
  if (
    isSpanFormat(source.format) &&
    newText.includes('\\n') &&
    hasEscapedLineEnd(path, newText, oldText, document.text)
  ) {
    return problem(
      operation,
      'BAD_ARGS',
      `The new text for ${path} holds \\n as two characters where a line end seems to be meant. Send real line ends.`,
      { sought: oldText },
    );
  }
  const known = (line: string) =>
    wanted.oldLines.includes(line) || document.view('flush').idOf.has(line.trim());
  const omitted = omissionIn(operation.path, wanted.script, known);
  if (omitted !== undefined) return omissionProblem(operation, omitted);
  const marker = markerIn(added, (one) => document.view('exact').lines.some((line) => one.test(line)));
  return marker === undefined ? undefined : markerProblem(operation, marker);
}
