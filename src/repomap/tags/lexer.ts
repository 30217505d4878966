/**
 * Identifiers of any text, for files without a grammar: comments and one-line strings are stepped over, common
 * keywords dropped. Linear in the text; knows no language beyond its comment marks.
 */
import type { CommentStyle } from '../../../grammars/comments.ts';
import type { Tag } from '../types.ts';

/** Words that are keywords in several languages; as references they would join every file with every other. */
const keywords = new Set(
  (
    'abstract and as assert async await begin bool boolean break byte case catch char class clone const continue ' +
    'def default defer del delete do done double elif else elsif elseif end endif enum except exit export extends ' +
    'extern false fi final finally float fn for foreach from fun func function global go goto if implements import ' +
    'in include inline instanceof int integer interface is lambda let local long loop match module mut namespace ' +
    'new next nil not null object of open operator or out override package pass print private procedure program ' +
    'protected pub public raise record ref require rescue return self short sig signed sizeof static str string ' +
    'struct super switch template test then this throw throws trait true try type typedef typeof undef union ' +
    'unless unsigned until use using val value var virtual void volatile when where while with xor yield'
  ).split(' '),
);

const longest = 100;
const shapes = new Map<string, RegExp>();

/** A name, whose inner characters may include those that the language allows besides. */
function nameShape(inside: string): RegExp {
  let shape = shapes.get(inside);
  if (!shape) {
    const more = inside.replace(/[-\\\]^/]/g, '\\$&');
    shape = new RegExp(`[\\p{L}_$][\\p{L}\\p{N}_$${more}]*`, 'uy');
    shapes.set(inside, shape);
  }
  return shape;
}

/** True for a word that says nothing about which file it belongs to. */
export function isKeyword(word: string): boolean {
  return keywords.has(word) || keywords.has(word.toLowerCase());
}

/** Every identifier outside comments and strings as a reference with role `name`. */
export function lexReferences(text: string, comments: CommentStyle): Tag[] {
  const tags: Tag[] = [];
  const identifier = nameShape(comments.inside ?? '');
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 10) line++;
    if (code <= 32) {
      at++;
      continue;
    }
    const after = skipFrom(text, at, comments);
    if (after > at) {
      line += newlines(text, at, after);
      at = after;
      continue;
    }
    identifier.lastIndex = at;
    const word = identifier.exec(text)?.[0];
    if (word === undefined) {
      at = code >= 48 && code <= 57 ? numberEnd(text, at) : at + 1;
      continue;
    }
    at += word.length;
    if (word.length > 1 && word.length <= longest && !isKeyword(word))
      tags.push({ name: word, kind: 'ref', role: 'name', line, endLine: line });
  }
  return tags;
}

/** Where the comment or string that starts at `at` ends; `at` itself when none starts there. */
function skipFrom(text: string, at: number, comments: CommentStyle): number {
  for (const [open, close] of comments.block) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    // An end mark that is missing would swallow the file, so the open mark alone is stepped over.
    return end < 0 ? at + open.length : end + close.length;
  }
  for (const mark of comments.line) if (text.startsWith(mark, at)) return lineEnd(text, at);
  const quote = text[at] ?? '';
  return comments.quotes.includes(quote) ? stringEnd(text, at, quote) : at;
}

/** A number takes its unit or suffix along: `16px`, `0xff`, `10L` are no names. */
function numberEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && /[\w.]/.test(text.charAt(end))) end++;
  return end;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** An unclosed quote (an apostrophe, a lifetime) is stepped over alone. */
function stringEnd(text: string, at: number, quote: string): number {
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index];
    if (character === '\n') break;
    if (character === '\\') index++;
    else if (character === quote) return index + 1;
  }
  return at + 1;
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
