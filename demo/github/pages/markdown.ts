/** Markdown as GitHub shows it, nearly: tables, task lists, folded details; all other HTML is shown as text. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { escapeHtml, type Html, raw } from './html.ts';

/** Tags that bodies and comments of the App use; only in this bare form. */
const allowed = /<\/?(?:details|summary|sub|sup|kbd|b|i|br|code)>|<details open>/gi;

/** Shows HTML as text, except for the allowed tags and entities; comments vanish as they do on GitHub. */
function safeHtml(source: string): string {
  let safe = '';
  let at = 0;
  for (const tag of source.matchAll(allowed)) {
    safe += textOf(source.slice(at, tag.index)) + tag[0].toLowerCase();
    at = tag.index + tag[0].length;
  }
  return safe + textOf(source.slice(at));
}

function textOf(source: string): string {
  return escapeHtml(source).replaceAll(/&amp;(?=(?:#\d{1,7}|[a-z]{2,8});)/gi, '&');
}

/** Hidden markers go, unless they stand in a fenced block that shows them. */
function withoutComments(source: string): string {
  return source
    .split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[^\n]*$)/m)
    .map((part) => (/^(```|~~~)/.test(part) ? part : part.replaceAll(/<!--[\s\S]*?-->/g, '')))
    .join('');
}

export function markdown(source: string | null): Html {
  if (source === null || source === '') return raw('<p><em>No description provided.</em></p>');
  const rendered = micromark(withoutComments(source), {
    extensions: [gfm()],
    htmlExtensions: [
      gfmHtml(),
      {
        exit: {
          htmlFlowData(token) {
            this.raw(safeHtml(this.sliceSerialize(token)));
          },
          htmlTextData(token) {
            this.raw(safeHtml(this.sliceSerialize(token)));
          },
        },
      },
    ],
  });
  return raw(rendered);
}
