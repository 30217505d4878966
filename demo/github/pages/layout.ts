/** The frame of every page, and the style. No script, nothing from elsewhere. */
import { createHash } from 'node:crypto';
import { type Html, html, type Part, raw } from './html.ts';

const style = `
:root { color-scheme: light dark; --line: #d1d9e0; --soft: #f6f8fa; --dim: #59636e; --link: #0969da; --add: #dafbe1; --del: #ffebe9; --hunk: #ddf4ff; --text: #1f2328; --page: #fff }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #151b23; --dim: #9198a1; --link: #4493f8; --add: #12261e; --del: #301b1e; --hunk: #121d2f; --text: #f0f6fc; --page: #0d1117 } }
* { box-sizing: border-box }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
header { background: #24292f; color: #fff; padding: .6rem 1rem; display: flex; gap: 1rem; align-items: baseline; flex-wrap: wrap }
header a { color: #fff; font-weight: 600 } header span { background: #bf8700; color: #fff; padding: 0 .6em; border-radius: 1em }
main { max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; font-weight: 400; margin: 0 0 .4rem; overflow-wrap: anywhere } h1 small { color: var(--dim) }
h2 { font-size: 1.05rem; margin: 1.8rem 0 .6rem }
.meta, time { color: var(--dim) }
.state { color: #fff; border-radius: 2em; padding: .15em .8em; background: #1f883d } .closed { background: #cf222e } .merged { background: #8250df } .draft { background: #59636e }
.box { border: 1px solid var(--line); border-radius: 6px; margin: 0 0 1rem; overflow: hidden }
.box > h3 { font-size: 13px; font-weight: 400; margin: 0; padding: .5rem 1rem; background: var(--soft); border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.body { padding: .3rem 1rem; overflow-wrap: anywhere }
.body pre, .body code { background: var(--soft); border-radius: 6px } .body pre { padding: .7rem; overflow: auto } .body code { padding: .1em .3em } .body pre code { padding: 0 }
.body table { border-collapse: collapse; display: block; overflow: auto } .body td, .body th { border: 1px solid var(--line); padding: .3rem .7rem }
.body li:has(> input) { list-style: none; margin-left: -1.4em }
.rows > * { display: flex; gap: .8rem; padding: .5rem 1rem; border-top: 1px solid var(--line); align-items: baseline } .rows > :first-child { border-top: 0 }
.rows .grow { flex: 1; min-width: 0; overflow-wrap: anywhere }
.label, .reaction { border: 1px solid var(--line); border-radius: 2em; padding: 0 .6em; margin-right: .3em; font-size: 12px }
.reactions { padding: 0 1rem .6rem }
.plus { color: #1a7f37 } .minus { color: #cf222e }
.diff { margin: 0; overflow-x: auto; font: 12px/1.6 ui-monospace, monospace } .diff span { display: block; padding: 0 1rem; white-space: pre; min-width: max-content; min-height: 1.6em }
.diff .add { background: var(--add) } .diff .del { background: var(--del) } .diff .hunk { background: var(--hunk); color: var(--dim) }
code, .sha { font-family: ui-monospace, monospace; font-size: 12px }
`;

/** The style is inline but named by its hash; nothing else may load or run. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function layout(title: string, trail: { text: string; href: string }[], ...body: Part[]): Html {
  const links = trail.map(({ text, href }) => html`<a href="${href}">${text}</a>`);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · local stand-in</title><style>${raw(style)}</style></head>
<body><header><a href="/">Code host</a>${links}<span>local stand-in for GitHub: nothing here leaves this machine</span></header>
<main>${body}</main></body></html>`;
}
