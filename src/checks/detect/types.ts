/** What detection sees and says. */
import type { RepoPath } from '../../lib/types.ts';
import type { CheckKind } from '../types.ts';

/** The files of a repository, without touching a disk. */
export interface RepositoryFiles {
  paths: readonly RepoPath[];
  /** The text of a small file; undefined when it is not there, not text or too large. */
  read(path: RepoPath): string | undefined;
}

/**
 * How sure we are: `declared`: the project names this command for the purpose; `configured`: it configures the tool;
 * `conventional`: what projects of this kind usually do.
 */
export type Certainty = 'declared' | 'configured' | 'conventional';

export interface Candidate {
  kind: CheckKind;
  command: string;
  certainty: Certainty;
  /** What was seen, for people: `package.json has a "test" script`. */
  why: string;
  /** Report files of the runner, where its output alone has no counts. */
  reports?: readonly string[];
  /** For setup: the files that decide what is installed, relative to the folder. */
  lockFiles?: readonly string[];
}

/** One folder of a repository that an ecosystem's manifest stands in; paths are relative to it. */
export interface Project {
  has(path: string): boolean;
  read(path: string): string | undefined;
  /** Paths in this folder and below. */
  list(): readonly string[];
}

/** One kind of project. */
export interface Ecosystem {
  name: string;
  /** File names, or `*.ext`, that mark the root of such a project. */
  manifests: readonly string[];
  detect(project: Project): Candidate[];
}
