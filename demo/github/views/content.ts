/** Entries of a tree as the contents endpoint shows them. */
import type { Repo, World } from '../world.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';

export interface TreeEntry {
  mode: string;
  type: string;
  sha: string;
  size: number;
  /** From the root of the repository. */
  path: string;
}

function kindOf(entry: TreeEntry): string {
  if (entry.type === 'tree') return 'dir';
  if (entry.type === 'commit') return 'submodule';
  return entry.mode === '120000' ? 'symlink' : 'file';
}

export function contentEntry(world: World, repo: Repo, ref: string, entry: TreeEntry) {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const self = `${repositoryUrl(world, repo)}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const folder = entry.type === 'tree';
  const object = `${repositoryUrl(world, repo)}/git/${folder ? 'trees' : 'blobs'}/${entry.sha}`;
  const page = `${repositoryPage(world, repo)}/${folder ? 'tree' : 'blob'}/${encodeURIComponent(ref)}/${path}`;
  return {
    name: entry.path.split('/').at(-1) ?? '',
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url: self,
    html_url: page,
    git_url: object,
    download_url:
      entry.type === 'blob' ? `${repositoryPage(world, repo)}/raw/${encodeURIComponent(ref)}/${path}` : null,
    type: kindOf(entry),
    _links: { self, git: object, html: page },
  };
}
