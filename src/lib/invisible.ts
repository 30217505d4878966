/**
 * Characters that a reader cannot see but a model, a terminal or a parser does.
 * Sources: Unicode 17, general category Cf and the default-ignorable code points; "Trojan Source" (Boucher and
 * Anderson, 2021) for the bidirectional controls; the ASCII-smuggling reports of 2024 for tags and variation selectors.
 */

export type InvisibleKind = 'tag' | 'bidirectional' | 'zero-width' | 'variation' | 'control' | 'filler';

/** What was removed, by kind, with the number of code points. */
export interface Removed {
  kind: InvisibleKind;
  count: number;
}

type Range = readonly [first: number, last: number, kind: InvisibleKind];

/** Removed wherever they stand. */
const always: readonly Range[] = [
  [0x00, 0x08, 'control'],
  [0x0b, 0x0c, 'control'],
  [0x0e, 0x1f, 'control'],
  [0x7f, 0x84, 'control'],
  [0x86, 0x9f, 'control'],
  [0xad, 0xad, 'zero-width'],
  [0x034f, 0x034f, 'zero-width'],
  [0x061c, 0x061c, 'bidirectional'],
  // Blank letters render as nothing or as a space, and make two equal-looking names differ.
  [0x115f, 0x1160, 'filler'],
  [0x17b4, 0x17b5, 'filler'],
  [0x180b, 0x180d, 'variation'],
  [0x180e, 0x180e, 'zero-width'],
  [0x180f, 0x180f, 'variation'],
  [0x200b, 0x200b, 'zero-width'],
  [0x200e, 0x200f, 'bidirectional'],
  [0x202a, 0x202e, 'bidirectional'],
  [0x2060, 0x2065, 'zero-width'],
  [0x2066, 0x206f, 'bidirectional'],
  [0x2800, 0x2800, 'filler'],
  [0x3164, 0x3164, 'filler'],
  [0xfe00, 0xfe0d, 'variation'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xffa0, 0xffa0, 'filler'],
  [0xfff0, 0xfffb, 'zero-width'],
  [0x1bca0, 0x1bca3, 'zero-width'],
  [0x1d173, 0x1d17a, 'zero-width'],
  // A whole ASCII message fits into tag characters.
  [0xe0000, 0xe00ff, 'tag'],
  [0xe0100, 0xe01ef, 'variation'],
  [0xe01f0, 0xe0fff, 'tag'],
];

const joiners = new Set([0x200c, 0x200d]);
const emojiSelectors = new Set([0xfe0e, 0xfe0f]);

/** Most text has none of these, whatever its script: one look instead of one per character. */
const suspect = new RegExp(
  `[\\u200C\\u200D\\uFE0E\\uFE0F\\uD800-\\uDFFF${always.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')}]`,
  'u',
);

/** Joiners belong inside words of these scripts. */
const joiningScript =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]$/u;
const emoji = /^[\p{Emoji}]$/u;
const pictographic = /^\p{Extended_Pictographic}$/u;
const joinableBefore = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;

/**
 * Removes what cannot be seen. Emoji sequences, Persian and Indic joiners, tabs and line ends stay; subdivision flags,
 * which are spelt with tag characters, become the plain black flag. Lone surrogates become U+FFFD.
 */
export function removeInvisible(raw: string): { text: string; removed: Removed[] } {
  if (!suspect.test(raw)) return { text: raw, removed: [] };
  const characters = [...raw.toWellFormed()];
  const counts = new Map<InvisibleKind, number>();
  const kept: string[] = [];
  characters.forEach((character, index) => {
    const kind = invisibleKind(character, kept.at(-1) ?? '', characters[index + 1] ?? '');
    if (kind === undefined) kept.push(character);
    else counts.set(kind, (counts.get(kind) ?? 0) + 1);
  });
  return { text: kept.join(''), removed: [...counts].map(([kind, count]) => ({ kind, count })) };
}

function invisibleKind(character: string, before: string, after: string): InvisibleKind | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code <= 0x7e) return undefined;
  if (emojiSelectors.has(code)) return emoji.test(before) ? undefined : 'variation';
  if (joiners.has(code)) return joins(before, after) ? undefined : 'zero-width';
  return always.find(([first, last]) => code >= first && code <= last)?.[2];
}

function joins(before: string, after: string): boolean {
  if (joiningScript.test(before)) return joiningScript.test(after) || /^[\s\p{P}]?$/u.test(after);
  const endsEmoji = joinableBefore.test(before) || emojiSelectors.has(before.codePointAt(0) ?? 0);
  return endsEmoji && pictographic.test(after);
}
