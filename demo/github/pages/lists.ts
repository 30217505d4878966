/** The list of repositories and the threads of one. */
import { fullName } from '../lookup.ts';
import type { Repo, World } from '../world.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { stateOf } from './parts.ts';

export function repositoriesPage(world: World): Html {
  const repos = [...world.repos.values()];
  const rows = repos.map((repo) => {
    const threads = `${repo.issues.size} ${repo.issues.size === 1 ? 'thread' : 'threads'}`;
    return html`<div><span class="grow"><a href="/${fullName(repo)}"><b>${fullName(repo)}</b></a> ${repo.description}</span>
<span class="meta">${repo.private ? 'private' : 'public'}${repo.archived && ', archived'} · ${threads}</span></div>`;
  });
  return layout('Repositories', [], html`<h1>Repositories</h1><div class="box rows">${rows}</div>`);
}

export function repositoryPage(world: World, repo: Repo): Html {
  const threads = [...repo.issues.values()].sort((a, b) => b.number - a.number);
  const rows = threads.map(
    (
      it,
    ) => html`<div>${stateOf(it)}<span class="grow"><a href="/${fullName(repo)}/${it.pull ? 'pull' : 'issues'}/${it.number}">${it.title}</a>
<span class="meta">#${it.number} by ${it.author.login}</span></span><span class="meta">${it.comments.length} comments</span></div>`,
  );
  const clone = `git clone ${world.urls.webUrl}/${fullName(repo)}.git`;
  return layout(
    fullName(repo),
    [{ text: fullName(repo), href: `/${fullName(repo)}` }],
    html`<h1>${fullName(repo)}</h1><p class="meta">${repo.description} <code>${clone}</code></p>
<h2>Issues and pull requests</h2><div class="box rows">${rows.length > 0 ? rows : html`<div>None yet</div>`}</div>`,
  );
}
