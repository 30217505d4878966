/**
 * The third net for secrets, for what is posted where everybody can read it: strings that look drawn at random. Keys without a
 * known shape are such strings; names, paths and hexadecimal ids are not. Checksums of lock files are, and say so before them.
 */
import { REDACTED } from './redact.ts';

const RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,512}={0,2}(?![A-Za-z0-9+/_-])/g;
const CHECKSUM = /(?:sha(?:1|256|384|512)|md5|integrity|h1)[-:=]$/i;

/** The text with every random-looking string of 24 or more characters replaced by `[redacted]`. Linear; idempotent. */
export function hideRandomStrings(text: string): string {
  return text.replace(RUN, (run: string, at: number) => {
    const body = withoutChecksum(run);
    const isChecksum = body.length < run.length || CHECKSUM.test(text.slice(Math.max(0, at - 12), at));
    return !isChecksum && looksRandom(run) ? REDACTED : run;
  });
}

function withoutChecksum(run: string): string {
  return run.replace(/^(?:sha(?:1|256|384|512)|md5)-/i, '');
}

/**
 * Random letters and digits change their kind (lower, upper, digit) at more than half of their places, words at few, and have
 * few characters twice: Shannon's entropy of 24 random characters of 64 is about 4.4 bits a character, of words below 4.
 */
function looksRandom(run: string): boolean {
  // A path or an address has words between its slashes.
  if (run.split('/').some((part) => /^[a-z]{3,}$/.test(part))) return false;
  const plain = run.replace(/[+/_=-]/g, '');
  const digits = plain.replace(/\D/g, '').length;
  if (plain.length < 20 || digits < 3 || digits === plain.length) return false;
  if (!/[a-z]/.test(plain) || !/[A-Z]/.test(plain)) return false;
  return changes(plain) >= 0.4 && entropy(plain) >= 3.8;
}

/** Share of the places between two characters where the kind changes. */
function changes(text: string): number {
  const kinds = Array.from(text, (character) =>
    /[a-z]/.test(character) ? 'lower' : /[A-Z]/.test(character) ? 'upper' : 'digit',
  );
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length / (text.length - 1);
}

/** Bits a character (Shannon 1948). */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
