/** The vocabulary of the edit engine. Pure: nothing here or below touches a disk, a network or GitHub. */
import type { RepoPath } from '../lib/types.ts';
import type { Decisions } from './parity.ts';

export type FormatName =
  | 'diff'
  | 'diff-fenced'
  | 'editor-diff'
  | 'editor-diff-fenced'
  | 'whole'
  | 'editor-whole'
  | 'udiff'
  | 'udiff-simple'
  | 'patch'
  | 'edit'
  | 'apply_patch'
  | 'text_editor';

/** What a model answered, as far as edits are concerned. */
export interface EditReply {
  text: string;
  toolCalls?: { id: string; name: string; arguments: string }[];
  /** True when the output limit cut the reply: its last block or call is never applied. */
  cutOff?: boolean;
}

/** Where an operation came from, for routing errors back. `index` counts blocks or calls from 0. */
export interface OperationSource {
  format: FormatName;
  index: number;
  callId?: string;
  /** Which edit of a call that holds several, from 0. */
  part?: number;
}

/** One line of a hunk: context kept, line deleted, line added. */
export interface HunkLine {
  kind: 'context' | 'delete' | 'add';
  text: string;
}

interface OperationBase {
  path: RepoPath;
  source: OperationSource;
  /** Repairs made while reading the reply; shown in reports. */
  notes: string[];
}

export interface Replace extends OperationBase {
  kind: 'replace';
  /** The text to find; line ends do not matter. Empty together with `afterLine` or `anchors` means insertion. */
  oldText: string;
  newText: string;
  /** Texts that must be found, in order, above the match. */
  anchors?: string[];
  /** Chooses between matches; never creates one. 1-based, inclusive. */
  lineHint?: { start: number; end: number };
  /** Insertion point: after this 1-based line; 0 is the top. */
  afterLine?: number;
  /** The match must end at the end of the file. */
  eof?: boolean;
  /** What is written at the end of the file ends in a line end, although the file did not. */
  terminated?: boolean;
  replaceAll?: boolean;
  /** How many occurrences the model declared. */
  expected?: number;
  /** For hunks: the lines in order, so that context stays out of the splice. */
  segments?: HunkLine[];
  /** The blob that the model was shown. */
  baseSha?: string;
  /** The block has no file name of its own and took that of the block before it. */
  inherited?: boolean;
  /** True for formats whose blocks apply one after another (SEARCH/REPLACE, text editor calls). */
  sequential?: boolean;
}

export interface Create extends OperationBase {
  kind: 'create';
  content: string;
}
export interface Overwrite extends OperationBase {
  kind: 'overwrite';
  content: string;
  /** The model stated that it means to replace the whole file. */
  explicit?: boolean;
}
export interface Delete extends OperationBase {
  kind: 'delete';
}
export interface Rename extends OperationBase {
  kind: 'rename';
  toPath: RepoPath;
  overwrite?: boolean;
}
/** All formats compile to an ordered list of these. */
export type Operation = Replace | Create | Overwrite | Delete | Rename;

export type ProblemCode =
  | 'NOT_FOUND'
  | 'AMBIGUOUS'
  | 'OVERLAP'
  | 'EMPTY_OLD'
  | 'NO_CHANGE'
  | 'EXISTS'
  | 'MISSING'
  | 'IS_DIRECTORY'
  | 'OUTSIDE'
  | 'PROTECTED'
  | 'BINARY'
  | 'ENCODING'
  | 'STALE'
  | 'BAD_ARGS'
  | 'BAD_PATCH'
  | 'NO_FILENAME'
  | 'OMISSION'
  | 'DISPROPORTION'
  | 'CONFLICT_MARKER'
  | 'TRUNCATED'
  /** Every edit of the reply is right, and the output limit struck before it said that it was done. */
  | 'UNFINISHED'
  | 'NO_EDITS';

/** Why one intended change was not made. `message` is written for the model and is complete on its own. */
export interface Problem {
  code: ProblemCode;
  /** Empty when no path could be read. */
  path: RepoPath;
  message: string;
  /** Lines of a file, as they stand in `message`: the repository's words, which whoever passes them on has to mark as such. */
  quoted?: string;
  source?: OperationSource;
  facts?: {
    /** What was looked for, as sent. */
    sought?: string;
    count?: number;
    /** 1-based line numbers of the candidates. */
    lines?: number[];
    /** The closest real lines, with numbers. */
    closest?: { start: number; lines: string[] };
    /** Another shown file that holds the text. */
    otherFile?: RepoPath;
    level?: string;
  };
}

/** What a format read from a reply. */
export interface ParsedReply {
  format: FormatName;
  operations: Operation[];
  problems: Problem[];
  /** Shell snippets that the reply suggested; never run, only shown. */
  commands: string[];
  notes: string[];
}

/** What a parser may know of the repository: which files the model was shown, and what is there. */
export interface ParseContext {
  /** Files the model was shown in full, in order. */
  shown: RepoPath[];
  tree: Tree;
}

/** A read-only view of the repository while planning. Reads are lazy and cached by the implementation. */
export interface Tree {
  /** The file's bytes and kind, or undefined when nothing is there. */
  read(path: RepoPath): TreeEntry | undefined;
  /** Every file path; used for suggestions and suffix matches. */
  list(): readonly RepoPath[];
}
export type TreeEntry =
  | { type: 'file'; bytes: Uint8Array; mode: '100644' | '100755' }
  /** `unreadable`: a device, a file too large to be source code, or one that may not be read. */
  | { type: 'symlink' | 'submodule' | 'directory' | 'unreadable' };

/** One file of a change set; `before` is absent for a new file, `after` for a deleted one. */
export interface FileChange {
  path: RepoPath;
  action: 'create' | 'update' | 'delete' | 'rename';
  fromPath?: RepoPath;
  before?: Uint8Array;
  after?: Uint8Array;
  mode: '100644' | '100755';
}

/** The byte-exact result of all edits of a reply; written whole or not at all. */
export interface ChangeSet {
  files: FileChange[];
  notes: string[];
  /** Warnings for the model that do not stop the change (syntax was clean, now broken). */
  warnings: string[];
}

/**
 * `failed` keeps the good operations so that only the bad ones are asked for again:
 * pass `staged` to the next `plan` together with the operations of the repair reply.
 */
export type PlanResult =
  | { ok: true; changeSet: ChangeSet }
  | { ok: false; problems: Problem[]; staged: Operation[]; notes: string[] };

export interface PlanOptions {
  /** Files the model was shown; a misnamed path may only be redirected to one of these. */
  shown: RepoPath[];
  /** Globs that no edit may touch. */
  protect: readonly string[];
  /** Globs. When set, only what they match may change. */
  allow?: readonly string[];
  /** Paths, letter by letter. When set, nothing else may change: a pattern could not name `[id].ts` alone. */
  only?: readonly RepoPath[];
  /** Paths, letter by letter, that are to be read and not changed. */
  untouched?: readonly RepoPath[];
  /** For comparison runs only; the product's own unless said. */
  decisions?: Decisions;
  /** Syntax check by grammar: true clean, false broken, undefined unknown. Injected, so that the engine stays pure. */
  syntaxClean?: (path: RepoPath, bytes: Uint8Array) => boolean | undefined;
}

/** A format is one file behind the registry. */
export interface Format {
  name: FormatName;
  kind: 'text' | 'tools';
  instructions(context: InstructionContext): Instructions;
  parse(reply: EditReply, context: ParseContext): ParsedReply;
}

export interface InstructionContext {
  /** Fence that occurs in none of the shown files, e.g. three or four backticks. */
  fence: [open: string, close: string];
}

export interface Instructions {
  system: string;
  examples: { role: 'user' | 'assistant'; content: string }[];
  reminder: string;
  tools: { name: string; description: string; parameters?: Record<string, unknown> }[];
}
