/** Commits, refs and changed files as the REST API shows them. */

import type { GitCommit, Signature } from '../git/commits.ts';
import { diffFiles, emptyTree, type FileDiff } from '../git/diff.ts';
import { nodeId } from '../lookup.ts';
import type { Account, Repo, World } from '../world.ts';
import { accountView } from './account.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';

/** The account behind a commit e-mail: `id+login@users.noreply…` or the account's own address. */
export function accountByEmail(world: World, email: string): Account | undefined {
  const id = /^(\d+)\+.*@users\.noreply\./.exec(email)?.[1];
  return [...world.accounts.values()].find(
    (account) => (id !== undefined && account.id === Number(id)) || account.email === email,
  );
}

/** GitHub signs commits that an App makes through the API without naming an author; pushed ones are unsigned. */
function verification(repo: Repo, sha: string) {
  const verified = repo.signedCommits.has(sha);
  return {
    verified,
    reason: verified ? 'valid' : 'unsigned',
    signature: verified ? 'signed by the stand-in: there is no real signature' : null,
    payload: null,
    verified_at: null,
  };
}

/** `GET /git/commits/{sha}`. */
export function gitCommitView(world: World, repo: Repo, commit: GitCommit) {
  const url = repositoryUrl(world, repo);
  const page = repositoryPage(world, repo);
  return {
    sha: commit.sha,
    node_id: nodeId('C', Number.parseInt(commit.sha.slice(0, 12), 16)),
    url: `${url}/git/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { url: `${url}/git/trees/${commit.tree}`, sha: commit.tree },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/git/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    verification: verification(repo, commit.sha),
  };
}

/** An entry of a commit list. */
export function commitView(world: World, repo: Repo, commit: GitCommit) {
  const url = `${repositoryUrl(world, repo)}/commits/${commit.sha}`;
  const page = repositoryPage(world, repo);
  const person = (signature: Signature) => {
    const account = accountByEmail(world, signature.email);
    return account ? accountView(world, account) : null;
  };
  return {
    sha: commit.sha,
    node_id: nodeId('C', Number.parseInt(commit.sha.slice(0, 12), 16)),
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${repositoryUrl(world, repo)}/git/trees/${commit.tree}` },
      url: `${repositoryUrl(world, repo)}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: verification(repo, commit.sha),
    },
    url,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${url}/comments`,
    author: person(commit.author),
    committer: person(commit.committer),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${repositoryUrl(world, repo)}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  };
}

/** `GET /commits/{ref}`: with its files against the first parent. */
export async function fullCommitView(world: World, repo: Repo, commit: GitCommit) {
  const files = await diffFiles(repo.dir, commit.parents[0] ?? emptyTree, commit.sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return {
    ...commitView(world, repo, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.map((file) => fileView(world, repo, commit.sha, file)),
  };
}

export function fileView(world: World, repo: Repo, sha: string, file: FileDiff) {
  const page = repositoryPage(world, repo);
  const name = encodeURIComponent(file.filename);
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${sha}/${name}`,
    raw_url: `${page}/raw/${sha}/${name}`,
    contents_url: `${repositoryUrl(world, repo)}/contents/${name}?ref=${sha}`,
    ...(file.patch !== undefined && { patch: file.patch }),
    ...(file.previous !== null && { previous_filename: file.previous }),
  };
}

/** `name` is the full ref, `refs/heads/main`. */
export function refView(world: World, repo: Repo, name: string, sha: string, type: string) {
  const url = repositoryUrl(world, repo);
  return {
    ref: name,
    node_id: nodeId('REF', repo.id),
    url: `${url}/git/${name}`,
    object: { sha, type, url: `${url}/git/${type}s/${sha}` },
  };
}
