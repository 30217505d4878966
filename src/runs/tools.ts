/** What a run is given to work with. */
import type { DependencyStore } from '../checks/dependencies/store.ts';
import type { Place } from '../checks/types.ts';
import type { CoderEvent } from '../coder/types.ts';
import type { FormatName } from '../edits/types.ts';
import type { Budget } from '../models/cost.ts';
import type { ModelReply, ModelRequest, Usage } from '../models/types.ts';
import type { RunFacts, StopCause } from '../report/types.ts';
import type { GitHome } from '../workspace/git.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { EarlierRun } from './earlier.ts';
import type { Forge } from './forge.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';

export interface RunModels {
  architect: string;
  editor: string;
  weak: string;
  editFormat: FormatName;
  /**
   * The same with other models for one run; undefined when the operator's configuration names one of them nowhere. Absent
   * where the models are given, as in a replay.
   */
  choose?(names: {
    architect?: string | undefined;
    editor?: string | undefined;
    weak?: string | undefined;
  }): RunModels | undefined;
  /** Models that may be chosen. */
  allowed?: readonly string[];
  complete(request: ModelRequest, options: { signal: AbortSignal; budget?: Budget }): Promise<ModelReply>;
  /** Tokens that a request takes; never too few. */
  count(request: ModelRequest): Promise<number>;
  /** Tokens of input and output together, and the most that an answer may have. */
  limits(model: string): { window: number; output: number };
  /** Whether the model can be shown images. */
  sees(model: string): boolean;
  /** US dollars, or undefined when the price is not known. */
  price(model: string, usage: Usage): number | undefined;
}

export interface RunFolders {
  /** Repository caches, shared by runs. */
  cache: string;
  /** Parsed tags of the repo map, shared by runs. */
  tags: string;
  /** Workspaces, one folder a run. */
  work: string;
  git: GitHome;
}

export interface StopRequest {
  /** A login. */
  by: string;
  /** Absent when it was asked for by a command. */
  because?: StopCause | undefined;
}

/** Told of everything as it happens. */
export interface RunListener {
  onFacts(facts: RunFacts): void;
  onEvent(event: CoderEvent): void;
}

export interface RunTools {
  journal: Journal;
  forge: Forge;
  /** Runs of this thread, and of what it is linked with, that were asked for before this one. Newest first. */
  earlier(): Promise<EarlierRun[]>;
  models: RunModels;
  ledger: Ledger;
  folders: RunFolders;
  /** What set-ups left in earlier runs; absent where every run does its own. */
  dependencies?: DependencyStore;
  /** Where repository commands run; a reason when they may not run here at all. */
  place(workspace: Workspace): Place | { type: 'none'; reason: string };
  /** Live displays in this process. */
  listener?: RunListener;
  /** No attempt follows this one, so every error ends the run visibly. */
  lastAttempt: boolean;
  /** Told of errors that end the run, for the log. */
  onError(error: unknown): void;
  /** Aborted when the process shuts down. */
  signal: AbortSignal;
  /** Who stopped the run, once somebody did. */
  stopped(): StopRequest | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}
