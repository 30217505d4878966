/** The vocabulary of the coding loop. */
import type { CheckResult } from '../checks/types.ts';
import type { modes } from '../config/choices.ts';
import type { ContextFile } from '../context/files.ts';
import type { PromptParts } from '../context/messages.ts';
import type { Span } from '../context/spans.ts';
import type { FormatName } from '../edits/types.ts';
import type { RepoPath } from '../lib/types.ts';
import type { ChatMessage, ModelReply, ToolSpec } from '../models/types.ts';
import type { Identity, Workspace } from '../workspace/workspace.ts';

/** What a model call is for; decides the model and is shown in the record. */
export type Purpose = 'architect' | 'editor' | 'weak';

/** What a model is asked: parts, which are reduced when they do not fit its window, or messages as they are. */
export type Prompt = PromptParts | ChatMessage[];

/** Everything that the loop needs of the world. Calls with equal input give equal results within a run (the journal). */
export interface CoderWorld {
  workspace: Workspace;
  /**
   * Throws a `ModelFault` when there is no answer; `budget` and `context_exceeded` are for good. The weak model never
   * throws one: without an answer its reply is an empty refusal.
   */
  ask(purpose: Purpose, prompt: Prompt, tools?: ToolSpec[]): Promise<ModelReply>;
  /** How much of the room for input such a prompt takes; more than 1 does not fit. */
  fullness(purpose: Purpose, prompt: PromptParts, tools: ToolSpec[]): Promise<number>;
  /** Milliseconds that models and checks took so far, as recorded: the same after a restart. */
  elapsedMs(): number;
  /** Lint and test of the state of the files that `tree` names; empty when there is nothing to run. */
  check(tree: string): Promise<CheckResult[]>;
  /** The full test of that state, where `check` runs a faster one; empty where it runs all there is. */
  checkWhole(tree: string): Promise<CheckResult[]>;
  /** An outline of the definitions in that state that matter for `about`, best files first; empty when there is none. */
  outline(tree: string, about: string): Promise<string>;
  progress(event: CoderEvent): void;
  /** Throws when the run was stopped; asked between any two steps. */
  checkpoint(): void;
}

/**
 * - `architect`: one model plans, another writes the edits of each step.
 * - `direct`: one model does both in one answer.
 * - `agent`: one model reads, searches and edits by tools, as long as it wants within limits.
 */
export type Mode = (typeof modes)[number];

export interface CodingJob {
  run: string;
  mode: Mode;
  instruction: string;
  /** How many numbered points the instruction has, each of which is answered by itself: a review. 0 for any other. */
  points: number;
  /** The rest of the thread, typed by where it came from. */
  spans: readonly Span[];
  /** How this repository wants it. */
  conventions: readonly Span[];
  map: string;
  files: readonly ContextFile[];
  baseline: readonly CheckResult[];
  editFormat: FormatName;
  /** The test command for single edits, where it is another one than that for the whole. */
  fastTest?: string;
  /** Globs that no edit may touch. */
  protect: readonly string[];
  /** Files that are shown and that no edit may touch. */
  untouched?: readonly RepoPath[];
  /** When set, no edit may touch another file. */
  only?: readonly RepoPath[];
  /** Globs. When set, only what they match may change. */
  allow?: readonly string[];
  /** Files that came with the markers of a merge conflict: no edit is accepted while one of them is left. */
  conflicts?: readonly RepoPath[];
  /** A plan that somebody approved: carried out as it is, without asking the architect. */
  plan?: GivenPlan;
  maxReflections: number;
  /** Of models and checks together; then the run ends with what it has. */
  maxMinutes: number;
  commitStyle: 'conventional' | 'plain';
  author: Identity;
  /** Who asked; credited on each commit. */
  coAuthor?: Identity;
  /** Seconds since 1970 of the run's start; commits are dated from it so that a resumed run makes the same ones. */
  startedAt: number;
}

export interface GivenPlan {
  text: string;
  steps: readonly { title: string; text: string }[];
}

export type CoderEvent =
  | { type: 'planning' }
  | { type: 'planned'; steps: string[] }
  | { type: 'editing'; by: Purpose; format: FormatName; step: number; of: number; title: string }
  | { type: 'edited'; step: number; paths: RepoPath[] }
  | { type: 'checking'; step: number; of: number }
  | { type: 'checked'; results: readonly CheckResult[] }
  | { type: 'reflecting'; reflection: Reflection }
  | { type: 'committed'; commit: EditCommit }
  /** The last commit, with the results of checks that ran after it was made. */
  | { type: 'rechecked'; commit: EditCommit };

/** A problem that the harness found and sent back to the model. */
export interface Reflection {
  step: number;
  /** 1 is the first of the step. */
  attempt: number;
  kind: 'no-edits' | 'bad-edits' | 'unseen-file' | 'cut-off' | 'syntax' | 'lint' | 'tests';
  /** One line for people. */
  summary: string;
}

/** One accepted edit: a commit whose checks are no worse than those of the base. */
export interface EditCommit {
  id: string;
  subject: string;
  step: number;
  /** Steps of the plan; 0 when there is none, and an agent decides as it goes. */
  of: number;
  paths: RepoPath[];
  /** Checks of exactly this commit's tree; empty when there was nothing to run. */
  checks: readonly CheckResult[];
  /** True when every check passed. */
  green: boolean;
  reflections: number;
  notes: string[];
}

export interface DroppedStep {
  step: number;
  title: string;
  reason: string;
}

/** How the loop ended. `commits` are in the workspace, on top of the base, in this order. */
export type CodingResult = {
  plan: string;
  commits: EditCommit[];
  dropped: DroppedStep[];
  reflections: Reflection[];
  /** Shell commands that the model suggested; shown, never run. */
  suggestions: string[];
} & (
  | { outcome: 'done' }
  | { outcome: 'partial' | 'failed'; reason: string }
  | { outcome: 'needs-answer'; question: string }
  | { outcome: 'nothing-to-do'; reason: string }
);
