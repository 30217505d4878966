/** Resolves what a file imports, as written, to files of the repository: relative paths, dotted modules, packages that are folders. */
import type { RepoPath } from '../lib/types.ts';
import type { Digest } from './digest.ts';
import { moduleOf, type PathIndex, resolvePath, resolveQualified } from './mentions.ts';

export interface ImportIndex {
  paths: PathIndex;
  /** Files by `moduleOf` their path. */
  modules: Map<string, number[]>;
  /** Files directly in a folder, by the folder's last two components. */
  folders: Map<string, number[]>;
}

/** A package of more files is no link to any one of them. */
const mostInPackage = 40;

function tail(folder: string): string {
  return folder.split('/').slice(-2).join('/');
}

function add(map: Map<string, number[]>, key: string, file: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [file]);
  else list.push(file);
}

export function indexImports(paths: PathIndex): ImportIndex {
  const modules = new Map<string, number[]>();
  const folders = new Map<string, number[]>();
  paths.paths.forEach((path, file) => {
    add(modules, moduleOf(path), file);
    const slash = path.lastIndexOf('/');
    if (slash > 0) add(folders, tail(path.slice(0, slash)), file);
  });
  return { paths, modules, folders };
}

/** `./x`, `../x/y` (script languages) and `.mod`, `..pkg.mod` (Python) as a path from the root; undefined when not relative. */
function relativeTarget(from: RepoPath, spec: string): string | undefined {
  const dots = /^(\.+)([A-Za-z_][\w.]*)?$/.exec(spec);
  const steps = dots
    ? ['../'.repeat((dots[1]?.length ?? 1) - 1), (dots[2] ?? '').replaceAll('.', '/')].join('')
    : /^\.{1,2}\//.test(spec)
      ? spec
      : undefined;
  if (steps === undefined) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const step of steps.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}

/** The files that `spec`, written in the file `from`, may mean; empty for what lies outside of the repository. */
export function resolveImport(index: ImportIndex, from: RepoPath, spec: string): number[] {
  const relative = relativeTarget(from, spec);
  if (relative !== undefined)
    return index.modules.get(relative.toLowerCase()) ?? index.modules.get(moduleOf(relative)) ?? [];
  if (/\.[a-z]{1,4}$/i.test(spec) && !/^[\w.]+$/.test(spec)) {
    const hits = resolvePath(index.paths, { path: spec, where: 'code' });
    if (hits.length > 0) return hits.map((hit) => hit.file);
  }
  const parts = spec.split(/[./\\:]+/).filter((part) => !/^(crate|self|super|\*|)$/.test(part));
  if (parts.length === 0) return [];
  if (parts.length === 1) return index.modules.get(spec.toLowerCase()) ?? [];
  const inPackage = spec.includes('/') ? (index.folders.get(parts.slice(-2).join('/')) ?? []) : [];
  if (inPackage.length > 0 && inPackage.length <= mostInPackage) return inPackage;
  return resolveQualified(index.paths, parts)
    .filter((hit) => hit.weight >= 0.5)
    .map((hit) => hit.file);
}

/** For each file the other files that its imports lead to. */
export function importedFiles(
  paths: PathIndex,
  digests: readonly Digest[],
): (file: number) => readonly number[] {
  const index = indexImports(paths);
  return (file) => {
    const from = paths.paths[file] ?? '';
    const found = (digests[file]?.imports ?? []).flatMap((spec) => resolveImport(index, from, spec));
    return [...new Set(found)].filter((target) => target !== file);
  };
}
