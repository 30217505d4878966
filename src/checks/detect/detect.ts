/** Finds out how a repository is set up, linted and tested, from its files alone. */
import { createHash } from 'node:crypto';
import type { RepoPath } from '../../lib/types.ts';
import { isLocked } from '../dependencies/files.ts';
import type { CheckKind } from '../types.ts';
import { go } from './go.ts';
import { gradle, maven } from './jvm.ts';
import { node } from './node.ts';
import { cmake, deno, dotnet, elixir, make, perl, preCommit } from './others.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import type { Candidate, Certainty, Ecosystem, Project, RepositoryFiles } from './types.ts';

/** `general` ones speak for whatever language stands behind them, and only where no language spoke for itself. */
const languages: readonly Ecosystem[] = [
  node,
  deno,
  python,
  go,
  rust,
  maven,
  gradle,
  ruby,
  php,
  elixir,
  dotnet,
  cmake,
  perl,
];
const general: readonly Ecosystem[] = [make, preCommit];

export interface Detected {
  kind: CheckKind;
  command: string;
  /** Folder to run in; empty for the root. */
  folder: RepoPath;
  ecosystem: string;
  certainty: Certainty;
  why: string;
  reports: readonly string[];
}

export interface DetectedSetup extends Detected {
  kind: 'setup';
  /** Changes when anything that decides what is installed changes. */
  key: string;
  /** Whether its files name the versions of what it installs. */
  locked: boolean;
}

export interface Detection {
  setup: DetectedSetup[];
  lint: Detected[];
  test: Detected[];
}

/** Manifests deeper than this are examples and fixtures more often than projects. */
const maxDepth = 2;
const notProjects =
  /(?:^|\/)(?:node_modules|vendor|third_party|deps|external|extern|contrib|fixtures?|testdata|examples?|samples?|docs|\.[^/]+)(?:\/|$)/;

/** What is found is a proposal: the configuration of the repository always wins. Empty lists when nothing is recognised. */
export function detectChecks(repository: RepositoryFiles): Detection {
  const folders = foldersByName(repository.paths);
  const candidates = (ecosystem: Ecosystem) => candidatesOf(ecosystem, repository, folders);
  const specific = languages.flatMap(candidates);
  const common = general.flatMap(candidates);
  const pick = (kind: CheckKind) => {
    const own = specific.filter((found) => found.kind === kind);
    const sure = own.filter((found) => found.certainty !== 'conventional');
    // A guess by convention gives way to a target that the project itself declares.
    const others = common.filter((found) => found.kind === kind);
    return sure.length > 0 ? sure : others.length > 0 ? others.slice(0, 1) : own;
  };
  const lint = pick('lint');
  const test = pick('test');
  const used = [...lint, ...test];
  // Only what some check needs: a website or a tool beside the code need not be installed to test the code.
  const isNeeded = (setup: Located) =>
    used.some((check) =>
      isGeneral(check)
        ? setup.folder === ''
        : check.ecosystem === setup.ecosystem && check.folder === setup.folder,
    );
  return {
    setup: specific
      .filter((found) => found.kind === 'setup' && isNeeded(found))
      .map((found) => ({
        ...strip(found),
        kind: 'setup' as const,
        key: keyOf(found, repository),
        locked: isLocked(filesOf(found), (path) => repository.read(path)),
      })),
    lint: lint.map(strip),
    test: test.map(strip),
  };
}

function isGeneral(check: Located): boolean {
  return general.some(({ name }) => name === check.ecosystem);
}

type Located = Candidate & { folder: RepoPath; ecosystem: string };

/** The folders that hold a file of each name. */
type FoldersByName = ReadonlyMap<string, readonly string[]>;

function foldersByName(paths: readonly RepoPath[]): FoldersByName {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const folder = path.slice(0, Math.max(0, slash));
    const known = folders.get(name);
    if (known) known.push(folder);
    else folders.set(name, [folder]);
  }
  return folders;
}

function candidatesOf(ecosystem: Ecosystem, repository: RepositoryFiles, byName: FoldersByName): Located[] {
  return rootsOf(ecosystem, byName).flatMap((folder) =>
    ecosystem
      .detect(projectIn(repository, folder))
      .map((candidate) => ({ ...candidate, folder, ecosystem: ecosystem.name })),
  );
}

/** Folders with a manifest, highest first; one below another of the same ecosystem is a part of it. */
function rootsOf(ecosystem: Ecosystem, byName: FoldersByName): RepoPath[] {
  const folders = ecosystem.manifests
    .flatMap((manifest) => foldersWith(manifest, byName))
    .filter((folder) => depth(folder) <= maxDepth && !notProjects.test(folder));
  const unique = [...new Set(folders)].sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
  return unique
    .filter((folder) => !unique.some((other) => other !== folder && isBelow(folder, other)))
    .slice(0, 10);
}

function foldersWith(manifest: string, byName: FoldersByName): readonly string[] {
  if (!manifest.startsWith('*')) return byName.get(manifest) ?? [];
  const ending = manifest.slice(1);
  return [...byName].flatMap(([name, folders]) => (name.endsWith(ending) ? folders : []));
}

function depth(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function isBelow(folder: string, other: string): boolean {
  return other === '' ? folder !== '' : folder.startsWith(`${other}/`);
}

function projectIn(repository: RepositoryFiles, folder: RepoPath): Project {
  const prefix = folder === '' ? '' : `${folder}/`;
  const list = repository.paths
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  const known = new Set(list);
  return {
    has: (path) => known.has(path),
    read: (path) => (known.has(path) ? repository.read(prefix + path) : undefined),
    list: () => list,
  };
}

function strip({ lockFiles: _, reports = [], ...found }: Located): Detected {
  return { ...found, reports };
}

const filesOf = ({ folder, lockFiles = [] }: Located) =>
  lockFiles.map((file) => (folder === '' ? file : `${folder}/${file}`));

function keyOf(found: Located, repository: RepositoryFiles): string {
  const hash = createHash('sha256').update(JSON.stringify([found.command, found.folder]));
  for (const path of filesOf(found)) {
    hash.update(JSON.stringify([path, repository.read(path) ?? null]));
  }
  return hash.digest('hex');
}
