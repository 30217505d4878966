/** Branches and refs through the API. */
import { z } from 'zod';
import { moveRef } from '../acts/pushes.ts';
import { readCommit } from '../git/commits.ts';
import { git } from '../git/git.ts';
import { branchSha, commitSha, isAncestor, listRefs, objectType, zeros } from '../git/refs.ts';
import { refusalOf, ruleApplies } from '../git/refusals.ts';
import { type Answer, ApiError, created, noContent, notFound, ok } from '../http/answers.ts';
import { accountOf, bodyOf, type Call, type Route, repoOf } from '../http/call.ts';
import { paged } from '../http/paging.ts';
import { fullCommitView, refView } from '../views/git.ts';
import { repositoryPage, repositoryUrl } from '../views/repository.ts';
import type { Repo } from '../world.ts';
import { refuseEmptyRepository } from './find.ts';

async function getRef(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  refuseEmptyRepository(await commitSha(repo.dir, 'HEAD'));
  const wanted = `refs/${call.params.ref}`;
  const found = (await listRefs(repo.dir, wanted)).find((it) => it.name === wanted);
  if (!found) throw notFound();
  return ok(refView(call.world, repo, found.name, found.sha, found.type));
}

async function matchingRefs(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const found = (await listRefs(repo.dir)).filter((it) => it.name.startsWith(`refs/${call.params.ref}`));
  return paged(call, found, (it) => refView(call.world, repo, it.name, it.sha, it.type));
}

/** The rules hold for the API as they do for pushes. */
async function refuseByRules(call: Call, repo: Repo, ref: string, sha: string): Promise<void> {
  const signed = [sha, ...(await newCommits(repo, sha))].every((commit) => repo.signedCommits.has(commit));
  const refusal = refusalOf(call.world, repo, ref, signed);
  if (refusal) throw new ApiError(422, `Repository rule violations found\n\n${refusal.message}\n`);
  const mayWorkflows = call.actor.kind !== 'installation' || call.actor.permissions.workflows === 'write';
  if (!mayWorkflows && (await addsWorkflow(repo, sha)))
    throw new ApiError(403, 'Resource not accessible by integration', undefined, {
      'x-accepted-github-permissions': 'workflows=write',
    });
}

/** The rules are about every commit that comes with an update, not only about its last one. */
async function newCommits(repo: Repo, sha: string): Promise<string[]> {
  return (await git(repo.dir, ['rev-list', sha, '--not', '--branches'])).split('\n').filter(Boolean);
}

async function addsWorkflow(repo: Repo, sha: string): Promise<boolean> {
  for (const commit of await newCommits(repo, sha)) {
    const args = [
      'diff-tree',
      '--root',
      '--no-commit-id',
      '--name-only',
      '-r',
      commit,
      '--',
      '.github/workflows',
    ];
    if ((await git(repo.dir, args)) !== '') return true;
  }
  return false;
}

async function createRef(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const { ref, sha } = bodyOf(call, z.object({ ref: z.string(), sha: z.string() }));
  if (!/^refs\/[^/]+\/.+/.test(ref)) throw new ApiError(422, 'Reference name must start with "refs/".');
  await git(repo.dir, ['check-ref-format', ref]).catch(() => {
    throw new ApiError(422, `${ref} is not a valid ref name.`);
  });
  const existing = await listRefs(repo.dir, 'refs/heads/');
  if ((await listRefs(repo.dir, ref)).some((it) => it.name === ref))
    throw new ApiError(422, 'Reference already exists');
  // A branch `a` is a file where `a/b` needs a folder.
  if (existing.some((it) => ref.startsWith(`${it.name}/`) || it.name.startsWith(`${ref}/`)))
    throw new ApiError(422, 'Reference update failed');
  if ((await objectType(repo.dir, sha)) === undefined) throw new ApiError(422, 'Object does not exist');
  await refuseByRules(call, repo, ref, sha);
  await moveRef(call, repo, accountOf(call), ref, sha);
  return created(refView(call.world, repo, ref, sha, (await objectType(repo.dir, sha)) ?? 'commit'));
}

async function updateRef(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const ref = `refs/${call.params.ref}`;
  const { sha, force } = bodyOf(call, z.object({ sha: z.string(), force: z.boolean().default(false) }));
  const current = (await listRefs(repo.dir, ref)).find((it) => it.name === ref);
  if (!current) throw new ApiError(422, 'Reference does not exist');
  if ((await objectType(repo.dir, sha)) === undefined) throw new ApiError(422, 'Object does not exist');
  if (!force && !(await isAncestor(repo.dir, current.sha, sha)))
    throw new ApiError(422, 'Update is not a fast forward');
  await refuseByRules(call, repo, ref, sha);
  await moveRef(call, repo, accountOf(call), ref, sha);
  return ok(refView(call.world, repo, ref, sha, 'commit'));
}

async function deleteRef(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const ref = `refs/${call.params.ref}`;
  if (!(await listRefs(repo.dir, ref)).some((it) => it.name === ref))
    throw new ApiError(422, 'Reference does not exist');
  if (ref === `refs/heads/${repo.defaultBranch}`) throw new ApiError(422, 'Cannot delete the default branch');
  await moveRef(call, repo, accountOf(call), ref, zeros);
  return noContent();
}

function protectedBy(repo: Repo, branch: string): boolean {
  return repo.rules.some((rule) => rule.kind === 'protected' && ruleApplies(rule, branch));
}

async function branch(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const name = call.params.branch ?? '';
  const sha = await branchSha(repo.dir, name);
  const commit = sha === undefined ? undefined : await readCommit(repo.dir, sha);
  if (!commit) throw new ApiError(404, 'Branch not found');
  const url = `${repositoryUrl(call.world, repo)}/branches/${encodeURIComponent(name)}`;
  const { stats: _stats, files: _files, ...view } = await fullCommitView(call.world, repo, commit);
  const isProtected = protectedBy(repo, name);
  return ok({
    name,
    commit: view,
    _links: { self: url, html: `${repositoryPage(call.world, repo)}/tree/${encodeURIComponent(name)}` },
    protected: isProtected,
    protection: {
      enabled: isProtected,
      required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
    },
    protection_url: `${url}/protection`,
  });
}

async function branches(call: Call): Promise<Answer> {
  const repo = repoOf(call);
  const all = await listRefs(repo.dir, 'refs/heads/');
  return paged(call, all, ({ name, sha }) => {
    const short = name.replace('refs/heads/', '');
    const url = `${repositoryUrl(call.world, repo)}/commits/${sha}`;
    return { name: short, commit: { sha, url }, protected: protectedBy(repo, short) };
  });
}

/** The rules in force on a branch; works with metadata alone. */
function rules(call: Call): Answer {
  const repo = repoOf(call);
  const name = call.params.branch ?? '';
  const source = { ruleset_source_type: 'Repository', ruleset_source: `${repo.owner.login}/${repo.name}` };
  const found = repo.rules.filter((rule) => rule.kind !== 'protected' && ruleApplies(rule, name));
  return ok(
    found.map((rule) =>
      rule.kind === 'signed'
        ? { type: 'required_signatures', ...source, ruleset_id: rule.id }
        : { type: 'update', ...source, ruleset_id: rule.id },
    ),
  );
}

const read = { needs: [{ contents: 'read' as const }] };
const write = { needs: [{ contents: 'write' as const }] };
const base = '/repos/{owner}/{repo}';

export const refRoutes: Route[] = [
  { method: 'GET', path: `${base}/git/ref/{ref}`, access: read, handle: getRef },
  { method: 'GET', path: `${base}/git/matching-refs/{ref}`, access: read, handle: matchingRefs },
  { method: 'POST', path: `${base}/git/refs`, access: write, handle: createRef },
  { method: 'PATCH', path: `${base}/git/refs/{ref}`, access: write, handle: updateRef },
  { method: 'DELETE', path: `${base}/git/refs/{ref}`, access: write, handle: deleteRef },
  { method: 'GET', path: `${base}/branches`, access: read, handle: branches },
  { method: 'GET', path: `${base}/branches/{branch}`, access: read, handle: branch },
  {
    method: 'GET',
    path: `${base}/rules/branches/{branch}`,
    access: { needs: [{ metadata: 'read' }] },
    handle: rules,
  },
];
