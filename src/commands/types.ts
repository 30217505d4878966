/** The vocabulary of commands: what a comment may ask for. */
import type { FlagName, Flags } from './flags.ts';

export type Verb =
  | 'fix'
  | 'ask'
  | 'plan'
  | 'approve'
  | 'continue'
  | 'address'
  | 'undo'
  | 'redo'
  | 'stop'
  | 'retry'
  | 'test'
  | 'lint'
  | 'map'
  | 'status'
  | 'cost'
  | 'config'
  | 'task'
  | 'help'
  | 'ping';

/** Where a command stands. `inline`: a review comment on a line of a pull request. */
export type Place = 'issue' | 'pull-request' | 'inline';

/** Roles of GitHub, lowest first. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Role = (typeof roles)[number];

/** One entry of the registry: the help page, the docs table and the parser all come from it. */
export interface CommandSpec {
  verb: Verb;
  aliases: readonly string[];
  /** What follows the verb, as shown in help: `[text]` optional, `<text>` needed. */
  argument: string;
  /** True when the command means nothing without text. */
  needsText: boolean;
  places: readonly Place[];
  /** The lowest role that may use it unless the repository's settings say otherwise. */
  role: Role;
  flags: readonly FlagName[];
  /** Flags that stand without a value here, and what they mean then. */
  bare?: Partial<Record<FlagName, string>>;
  /** One line, for tables. */
  summary: string;
  /** What it does, what it needs, and what comes after; Markdown with `{trigger}` for the trigger word. */
  help: readonly HelpSentence[];
  /** What follows the trigger, one example each. */
  examples: readonly string[];
}

interface HelpSentence {
  text: string;
  /** Said only where this command or this place is available. */
  needs?: Verb | Place;
}

/** One command of a comment, in the order written. */
export interface Command {
  verb: Verb;
  /** The instruction or argument, cleaned of everything a reader could not see. May span lines. */
  text: string;
  flags: Flags;
  /** 1-based line of the comment. */
  line: number;
  /** What the parser assumed or removed; to be shown with the acknowledgement. */
  notes: string[];
}

export type RejectionReason =
  | 'unknown-verb'
  | 'unknown-flag'
  | 'bad-flag'
  | 'missing-text'
  | 'too-many-commands';

/** `rejected`: nothing of the comment may run; `message` is Markdown for the person who wrote it. */
export type ParsedComment =
  | { kind: 'none' }
  | { kind: 'commands'; commands: [Command, ...Command[]] }
  | { kind: 'rejected'; reason: RejectionReason; line: number; message: string };
