/** JSON as models write it. Only lossless repairs: a text that was cut off is never completed by guesswork. */

export type JsonResult =
  | { ok: true; value: unknown; note?: string }
  | { ok: false; unfinished: boolean; reason: string };

/** Strict first, then with raw control characters inside strings escaped (rule A2 of the argument layer). */
export function readJson(text: string): JsonResult {
  const strict = tryParse(text);
  if (strict.ok) return strict;
  const { escaped, changed, open } = escapeControls(text);
  if (changed) {
    const repaired = tryParse(escaped);
    if (repaired.ok) return { ...repaired, note: 'raw line breaks inside JSON strings were escaped' };
  }
  return { ok: false, unfinished: open, reason: strict.reason };
}

function tryParse(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.slice(0, 200) : 'not JSON' };
  }
}

/** One walk: escapes controls inside strings and tells whether a string or bracket is still open at the end. */
function escapeControls(text: string): { escaped: string; changed: boolean; open: boolean } {
  const parts: string[] = [];
  let from = 0;
  let inString = false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!inString) {
      if (code === 34) inString = true;
      else if (code === 123 || code === 91) depth++;
      else if (code === 125 || code === 93) depth--;
      continue;
    }
    if (code === 92) i++;
    else if (code === 34) inString = false;
    else if (code < 32) {
      parts.push(text.slice(from, i), escapeOf(code));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return { escaped: parts.join(''), changed: parts.length > 1, open: inString || depth > 0 };
}

function escapeOf(code: number): string {
  return JSON.stringify(String.fromCharCode(code)).slice(1, -1);
}

/** A string that holds an object or array is opened, at most twice: arguments get stringified on their way (A3). */
export function unwrap(value: unknown): unknown {
  let current = value;
  for (let layer = 0; layer < 2 && typeof current === 'string'; layer++) {
    if (!/^\s*[[{"]/.test(current.slice(0, 1000))) break;
    const parsed = readJson(current);
    if (!parsed.ok || (typeof parsed.value !== 'string' && !isContainer(parsed.value))) break;
    current = parsed.value;
  }
  return isContainer(current) ? current : value;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
