/** Pieces that several pages show. */
import type { FileDiff } from '../git/diff.ts';
import type { Issue, Post, ReactionName } from '../world.ts';
import { reactionNames } from '../world.ts';
import { type Html, html } from './html.ts';
import { markdown } from './markdown.ts';

const faces: Record<ReactionName, string> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  confused: '😕',
  heart: '❤️',
  hooray: '🎉',
  rocket: '🚀',
  eyes: '👀',
};

export function stateOf(issue: Issue): Html {
  if (issue.pull?.mergedAt) return html`<span class="state merged">Merged</span>`;
  if (issue.state === 'closed') return html`<span class="state closed">Closed</span>`;
  if (issue.pull?.draft) return html`<span class="state draft">Draft</span>`;
  return html`<span class="state">Open</span>`;
}

/** A comment or the opening post, with its reactions and how often it was edited. */
export function postBox(post: Post, what: string, id?: string): Html {
  const edits = post.edits.length;
  const counts = reactionNames
    .map((name) => ({ name, count: post.reactions.filter((it) => it.content === name).length }))
    .filter(({ count }) => count > 0);
  return html`<section class="box" ${id !== undefined && html`id="${id}"`}>
<h3><b>${post.author.login}</b> ${what} <time>${post.createdAt}</time>${edits > 0 && html` · edited ${edits} ${edits === 1 ? 'time' : 'times'}`}${post.minimized !== null && html` · hidden as ${post.minimized.toLowerCase()}`}</h3>
<div class="body">${markdown(post.body)}</div>
${counts.length > 0 && html`<div class="reactions">${counts.map(({ name, count }) => html`<span class="reaction" title="${name}">${faces[name]} ${count}</span>`)}</div>`}
</section>`;
}

export function fileBox(file: FileDiff): Html {
  const title = file.previous === null ? file.filename : `${file.previous} → ${file.filename}`;
  return html`<section class="box"><h3><code>${title}</code> ${file.status} <span class="plus">+${file.additions}</span> <span class="minus">−${file.deletions}</span></h3>
<div class="diff">${(file.patch ?? 'Binary or too large to show').split('\n').map(diffLine)}</div></section>`;
}

function diffLine(line: string): Html {
  const kind = line.startsWith('@@')
    ? 'hunk'
    : line.startsWith('+')
      ? 'add'
      : line.startsWith('-')
        ? 'del'
        : '';
  return html`<span class="${kind}">${line}</span>`;
}
