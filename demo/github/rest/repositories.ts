/** Repositories and their contents. */
import { gitBytes, tryGit } from '../git/git.ts';
import { commitSha } from '../git/refs.ts';
import { type Answer, ApiError, notFound, ok } from '../http/answers.ts';
import { type Call, type Route, repoOf } from '../http/call.ts';
import { contentEntry, type TreeEntry } from '../views/content.ts';
import { fullRepositoryView } from '../views/repository.ts';
import type { Repo } from '../world.ts';

/** Files above this size come without content (use raw or a blob). */
const largestInline = 1_000_000;
const largestRaw = 100_000_000;
const largestDirectory = 1000;

/**
 * Installation tokens see `permissions` computed for a user that does not exist: all false but pull. GitHub does the
 * same, which is why nobody may rely on it.
 */
function repository(call: Call): Answer {
  const repo = repoOf(call);
  const view = fullRepositoryView(call.world, repo);
  const none = { admin: false, maintain: false, push: false, triage: false, pull: false };
  return ok(call.actor.kind === 'installation' ? { ...view, permissions: none } : view);
}

/** One entry by exact path, or the entries of a folder. */
async function listTree(repo: Repo, sha: string, path: string, folder: boolean): Promise<TreeEntry[]> {
  const spec = folder && path !== '' ? `${path}/` : path;
  const args = [
    '--literal-pathspecs',
    'ls-tree',
    '-z',
    '-l',
    '--full-tree',
    sha,
    ...(spec === '' ? [] : ['--', spec]),
  ];
  const out = (await tryGit(repo.dir, args)) ?? '';
  return out
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [meta = '', name = ''] = line.split('\t');
      const [mode = '', type = '', id = '', size = '0'] = meta.split(/\s+/);
      return { mode, type, sha: id, size: Number(size) || 0, path: name };
    });
}

async function contents(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const ref = call.query.get('ref') ?? repo.defaultBranch;
  const path = (call.params.path ?? '').replace(/^\/+|\/+$/g, '');
  const sha = await commitSha(repo.dir, ref);
  if (sha === undefined) {
    const empty = (await commitSha(repo.dir, 'HEAD')) === undefined;
    throw new ApiError(404, empty ? 'This repository is empty.' : `No commit found for the ref ${ref}`);
  }
  const [entry] = path === '' ? [] : await listTree(repo, sha, path, false);
  if (path !== '' && !entry) throw notFound();
  if (!entry || entry.type === 'tree') {
    const list = await listTree(repo, sha, path, true);
    return ok(list.slice(0, largestDirectory).map((it) => contentEntry(call.world, repo, ref, it)));
  }
  return entry.type === 'blob' ? file(call, repo, ref, entry) : ok(submodule(call, repo, ref, entry));
}

async function file(call: Call, repo: Repo, ref: string, entry: TreeEntry): Promise<Answer> {
  if (entry.size > largestRaw) throw new ApiError(403, 'This API returns blobs up to 100 MB in size.');
  const bytes = await gitBytes(repo.dir, ['cat-file', 'blob', entry.sha]);
  if (/application\/vnd\.github\.(v3\.)?raw/.test(call.accept))
    return { status: 200, body: bytes, type: 'application/vnd.github.raw; charset=utf-8' };
  const inline = entry.size <= largestInline;
  const encoded = bytes.toString('base64').replaceAll(/.{60}/g, '$&\n');
  return ok({
    ...contentEntry(call.world, repo, ref, entry),
    content: inline ? `${encoded}\n` : '',
    encoding: inline ? 'base64' : 'none',
  });
}

function submodule(call: Call, repo: Repo, ref: string, entry: TreeEntry) {
  return { ...contentEntry(call.world, repo, ref, entry), submodule_git_url: null };
}

export const repositoryRoutes: Route[] = [
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    access: { needs: [{ metadata: 'read' }] },
    handle: repository,
  },
  {
    method: 'GET',
    path: '/repositories/{repository_id}',
    access: { needs: [{ metadata: 'read' }] },
    handle: repository,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/contents/{path}',
    access: { needs: [{ contents: 'read' }] },
    handle: contents,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/contents',
    access: { needs: [{ contents: 'read' }] },
    handle: contents,
  },
];
