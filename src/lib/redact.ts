/**
 * Removes secrets from any text that leaves the process: logs, errors, comments, the journal, prompts.
 * Two nets: the exact secrets this process knows, in every spelling a program is likely to print them in, and the public
 * shapes of well-known credentials, for secrets of other people that a repository or a model may print.
 */
import { Buffer } from 'node:buffer';

/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/** Shorter values are ordinary words ("secret", "token1"): replacing them would destroy text and protect nothing. */
const SHORTEST_SECRET = 8;

/** Bytes of a line without a line end that the stream holds before it cuts inside the line. */
const LONGEST_LINE = 64 * 1024;

/** Longest private key block that is waited for. An RSA key of 16,384 bits has 12,800 characters. */
const LONGEST_KEY = 16 * 1024;

export interface Redactor {
  /** The text with every secret replaced by `[redacted]`. Idempotent; linear in the length of the text. */
  redact(text: string): string;
  /** A redactor for text that arrives in pieces; a secret split over pieces is found too. */
  stream(): RedactorStream;
}

export interface RedactorStream {
  /** Takes a piece and returns what is now known to be safe; text without a line end is held back. */
  push(chunk: string): string;
  /** Returns what was held back. Call it once, at the end. */
  end(): string;
}

/** Builds a redactor for the given secrets; values below 8 characters are ignored. */
export function createRedactor(exactValues: readonly string[]): Redactor {
  const forms = spellings(exactValues);
  const pattern = new RegExp([KEY_BLOCK, ...forms.map(escapeRegExp), ...CREDENTIAL_SHAPES].join('|'), 'g');
  const overlap = Math.max(1024, ...forms.map((form) => form.length));
  const redact = (text: string) => text.replace(pattern, replacement);
  return { redact, stream: () => redactStream({ redact, pattern, overlap }) };
}

const KEY_BEGIN = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const KEY_END = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
// A block that is never closed still hides its base64 lines, but not the rest of the log.
const KEY_BLOCK = `${KEY_BEGIN}(?:(?:[^-]|-(?!----)){0,${LONGEST_KEY}}${KEY_END}|[A-Za-z0-9+/=\\s\\\\]{0,${LONGEST_KEY}})`;

const WORD_START = '(?<![A-Za-z0-9_-])';
const SECRET_CHARS = '[A-Za-z0-9._~+/=-]';

// Every repetition is bounded or starts where the run of its own characters starts, so that no text costs more than
// linear time. `keep` is the part in front of the secret that stays readable.
const CREDENTIAL_SHAPES = [
  // GitHub: classic 40 characters, and the stateless form of about 520 with dots in it.
  'gh[a-z]_[A-Za-z0-9._-]{36,}',
  'github_pat_[A-Za-z0-9_]{22,}',
  `${WORD_START}glpat-[A-Za-z0-9_-]{20,}`,
  // A private key in base64, as environment variables and Kubernetes carry it: plain, RSA, EC, OpenSSH, encrypted.
  'LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJVkFUR|BFQyBQUklWQVRF|BPUEVOU1NI|BFTkNSWVBURUQg)[A-Za-z0-9+/=_-]{20,}',
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others. The word start spares "task-…" and "disk-…".
  `${WORD_START}sk-[A-Za-z0-9_-]{16,}`,
  `${WORD_START}xai-[A-Za-z0-9]{20,}`,
  `${WORD_START}AIza[A-Za-z0-9_-]{35}`,
  `${WORD_START}npm_[A-Za-z0-9]{36}`,
  `${WORD_START}(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  `(?<keepAws>[Aa][Ww][Ss]_?[Ss][Ee][Cc][Rr][Ee][Tt]_?[Aa][Cc][Cc][Ee][Ss][Ss]_?[Kk][Ee][Yy]["']?\\s{0,4}[:=]\\s{0,4}["']?)[A-Za-z0-9/+=]{40}`,
  `${WORD_START}xox[a-z]-[A-Za-z0-9-]{10,}`,
  `${WORD_START}xapp-[A-Za-z0-9-]{10,}`,
  '(?<keepHook>hooks\\.slack\\.com/services/)[A-Za-z0-9/]{20,}',
  `${WORD_START}eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}`,
  `(?<keepHeader>(?:[Aa]uthorization|AUTHORIZATION|[Xx]-[Aa]pi-[Kk]ey|[Aa]pi-[Kk]ey)["']?\\s{0,4}[:=]\\s{0,4}["']?(?:(?:[Bb]earer|[Bb]asic|[Tt]oken|BEARER|BASIC|TOKEN)\\s{1,4})?)${SECRET_CHARS}{12,}`,
  '(?<keepUser>://[^\\s/:@]{0,100}:)[^\\s/@]{3,1024}(?=@)',
];

function replacement(...args: unknown[]): string {
  const groups = args.at(-1);
  if (typeof groups !== 'object' || groups === null) return REDACTED;
  const kept = Object.values(groups).find((value) => typeof value === 'string');
  return `${kept ?? ''}${REDACTED}`;
}

/** Every spelling of the secrets, longest first, so that no form hides only the beginning of another. */
function spellings(values: readonly string[]): string[] {
  const forms = new Set<string>();
  for (const value of values) {
    // A secret of several lines is hidden line by line: a log may hold only some of them.
    for (const line of value.split(/[\r\n]+/)) {
      if (line.trim().length < SHORTEST_SECRET || line.startsWith('-----')) continue;
      for (const form of spellingsOf(line.trim())) forms.add(form);
    }
    if (value.length >= SHORTEST_SECRET) for (const form of base64Forms(value)) forms.add(form);
  }
  return [...forms].filter((form) => form.length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
}

function spellingsOf(value: string): string[] {
  const hex = Buffer.from(value).toString('hex');
  const url = encodeURIComponent(value.toWellFormed());
  const escapesInLowerCase = url.replace(/%[0-9A-F]{2}/g, (encoded) => encoded.toLowerCase());
  return [
    value,
    url,
    escapesInLowerCase,
    JSON.stringify(value).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...base64Forms(value),
  ];
}

/**
 * What base64 of any text around the value has in common: for each of the three alignments, the characters that depend on
 * the value alone. This is how `Basic` credentials and encoded dumps carry a token.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const partialEnd = (offset + bytes.length) % 3 === 0 ? 0 : 1;
    const own = encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - partialEnd);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(own)];
  });
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function redactStream(rules: {
  redact: Redactor['redact'];
  pattern: RegExp;
  overlap: number;
}): RedactorStream {
  let held = '';
  return {
    push(chunk) {
      held += chunk;
      const cut = safeCut(held, rules);
      const safe = held.slice(0, cut);
      held = held.slice(cut);
      return rules.redact(safe);
    },
    end() {
      const rest = rules.redact(held);
      held = '';
      return rest;
    },
  };
}

const keyBegin = new RegExp(KEY_BEGIN, 'g');

/** The largest index before which no secret can still be growing: a line end outside a private key block. */
function safeCut(text: string, rules: { pattern: RegExp; overlap: number }): number {
  const lineEnd = text.lastIndexOf('\n') + 1;
  const openKey = openKeyBlock(text);
  const cut = openKey === undefined ? lineEnd : Math.min(lineEnd, openKey);
  if (cut > 0 || text.length < LONGEST_LINE) return cut;
  return cutInsideLine(text, rules);
}

/** Where a private key block starts that is neither closed nor longer than any key. */
function openKeyBlock(text: string): number | undefined {
  const last = [...text.matchAll(keyBegin)].at(-1);
  if (!last) return undefined;
  const end = text.indexOf('-----END', last.index);
  const closed = end >= 0 && text.indexOf('\n', end) >= 0;
  return closed || text.length - last.index > LONGEST_KEY ? undefined : last.index;
}

/** A line without end: keep as much as the longest spelling, and never cut through a match. */
function cutInsideLine(text: string, rules: { pattern: RegExp; overlap: number }): number {
  const wanted = text.length - rules.overlap;
  for (const match of text.matchAll(rules.pattern)) {
    const end = match.index + match[0].length;
    if (match.index >= wanted) break;
    if (end > wanted) return match.index > 0 ? match.index : end;
  }
  return wanted;
}

/** Only the shapes of well-known credentials. */
export const redactShapes: (text: string) => string = createRedactor([]).redact;
