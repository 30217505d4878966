/** The vocabulary of the repo map. */
import type { RepoPath } from '../lib/types.ts';

/** A definition or reference of an identifier in a file. Lines are 0-based. */
export interface Tag {
  name: string;
  kind: 'def' | 'ref';
  /** function, class, method, type, constant, heading, …; `call`, `type`, … for references. */
  role: string;
  line: number;
  /** Last line of the definition's node; equals `line` for references. */
  endLine: number;
}

/** A file of the repository as the map sees it. `blob` is git's object id, or a content hash outside git. */
export interface RepoFile {
  path: RepoPath;
  blob: string;
  /** Bytes. */
  size: number;
}

/** A commit as the ranking uses it: Unix seconds, first line of the message, files changed. */
export interface Commit {
  time: number;
  subject: string;
  paths: RepoPath[];
}

/** Where the map reads a repository from: a git object store, a work tree or a plain folder. */
export interface RepoSource {
  /** Names the repository for caches; the same for every commit and branch of one object store. */
  readonly identity: string;
  /** Names the files for good where they can never be others: by a commit, and by what was left out of it. */
  readonly content?: string;
  /** The regular files, sorted by path; no links, no submodules. */
  files(): Promise<RepoFile[]>;
  read(file: RepoFile): Promise<Uint8Array>;
  /** The commit that `history` starts from; undefined outside git. */
  head(): Promise<string | undefined>;
  /** Recent commits without merges, newest first, at most `limit`; empty outside git. */
  history(limit: number): Promise<Commit[]>;
  /** Ends helper processes. The source cannot be used afterwards. */
  close(): Promise<void>;
}

export interface MapRequest {
  /** The instruction and thread text that the ranking listens to. */
  text: string;
  /** Files already in the context in full: left out of the map, and seeds of the ranking. */
  chat: RepoPath[];
  /** Most tokens the rendered map may take. */
  tokens: number;
}

export interface RankedFile {
  path: RepoPath;
  score: number;
  /** Why the file is here, for people: "named in the request", "changed together 7 times". */
  reasons: string[];
  /** True when the request names this file and could mean no other. */
  named?: boolean;
}

export interface MapStats {
  files: number;
  parsed: number;
  cached: number;
  skipped: number;
  milliseconds: number;
  notes: string[];
}

export interface RepoMap {
  files: RankedFile[];
  /** The rendered outline; never over the token budget. */
  map: string;
  tokens: number;
  stats: MapStats;
}
