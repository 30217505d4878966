/** Lines that stand for code left out: bare dots, or a comment that says the rest stays. */

/** Comment leaders and closers of the common languages, stripped to see what the comment says. */
const openers = ['<!--', '{/*', '/*', '//', '--', '#', ';', '%', '*', "'"];
const closers = ['-->', '*/}', '*/'];

function commentText(line: string): { text: string; comment: boolean } {
  let text = line.trim();
  let comment = false;
  for (const opener of openers) {
    if (!text.startsWith(opener)) continue;
    text = text.slice(opener.length).replace(/^[#/*!\s]+/, '');
    comment = true;
    break;
  }
  for (const closer of closers) if (text.endsWith(closer)) text = text.slice(0, -closer.length);
  return { text: text.trim(), comment };
}

const dots = /^(\.{3,}|…)$/;
const ends = /^(\.{3}|…)|(\.{3}|…)$/;
const hints =
  /\b(rest|remain(s|ing|der)?|existing|previous|other|unchanged|same|omitted|before|above|original|elsewhere|keep|code|implementation|methods?|functions?)\b/i;
const plainHints =
  /\b(rest of|remain(s|ing|der)?|unchanged|omitted|existing code|same as|as before|(entire|whole|full) (file )?(contents?|code|file)|goes? (in )?(here|between))\b/i;
const statements =
  /^(the )?(rest|remainder) of (the |your |this )?([\w-]+ ){0,3}(is |are |remains?|stays?|code|unchanged|as )|^(your |the )?(existing|previous|original|other|remaining) ([\w-]+ ){1,3}(here|unchanged|remains?|stays?|as (is|before)|goes? here|(is|are) (unchanged|the same))\b|\b(remains?|stays?) (unchanged|the same|as (is|before))\b|^(no changes?|unchanged)( here| below| above)?\.?$/i;

/** Bare dots, without a comment around: also a valid statement in Python. */
export function isBareDots(line: string): boolean {
  return dots.test(line.trim());
}

/** The text of a comment that could stand for code; longer ones explain something. */
function shortComment(line: string): string | undefined {
  if (line.length > 200) return undefined;
  const { text, comment } = commentText(line);
  return comment && text !== '' && text.length <= 100 ? text : undefined;
}

/** A comment that surely stands for code: `# ...`, `// ... rest of the file ...`, `<!-- existing code -->`. */
export function isOmissionComment(line: string): boolean {
  const text = shortComment(line);
  if (text === undefined) return false;
  if (dots.test(text) || statements.test(text)) return true;
  return (ends.test(text) && plainHints.test(text)) || /^(existing|previous) code\b/i.test(text);
}

/** One that may: `/* existing styles... *\/` is a heading as well as a stand-in. */
export function isPossibleOmission(line: string): boolean {
  const text = shortComment(line);
  return text !== undefined && (isOmissionComment(line) || (ends.test(text) && hints.test(text)));
}

export const isElision = (line: string): boolean => isBareDots(line) || isPossibleOmission(line);
