/** GitHub Flavored Markdown to HTML, so that tests judge what a reader's browser would get. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Raw HTML passes through, as it does before GitHub's own filter: what we post must not need that filter. */
export function rendered(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

/** The text that a reader sees, tags left out and entities read. */
export function shownText(markdown: string): string {
  return rendered(markdown)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
