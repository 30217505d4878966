/** The page of an issue and of a pull request. */
import { pullCommits, pullFiles } from '../git/pull-facts.ts';
import { fullName } from '../lookup.ts';
import type { Issue, Pull, Repo, ReviewComment } from '../world.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { markdown } from './markdown.ts';
import { fileBox, postBox, stateOf } from './parts.ts';

export async function threadPage(repo: Repo, issue: Issue): Promise<Html> {
  const trail = [{ text: fullName(repo), href: `/${fullName(repo)}` }];
  const head = html`<h1>${issue.title} <small>#${issue.number}</small></h1>
<p class="meta">${stateOf(issue)} <b>${issue.author.login}</b> ${issue.pull ? range(issue.pull) : 'opened this issue'}
${issue.labels.map((label) => html`<span class="label">${label.name}</span>`)}</p>`;
  const talk = issue.comments.map((it) => postBox(it, 'commented', `issuecomment-${it.id}`));
  const reviews = issue.pull ? reviewed(issue.pull) : null;
  const code = issue.pull ? await codeOf(repo, issue.pull) : null;
  return layout(`${issue.title} #${issue.number}`, trail, head, postBox(issue, 'wrote'), talk, reviews, code);
}

function range(pull: Pull): Html {
  return html`wants to merge <code>${pull.headOwner.login}:${pull.headRef}</code> into <code>${pull.baseRef}</code>`;
}

function reviewed(pull: Pull): Html[] {
  const spoken = pull.reviews.filter((it) => it.body !== '' || it.state !== 'COMMENTED');
  const said = spoken.map(
    (
      it,
    ) => html`<section class="box" id="pullrequestreview-${it.id}"><h3><b>${it.author.login}</b> reviewed: ${it.state.toLowerCase().replace('_', ' ')}</h3>
<div class="body">${it.body === '' ? null : markdown(it.body)}</div></section>`,
  );
  return [...said, ...pull.comments.map(inline)];
}

function inline(comment: ReviewComment): Html {
  const place = comment.line === null ? comment.path : `${comment.path}:${comment.line}`;
  return postBox(
    comment,
    comment.replyTo === null ? `commented on ${place}` : 'replied',
    `discussion_r${comment.id}`,
  );
}

async function codeOf(repo: Repo, pull: Pull): Promise<Html> {
  const [commits, files] = await Promise.all([pullCommits(repo, pull), pullFiles(repo, pull)]);
  const checks = [...repo.checkRuns.values()].filter((it) => it.headSha === pull.headSha);
  return html`${checks.length > 0 && html`<h2>Checks</h2><div class="box rows">${checks.map((it) => html`<div><b>${it.conclusion ?? it.status}</b><span class="grow">${it.name}${it.title !== null && html` · ${it.title}`}</span></div>`)}</div>`}
<h2>Commits (${commits.length})</h2><div class="box rows">${commits.map((it) => commitRow(it.sha, it.message, it.author.name))}</div>
<h2>Files changed (${files.length})</h2>${files.map(fileBox)}`;
}

function commitRow(sha: string, message: string, author: string): Html {
  const [subject, ...rest] = message.split('\n');
  const more = rest.join('\n').trim();
  return html`<div><span class="sha">${sha.slice(0, 7)}</span><span class="grow">${subject}${more !== '' && html`<details><summary class="meta">more</summary><pre>${more}</pre></details>`}</span><span class="meta">${author}</span></div>`;
}
