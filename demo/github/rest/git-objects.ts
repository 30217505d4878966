/** Git data: blobs, trees, commits, and comparing them. */
import { z } from 'zod';
import { readCommit, readCommits, removed, withIndex, writeCommit } from '../git/commits.ts';
import { diffFiles, mergeBase } from '../git/diff.ts';
import { git, gitBytes, runGit, tryGit } from '../git/git.ts';
import { commitSha, objectType } from '../git/refs.ts';
import { type Answer, ApiError, created, notFound, ok } from '../http/answers.ts';
import { accountOf, bodyOf, type Call, type Route, repoOf } from '../http/call.ts';
import { page, paged } from '../http/paging.ts';
import { nodeId } from '../lookup.ts';
import { commitView, fileView, fullCommitView, gitCommitView } from '../views/git.ts';
import { repositoryPage, repositoryUrl } from '../views/repository.ts';
import type { Account, Repo } from '../world.ts';
import { refuseEmptyRepository, shaOf } from './find.ts';

/** GitHub cuts recursive trees there and says `truncated`. */
const mostTreeEntries = 100_000;

async function refuseEmpty(repo: Repo): Promise<void> {
  refuseEmptyRepository(await commitSha(repo.dir, 'HEAD'));
}

async function createBlob(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  await refuseEmpty(repo);
  const input = bodyOf(
    call,
    z.object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']).default('utf-8') }),
  );
  const bytes = Buffer.from(input.content, input.encoding === 'base64' ? 'base64' : 'utf8');
  const sha = await git(repo.dir, ['hash-object', '-w', '--stdin'], { input: bytes });
  return created({ sha, url: `${repositoryUrl(call.world, repo)}/git/blobs/${sha}` });
}

async function getBlob(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const sha = call.params.file_sha ?? '';
  if ((await objectType(repo.dir, sha)) !== 'blob') throw notFound();
  const bytes = await gitBytes(repo.dir, ['cat-file', 'blob', sha]);
  return ok({
    sha,
    node_id: nodeId('B', Number.parseInt(sha.slice(0, 12), 16)),
    size: bytes.length,
    url: `${repositoryUrl(call.world, repo)}/git/blobs/${sha}`,
    content: bytes.toString('base64').replaceAll(/.{60}/g, '$&\n'),
    encoding: 'base64',
  });
}

const newTree = z.object({
  base_tree: z.string().optional(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.enum(['100644', '100755', '040000', '160000', '120000']),
      sha: z.string().nullish(),
      content: z.string().optional(),
    }),
  ),
});

async function createTree(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  await refuseEmpty(repo);
  const input = bodyOf(call, newTree);
  const base = input.base_tree;
  if (
    base !== undefined &&
    (await tryGit(repo.dir, ['rev-parse', '--verify', `${base}^{tree}`])) === undefined
  )
    throw new ApiError(422, 'base_tree is not a valid tree oid');
  const sha = await withIndex(async (env) => {
    if (base !== undefined) await git(repo.dir, ['read-tree', base], { env });
    for (const entry of input.tree) {
      if (entry.sha === null) {
        const gone = await git(repo.dir, ['ls-files', '--cached', '--', entry.path], { env });
        if (gone === '') throw new ApiError(422, 'GitRPC::BadObjectState');
        await git(repo.dir, ['update-index', '-z', '--index-info'], { env, input: removed(entry.path) });
        continue;
      }
      const object =
        entry.sha ?? (await git(repo.dir, ['hash-object', '-w', '--stdin'], { input: entry.content ?? '' }));
      if (entry.mode !== '160000' && (await objectType(repo.dir, object)) === undefined)
        throw new ApiError(422, `tree.sha ${object} is not a valid object`);
      if (entry.mode === '040000')
        await git(repo.dir, ['read-tree', `--prefix=${entry.path}/`, object], { env });
      else await addToIndex(repo, env, `${entry.mode},${object},${entry.path}`);
    }
    return git(repo.dir, ['write-tree'], { env });
  });
  return created(await treeView(call, repo, sha, false));
}

async function addToIndex(repo: Repo, env: Record<string, string>, cacheinfo: string): Promise<void> {
  const result = await runGit(repo.dir, ['update-index', '--add', '--replace', '--cacheinfo', cacheinfo], {
    env,
  });
  if (result.code !== 0) throw new ApiError(422, 'tree.path contains a malformed path component');
}

async function treeView(call: Call, repo: Repo, sha: string, recursive: boolean) {
  const flags = recursive ? ['-r', '-t'] : [];
  const out = await git(repo.dir, ['ls-tree', '-z', '-l', ...flags, sha]);
  const entries = out.split('\0').filter(Boolean);
  const url = repositoryUrl(call.world, repo);
  const tree = entries.slice(0, mostTreeEntries).map((line) => {
    const [meta = '', path = ''] = line.split('\t');
    const [mode = '', type = '', id = '', size = ''] = meta.split(/\s+/);
    const link = `${url}/git/${type === 'tree' ? 'trees' : 'blobs'}/${id}`;
    return {
      path,
      mode,
      type,
      sha: id,
      ...(type === 'blob' && { size: Number(size) }),
      ...(type !== 'commit' && { url: link }),
    };
  });
  return { sha, url: `${url}/git/trees/${sha}`, tree, truncated: entries.length > mostTreeEntries };
}

async function getTree(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  await refuseEmpty(repo);
  const name = call.params.tree_sha ?? '';
  const spec = (await objectType(repo.dir, name)) === 'tree' ? name : await commitSha(repo.dir, name);
  if (spec === undefined) throw notFound();
  const sha = await git(repo.dir, ['rev-parse', `${spec}^{tree}`]);
  return ok(await treeView(call, repo, sha, call.query.has('recursive')));
}

const person = z.object({ name: z.string(), email: z.string(), date: z.string().optional() });
const newCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: person.optional(),
  committer: person.optional(),
});

/** Without author and committer GitHub writes the App's bot and signs; a custom author loses the signature. */
async function createCommit(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  await refuseEmpty(repo);
  const input = bodyOf(call, newCommit);
  if ((await objectType(repo.dir, input.tree)) !== 'tree') throw new ApiError(422, 'Tree SHA does not exist');
  for (const parent of input.parents)
    if ((await objectType(repo.dir, parent)) !== 'commit')
      throw new ApiError(422, 'Parent SHA does not exist or is not a commit object');
  const author = input.author ?? noreply(accountOf(call));
  const committer =
    input.committer ?? (input.author ? author : { name: 'GitHub', email: 'noreply@github.com' });
  const sha = await writeCommit(repo.dir, { ...input, author, committer });
  if (!input.author && !input.committer && call.actor.kind === 'installation') repo.signedCommits.add(sha);
  const commit = await readCommit(repo.dir, sha);
  if (!commit) throw notFound();
  return created(gitCommitView(call.world, repo, commit));
}

function noreply(account: Account) {
  return { name: account.login, email: `${account.id}+${account.login}@users.noreply.github.com` };
}

async function getGitCommit(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const sha = call.params.commit_sha ?? '';
  const commit = (await objectType(repo.dir, sha)) === 'commit' ? await readCommit(repo.dir, sha) : undefined;
  if (!commit) throw notFound();
  return ok(gitCommitView(call.world, repo, commit));
}

async function listCommits(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  await refuseEmpty(repo);
  const sha = await commitSha(repo.dir, call.query.get('sha') ?? repo.defaultBranch);
  if (sha === undefined) throw notFound();
  const path = call.query.get('path');
  const all = await readCommits(repo.dir, ['--max-count=1000', sha], path ? [path] : []);
  return paged(call, all, (it) => commitView(call.world, repo, it));
}

async function getCommit(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const commit = await readCommit(repo.dir, await shaOf(repo, call.params.ref ?? ''));
  if (!commit) throw notFound();
  return ok(await fullCommitView(call.world, repo, commit));
}

async function compare(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const [baseRef = '', headRef = ''] = (call.params.basehead ?? '').split('...');
  const base = await commitSha(repo.dir, baseRef);
  const head = await commitSha(repo.dir, headRef);
  const fork = base === undefined || head === undefined ? undefined : await mergeBase(repo.dir, base, head);
  if (base === undefined || head === undefined || fork === undefined) throw notFound();
  const [ahead, behind, files] = await Promise.all([
    readCommits(repo.dir, ['--reverse', `${base}..${head}`]),
    readCommits(repo.dir, [`${head}..${base}`]),
    diffFiles(repo.dir, fork, head),
  ]);
  const ends = [await readCommit(repo.dir, base), await readCommit(repo.dir, fork)];
  const [baseCommit, forkCommit] = ends.map((it) => it && commitView(call.world, repo, it));
  const url = `${repositoryUrl(call.world, repo)}/compare/${encodeURIComponent(`${baseRef}...${headRef}`)}`;
  const site = `${repositoryPage(call.world, repo)}/compare/${encodeURIComponent(`${baseRef}...${headRef}`)}`;
  const { items, headers } = page(call, ahead);
  const body = {
    url,
    html_url: site,
    permalink_url: site,
    diff_url: `${site}.diff`,
    patch_url: `${site}.patch`,
    base_commit: baseCommit,
    merge_base_commit: forkCommit,
    status: relation(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: items.map((it) => commitView(call.world, repo, it)),
    files: files.slice(0, 300).map((it) => fileView(call.world, repo, head, it)),
  };
  return { status: 200, body, headers };
}

function relation(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

const read = { needs: [{ contents: 'read' as const }] };
const write = { needs: [{ contents: 'write' as const }] };
const base = '/repos/{owner}/{repo}';

export const objectRoutes: Route[] = [
  { method: 'POST', path: `${base}/git/blobs`, access: write, handle: createBlob },
  { method: 'GET', path: `${base}/git/blobs/{file_sha}`, access: read, handle: getBlob },
  { method: 'POST', path: `${base}/git/trees`, access: write, handle: createTree },
  { method: 'GET', path: `${base}/git/trees/{tree_sha}`, access: read, handle: getTree },
  { method: 'POST', path: `${base}/git/commits`, access: write, handle: createCommit },
  { method: 'GET', path: `${base}/git/commits/{commit_sha}`, access: read, handle: getGitCommit },
  { method: 'GET', path: `${base}/commits`, access: read, handle: listCommits },
  { method: 'GET', path: `${base}/commits/{ref}`, access: read, handle: getCommit },
  { method: 'GET', path: `${base}/compare/{basehead}`, access: read, handle: compare },
];
