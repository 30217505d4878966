/** Models slip from the agreed format into another that they know better. */
import type { EditReply, Format, FormatName, ParseContext, ParsedReply } from '../types.ts';
import { structuredFormat } from './detect.ts';
import { isBlank, splitLines } from './lines.ts';
import { readMarker } from './markers.ts';
import { withoutReasoning } from './reasoning.ts';
import { readHeader } from './v4a.ts';

/**
 * The format, reading a reply in the other format whose marks it bears when its own form yields no edits. A listing is
 * never guessed: a fenced excerpt is no file unless whole files were asked for. The result names the format read. What the model thought aloud
 * before is not part of the reply.
 */
export function withFallback(format: Format, all: Record<FormatName, Format>): Format {
  return {
    ...format,
    parse(given, context) {
      const reply = { ...given, text: withoutReasoning(given.text) };
      const own = format.parse(reply, context);
      if ((reply.toolCalls ?? []).length > 0 || hasOwnEdits(own)) return own;
      return parseAsOther(reply, context, format, all) ?? own;
    },
  };
}

function parseAsOther(
  reply: EditReply,
  context: ParseContext,
  format: Format,
  all: Record<FormatName, Format>,
): ParsedReply | undefined {
  const name = structuredFormat(splitLines(reply.text), context);
  if (name === undefined || familyOf(name) === familyOf(format.name)) return undefined;
  const other = all[name].parse(reply, context);
  if (other.operations.length === 0 && other.problems.length === 0) return undefined;
  return { ...other, notes: [`read as ${name}, although ${format.name} was asked for`, ...other.notes] };
}

/** Formats of one family share a parser: reading again would give the same. */
function familyOf(name: FormatName): string {
  if (name.includes('udiff')) return 'udiff';
  return name.includes('diff') ? 'diff' : name;
}

/** A listing that begins with the opening marker of a block or a patch is one in a fence, not a file. */
function hasOwnEdits({ operations }: ParsedReply): boolean {
  return operations.some(
    (operation) => operation.kind !== 'overwrite' || !startsWithMarker(operation.content.slice(0, 2000)),
  );
}

function startsWithMarker(text: string): boolean {
  const first = splitLines(text).find((line) => !isBlank(line));
  if (first === undefined) return false;
  return readMarker(first, 0)?.kind === 'head' || readHeader(first)?.word === 'begin';
}
