/**
 * Text that stands in a comment's source and on no reader's screen: attributes of HTML tags, descriptions of images and
 * titles of links. Works on one line outside code; inline code is left alone. Linear: every repetition is bounded, or starts
 * where a run of its character does.
 */

export interface Unhidden {
  text: string;
  /** How many pieces were taken out. */
  removed: number;
}

/** Tags end within 2,000 characters or are taken as text. */
const htmlTag = /<[a-z][a-z0-9-]{0,30}(?=[\s/])[^<>]{0,2000}>/gi;
const attribute =
  /\s(?:alt|title|aria-[a-z-]+|data-[a-z-]+|style|class|id|name|hidden|summary|longdesc)\s*(?:=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/gi;
/** `![description](address "title")`: only the picture is shown. */
const image = /!\[([^[\]]{1,1000})\](?=[([])/g;
/** The title in `[text](address "title")` and `![…](address "title")` shows under a mouse at best. */
const title =
  /(\]\(\s*(?:<[^<>]{0,1000}>|[^\s()<>]{1,2000}))\s+(?:"[^"]{0,1000}"|'[^']{0,1000}'|\([^()]{0,1000}\))\s*\)/g;

export function withoutHiddenText(line: string): Unhidden {
  if (!/[<\]]/.test(line)) return { text: line, removed: 0 };
  let removed = 0;
  const gone = () => {
    removed++;
    return '';
  };
  const parts = line.split(/((?<!`)`+[^`]+`+)/).map((part) =>
    part.startsWith('`')
      ? part
      : part
          .replace(htmlTag, (tag) => tag.replace(attribute, gone))
          .replace(image, (whole, description: string) =>
            description.trim() === '' ? whole : `![${gone()}]`,
          )
          .replace(title, (_, kept: string) => `${kept}${gone()})`),
  );
  return { text: parts.join(''), removed };
}

/** `[label]: address "title"` is shown nowhere; the usual way to write a hidden note is `[//]: # (note)`. */
const definition = /^ {0,3}\[([^[\]]{1,999})\]:\s*(<[^<>]{0,1000}>|\S{1,2000})\s*(.{0,2000})$/;

/** What a line of link definitions is for: `undefined` when it is none. */
export function linkDefinition(line: string): { label: string; bare: string; titled: boolean } | undefined {
  const match = definition.exec(line);
  if (!match) return undefined;
  const [, label = '', address = '', rest = ''] = match;
  // Footnotes are shown.
  if (label.startsWith('^')) return undefined;
  return { label, bare: `[${label}]: ${address}`, titled: rest.trim() !== '' };
}
