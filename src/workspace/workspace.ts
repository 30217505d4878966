/** The checkout in which a run edits. Its git directory lies outside it, so repository code can never write `.git`. */
import { appendFile, copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepoPath } from '../lib/types.ts';
import type { ObjectStore } from './cache.ts';
import { createGit, type Git, GitError, type GitHome } from './git.ts';
import { noteTree, takeTree } from './kept-tree.ts';
import { fillingGit, gitTo, type Remote } from './remote.ts';
import { removeTree } from './remove.ts';
import { stagedTree } from './staged.ts';

export interface Workspace {
  /** The work tree: what the model edits and the checks run in. */
  dir: string;
  gitDir: string;
  /** The commit that the run started from. */
  base: string;
  home: GitHome;
  /** Where the files may wait for the next run of the repository. Taken away while programs run that may change them. */
  keepAt?: string | undefined;
}

export interface Identity {
  name: string;
  email: string;
}

const placeOf = (workspace: Workspace) => ({
  home: workspace.home,
  cwd: workspace.dir,
  gitDir: workspace.gitDir,
  workTree: workspace.dir,
});

const git = (workspace: Workspace, extra: { author?: Identity & { date: string } } = {}): Git =>
  createGit({ ...placeOf(workspace), ...extra });

/** Where git looks at commits alone. Not in the folder of the files, which may be made anew meanwhile: see `retireFiles`. */
export const placeOfCommits = ({ home, gitDir }: Workspace) => ({ home, cwd: gitDir, gitDir });

/** git on the commits of the workspace, with the rights to reach `remote`. */
export function remoteGit(workspace: Workspace, remote: Remote): Git {
  return gitTo(remote, placeOfCommits(workspace));
}

/**
 * Checks `base` out into `root/work` with a private git directory `root/git` that borrows the objects of `store`.
 * Missing blobs are fetched into the store, so the next run of the repository finds them. `root` is emptied first.
 * `keepAt`: where files of an earlier run may wait; only what differs from them is written.
 */
export async function openWorkspace(
  store: ObjectStore,
  base: string,
  options: { root: string; home: GitHome; remote: Remote; keepAt?: string },
): Promise<Workspace> {
  const { root, home, keepAt } = options;
  const dir = path.join(root, 'work');
  const gitDir = path.join(root, 'git');
  const indexFile = path.join(gitDir, 'index');
  await removeTree(root);
  const taken = keepAt !== undefined && (await takeTree(keepAt, root, indexFile));
  const write = () => checkOut({ dir, gitDir, store, base }, options);
  try {
    await write();
  } catch (error) {
    if (!taken) throw error;
    // Whatever is wrong with what waited there, a fresh checkout does not need it.
    await removeTree(root);
    await write();
  }
  if (keepAt !== undefined) await noteTree(root, indexFile);

  return { dir, gitDir, base, home, keepAt };
}

async function checkOut(
  made: { dir: string; gitDir: string; store: ObjectStore; base: string },
  { home, remote }: { home: GitHome; remote: Remote },
): Promise<void> {
  const { dir, gitDir, store, base } = made;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await layOut(gitDir, store, base);
  await copyFile(path.join(store.gitDir, 'shallow'), path.join(gitDir, 'shallow')).catch(() => undefined);

  await fill({ dir, gitDir, home }, store, base, remote);
}

/** Brings files and index to `commit`. Contents that are missing are fetched into `store`. */
export async function fill(
  { dir, gitDir, home }: Pick<Workspace, 'dir' | 'gitDir' | 'home'>,
  store: ObjectStore,
  commit: string,
  remote: Remote,
): Promise<void> {
  // Only a cache knows where missing blobs are to be had. Anything else is somebody's own repository, whose config may name
  // filters and monitors: programs that a run must not start.
  const partial = await isPartial(store.gitDir);
  const place = {
    home,
    cwd: dir,
    gitDir: partial ? store.gitDir : gitDir,
    workTree: dir,
    indexFile: path.join(gitDir, 'index'),
  };
  const filler = partial ? fillingGit(remote, place) : createGit(place);
  await filler.raw('read-tree', '--reset', '-u', commit);
}

/** Stands the workspace on another commit of the same repository, files and all; what it stood on is only in the result. */
export async function moveTo(
  workspace: Workspace,
  store: ObjectStore,
  commit: string,
  remote: Remote,
): Promise<Workspace> {
  await restore(workspace);
  await fill(workspace, store, commit, remote);
  await setHead(workspace, commit);
  return { ...workspace, base: commit };
}

/** Whether objects of the repository may be missing until they are asked for. Read, not asked of git: its config counts for nothing yet. */
async function isPartial(gitDir: string): Promise<boolean> {
  const config = await readFile(path.join(gitDir, 'config'), 'utf8').catch(() => '');
  return /^\s*partialclone\s*=/im.test(config);
}

/** Its own, in a directory where nobody packs references. */
const RUN_BRANCH = 'refs/heads/run';

/** A git directory on the branch `run` at `base`, as git itself would make it in four processes. */
async function layOut(gitDir: string, store: ObjectStore, base: string): Promise<void> {
  await mkdir(path.join(gitDir, 'objects', 'info'), { recursive: true, mode: 0o700 });
  await mkdir(path.join(gitDir, 'refs', 'heads'), { recursive: true, mode: 0o700 });
  await Promise.all(
    Object.entries({
      // fsync: what a lost machine takes with it is made anew from the journal.
      config: '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tfsync = none\n',
      HEAD: `ref: ${RUN_BRANCH}\n`,
      [RUN_BRANCH]: `${base}\n`,
      'objects/info/alternates': `${path.join(store.gitDir, 'objects')}\n`,
    }).map(([name, content]) => writeFile(path.join(gitDir, name), content)),
  );
}

/** The commit that the workspace stands on. A file as `layOut` writes it: it is asked for all the time. */
export async function head({ gitDir }: Workspace): Promise<string> {
  return (await readFile(path.join(gitDir, RUN_BRANCH), 'utf8')).trim();
}

/** Renamed into place, as git does it: whoever reads it meanwhile finds one commit or the other. */
async function setHead({ gitDir }: Workspace, commit: string): Promise<void> {
  const ref = path.join(gitDir, RUN_BRANCH);
  await writeFile(`${ref}.new`, `${commit}\n`);
  await rename(`${ref}.new`, ref);
}

/** The id of the tree that committing `paths` now would give; names a state of the files for checks and replay. */
export async function stage(workspace: Workspace, paths: readonly RepoPath[]): Promise<string> {
  // --force: an edit was meant, whatever .gitignore says of its path. Literal: a file may be called `[id].ts`.
  if (paths.length > 0)
    await git(workspace).raw('--literal-pathspecs', 'add', '--all', '--force', '--', ...paths);
  return stagedTree(workspace);
}

/**
 * Commits what is staged. Dates are given, so the same edit gives the same commit id and a repeated push is a no-op.
 * Repository hooks never run (no hooks path, and plumbing commands ask none).
 */
export async function commit(
  workspace: Workspace,
  change: { message: string; author: Identity /** seconds since 1970, UTC */; time: number },
): Promise<string> {
  const own = git(workspace, { author: { ...change.author, date: `${change.time} +0000` } });
  const tree = await stagedTree(workspace);
  const parent = await head(workspace);
  const id = (await own.raw('commit-tree', tree, '-p', parent, '-m', change.message)).trim();
  await setHead(workspace, id);
  return id;
}

/** Puts files and index back to `target`, and removes what checks left behind that is not ignored. */
export async function restore(workspace: Workspace, target = 'HEAD'): Promise<void> {
  const own = git(workspace);
  await own.raw('reset', '--quiet', '--hard', target);
  await own.raw('clean', '--quiet', '--force', '-d');
}

/**
 * Puts the files back to what is staged and removes what is neither tracked nor ignored. After checks: they may rewrite
 * snapshots or leave files behind, and the next edit must see what a restarted run would see.
 */
export async function tidy(workspace: Workspace): Promise<void> {
  const own = git(workspace);
  await own.raw('checkout-index', '--quiet', '--force', '--all');
  await own.raw('clean', '--quiet', '--force', '-d');
}

/**
 * Makes `tidy` and `restore` keep what is in the folder now and is neither tracked nor ignored: what set-up installed. Noted
 * in the private git directory, so no file of the repository changes.
 */
export async function keepUntracked(workspace: Workspace): Promise<void> {
  const listed = await git(workspace).raw('ls-files', '-z', '--others', '--directory', '--exclude-standard');
  const patterns = listed
    .split('\0')
    .filter((name) => name !== '' && !name.includes('\n'))
    .map((name) => `/${name.replaceAll(/[\\*?[\]#! ]/g, '\\$&')}\n`);
  if (patterns.length === 0) return;
  const folder = path.join(workspace.gitDir, 'info');
  await mkdir(folder, { recursive: true });
  await appendFile(path.join(folder, 'exclude'), `\n${patterns.join('')}`);
}

/** Unified diff between two commits or trees. */
export async function diff(workspace: Workspace, from: string, to: string): Promise<string> {
  return git(workspace).raw('diff', '--no-color', '--no-ext-diff', '--no-textconv', from, to);
}

/** Paths that differ between two commits or trees. */
export async function changedPaths(workspace: Workspace, from: string, to: string): Promise<RepoPath[]> {
  const out = await git(workspace).raw('diff', '--name-only', '--no-ext-diff', '-z', from, to);
  return out.split('\0').filter((name) => name !== '');
}

/** The text of a file at a commit, or undefined when it is not there. */
export async function fileAt(workspace: Workspace, at: string, file: RepoPath): Promise<string | undefined> {
  const listed = await git(workspace).raw('--literal-pathspecs', 'ls-tree', at, '--', file);
  return listed.trim() === '' ? undefined : git(workspace).raw('show', `${at}:${file}`);
}

export interface FoundLine {
  path: RepoPath;
  /** From 1. */
  line: number;
  text: string;
}

/** Lines of one file that a search returns at most: one generated file must not hide the others. */
const MOST_LINES_OF_FILE = 50;
/** Patterns come from models, and some take for ever. */
const SEARCH_MS = 20_000;
/** Lines of minified files have megabytes, and each is printed whole. */
const SEARCH_BYTES = 16 << 20;

/**
 * Lines of staged text files that hold `pattern`, by path; of very many or very long ones the first. Looks at the index alone, so no link can lead it elsewhere.
 * `extended`: the pattern is a POSIX extended regular expression. Throws a `GitError` for a pattern that is none.
 */
export async function searchStaged(
  workspace: Workspace,
  pattern: string,
  options: { extended: boolean; folder: RepoPath },
): Promise<FoundLine[]> {
  const out = await createGit({
    home: workspace.home,
    cwd: workspace.dir,
    gitDir: workspace.gitDir,
    workTree: workspace.dir,
    signal: AbortSignal.timeout(SEARCH_MS),
    mostBytes: SEARCH_BYTES,
  })
    .raw(
      '--literal-pathspecs',
      'grep',
      '--cached',
      '--no-color',
      '--line-number',
      '-z',
      '-I',
      `--max-count=${MOST_LINES_OF_FILE}`,
      options.extended ? '--extended-regexp' : '--fixed-strings',
      '-e',
      pattern,
      '--',
      ...(options.folder === '' ? [] : [options.folder]),
    )
    .catch((error: unknown) => {
      // Its way to say that nothing was found.
      if (error instanceof GitError && error.exitCode === 1) return '';
      throw error;
    });
  // Of a line without an end not all is there.
  const rows = out.slice(0, out.lastIndexOf('\n') + 1).split('\n');
  return rows.flatMap((row): FoundLine[] => {
    const [path, line, ...text] = row.split('\0');
    return path && line ? [{ path, line: Number(line), text: text.join('\0') }] : [];
  });
}
