/** Pages for people: what the demo shows when it ends. */
import type { ServerResponse } from 'node:http';
import { send } from '../http/exchange.ts';
import { findRepo } from '../lookup.ts';
import type { Repo, World } from '../world.ts';
import type { Html } from './html.ts';
import { contentSecurityPolicy, layout } from './layout.ts';
import { repositoriesPage, repositoryPage } from './lists.ts';
import { threadPage } from './thread.ts';

export async function servePage(world: World, response: ServerResponse, pathname: string): Promise<void> {
  const log = /^\/-\/job-logs\/(\d+)\/(\d+)$/.exec(pathname);
  const text = log && world.repos.get(Number(log[1]))?.jobLogs.get(Number(log[2]));
  if (typeof text === 'string') {
    send(response, 200, { 'content-type': 'text/plain; charset=utf-8' }, Buffer.from(text));
    return;
  }
  const page = await pageAt(world, pathname);
  const shown = page ?? layout('Not found', [], 'There is no such page on this stand-in.');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  send(response, page ? 200 : 404, headers, Buffer.from(shown.html));
}

/** Private repositories are shown too: the stand-in has no log-in and listens on this machine only. */
async function pageAt(world: World, pathname: string): Promise<Html | undefined> {
  const [owner, name, kind, number, ...rest] = pathname.split('/').slice(1).map(decode);
  if (owner === '' && name === undefined) return repositoriesPage(world);
  const repo: Repo | undefined = findRepo(world, owner ?? '', name ?? '');
  if (!repo || rest.length > 0) return undefined;
  if (kind === undefined) return repositoryPage(world, repo);
  const issue = kind === 'issues' || kind === 'pull' ? repo.issues.get(Number(number)) : undefined;
  return issue && threadPage(repo, issue);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
