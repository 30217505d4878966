/**
 * The facts of a run, as far as they are shown. Everything a comment or a pull request claims is rendered from these;
 * nothing here is text that a model wrote about its own success. Values survive JSON, so the journal can keep them.
 * Text marked "hostile" comes from a model, a repository or a person and goes through `safe.ts` before it is shown.
 */

/** A lint or test command and what came of it; a `CheckResult` of the checks folder is one of these. */
export interface CheckFacts {
  kind: 'lint' | 'test' | 'setup';
  /** From the repository's settings. */
  command: string;
  /** null when the command was killed or never started. */
  exitCode: number | null;
  timedOut: boolean;
  durationMs: number;
  /** Absent when the output could not be counted. */
  tests?: TestFacts | undefined;
  /** Hostile. */
  log: { head: string; tail: string; truncated: boolean; omittedBytes: number };
  environment: 'sandbox' | 'direct' | 'external';
  /** `not-green`: no evidence either way. */
  status: 'green' | 'red' | 'not-green';
  /** One sentence fragment by the harness: `2 of 31 tests failed`. */
  reason: string;
}

interface TestFacts {
  found: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Names and messages are hostile. May be fewer than `failed`. */
  failures: readonly {
    name: string;
    message?: string | undefined;
    file?: string | undefined;
    line?: number | undefined;
  }[];
}

/** `waiting`: not begun. `skipped`: does not apply to this run. */
type StageState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped';

/** A stage of the pipeline and what is known of it so far, in the order in which they run. */
export type Stage = { state: StageState } & (
  | { name: 'read'; comments?: number; images?: number; linkedIssues?: number }
  | { name: 'prepare'; commit?: string; baseline?: number }
  | { name: 'map'; files?: number; inContext?: number; tokens?: number }
  | { name: 'revert'; commits?: number }
  /** Files with conflicts. */
  | { name: 'merge'; conflicts?: number }
  | { name: 'answer'; model?: string }
  | { name: 'plan'; model?: string; steps?: number }
  | { name: 'edit'; model?: string; format?: string; step?: number; of?: number; path?: string }
  | { name: 'check'; running?: string; reflections?: number }
  | { name: 'publish'; draft?: boolean; suggests?: boolean }
);

/** A file that the models were shown, and why. Paths and reasons are hostile. */
export interface ContextFact {
  path: string;
  reasons: readonly string[];
}

/** One commit of the run, oldest first; an `EditCommit` of the coding loop is one of these. */
export interface CommitFacts {
  /** Full object id. */
  id: string;
  /** Hostile. */
  subject: string;
  /** 1-based step of the plan, and how many there are; 0 when there is no plan that says. */
  step: number;
  of: number;
  /** Hostile. */
  paths: readonly string[];
  /** Checks of exactly this commit's tree. */
  checks: readonly CheckFacts[];
  reflections: number;
  /** Repairs made while reading or placing the edit. */
  notes: readonly string[];
}

/** A step that was planned and not made. Title and reason are hostile. */
interface DroppedFact {
  step: number;
  title: string;
  reason: string;
}

/** What one model did in this run. Tokens as the provider reported them; `cachedInput` is part of `input`. */
export interface ModelUse {
  role: 'architect' | 'editor' | 'weak';
  /** `provider/model` */
  model: string;
  calls: number;
  input: number;
  cachedInput: number;
  output: number;
}

export interface Spending {
  models: readonly ModelUse[];
  /** US dollars; absent when the price of a model is not known. */
  usd?: number | undefined;
  /** Most that this run may cost. */
  limitUsd?: number | undefined;
}

/** A plan that can be approved. Titles, texts and paths are hostile. Everything that the hash covers is here. */
export interface PlanFacts {
  /** Lower-case hex over instruction, thread, base commit, steps and files. */
  hash: string;
  instruction: string;
  /** Digest of title and body of the thread, as the architect saw them. */
  thread: string;
  /** The commit that it was made for. */
  base: string;
  /** What stands before the first step. */
  intro: string;
  steps: readonly { title: string; text: string; files: readonly string[] }[];
  /** Nothing else may be changed. */
  files: readonly { path: string; isNew: boolean }[];
  /** Shown to the editor, beside the files to change. */
  context: readonly (ContextFact & { partTokens?: number | undefined })[];
  checks: readonly { kind: 'lint' | 'test'; command: string }[];
  estimate: PlanEstimate;
}

/** What carrying it out will take: from one answer for each step to all reflections used. */
export interface PlanEstimate {
  /** Input and output together. */
  tokens: { least: number; most: number };
  /** US dollars; absent when a price is not known. */
  usd?: { least: number; most: number } | undefined;
}

/** A commit as a mail for `git am`. Hostile. */
export interface PatchText {
  subject: string;
  text: string;
  /** What looks like a secret was taken out, so it may not apply. */
  isCut?: boolean | undefined;
}

/** Where the commits of a run are that could not go where they were meant to. */
export type KeptWork =
  /** `page` shows it and offers a pull request. */
  | { kind: 'branch'; branch: string; page?: string | undefined }
  /** Mails for `git am` on top of `base`, oldest first. Subjects and texts are hostile. */
  | {
      kind: 'patch';
      base: string;
      patches: readonly PatchText[];
      /** Files that are left out, since showing them would publish a secret. Hostile. */
      withheld: readonly string[];
    };

/** What a run of another verb than `fix` has to tell. */
export type AnswerFacts =
  | { kind: 'plan'; plan: PlanFacts }
  /** What would have been pushed; hostile. */
  | { kind: 'diff'; text: string; commits: number }
  /** The base branch was taken in. The branch and the paths are hostile; `resolved`: files whose conflicts a model resolved. */
  | { kind: 'merged'; branch: string; commit: string; resolved: readonly string[] }
  /** The commits that an undo or redo took back, newest first. Subjects are hostile. */
  | { kind: 'taken-back'; commits: readonly { id: string; subject: string }[] }
  /** The results are in `final`. */
  | { kind: 'checks' }
  /** Hostile: a model's Markdown. */
  | { kind: 'text'; text: string }
  /** Hostile: paths, reasons and the map. */
  | { kind: 'map'; ranked: readonly ContextFact[]; map: string; tokens: number };

/** What people do to a thread that takes the ground from under its runs. */
export const stopCauses = ['closed', 'comment-deleted', 'command-removed', 'uninstalled'] as const;
export type StopCause = (typeof stopCauses)[number];

/** Every way for a run to end. Reasons are short sentence fragments; those of models are hostile. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'partial'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'needs-answer'; question: string }
  /** `because`: what was done to the thread, when it was no command. */
  | { kind: 'stopped'; by: string; because?: StopCause | undefined }
  | { kind: 'over-budget' }
  | { kind: 'nothing-to-do'; reason: string };

export interface RunFacts {
  /** ULID */
  id: string;
  command: {
    verb: string /** Hostile. */;
    text: string /** What the parser assumed. */;
    notes: readonly string[];
  };
  /** GitHub login of whoever asked. */
  requester: string;
  repository: { owner: string; name: string; defaultBranch: string };
  /** Where it was asked; the title is hostile. `task`: a schedule asked. */
  thread:
    | { kind: 'issue' | 'pull-request'; number: number; title: string }
    | { kind: 'task'; id: string; title: string };
  base: { branch: string; commit: string };
  branch?: string | undefined;
  pullRequest?: { number: number; url: string; draft: boolean } | undefined;
  /** Set when `commits` are suggestions in a review instead of a push; `left` is hostile. */
  suggested?: { url: string; suggestions: number; left: readonly string[] } | undefined;
  /** Set when `commits` did not reach their branch. */
  kept?: KeptWork | undefined;
  stages: readonly Stage[];
  context: readonly ContextFact[];
  /** What was changed and why, by a model. Hostile. */
  summary?: string | undefined;
  commits: readonly CommitFacts[];
  /** Of a run of another verb than `fix`. */
  answer?: AnswerFacts | undefined;
  /** What it has to tell stands in the threads of a review, too. */
  inThreads?: boolean | undefined;
  /** The whole instruction, where it is more than the text of the command. Hostile. */
  request?: string | undefined;
  /** The approved plan that it carries out. */
  /** The maintenance task of the settings that this is; it settles no issue. */
  maintenance?: string | undefined;
  carriesOut?: { run: string; hash: string } | undefined;
  dropped: readonly DroppedFact[];
  /** Checks of the base commit. */
  baseline: readonly CheckFacts[];
  /** Checks of the last commit. */
  final: readonly CheckFacts[];
  reflections: { used: number; allowed: number };
  /** Shell commands that a model suggested; shown, never run. Hostile. */
  suggestions: readonly string[];
  /** What happened on the way that a reader should know: removed hidden text, fallbacks. */
  notes: readonly string[];
  spending: Spending;
  elapsedMs: number;
  /** Absent while the run goes on. */
  outcome?: Outcome | undefined;
  /** Pages of this App and of GitHub; absent when there is none. */
  links: { run?: string | undefined; check?: string | undefined };
}

/** How this installation speaks: its trigger word, and the verbs that it can do. */
export interface Voice {
  /** With its slash: `/aider`. */
  trigger: string;
  /** Only these verbs are ever proposed to a reader. */
  available: ReadonlySet<string>;
}
