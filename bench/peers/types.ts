import type { FormatName } from '../../src/edits/types.ts';
import type { Trial } from '../../test/edits/mutation/mistakes.ts';

/** A reply, the files before it, and what has to come of it. */
export interface Reply extends Trial {
  /** Number of the mistake in the mutation suite; 0 is none. */
  mistake: number;
  name: string;
  /** The file that is meant. */
  path: string;
  /** All files when everything is right, where another one than `path` changes. */
  wanted?: Record<string, string>;
}

/** What a tool left. */
export interface Answer {
  files: Record<string, string>;
  /** What it told the model, when it did not do all that was asked. */
  refusal?: string;
}

/** Another tool's way from a reply to files. */
export interface Peer {
  name: string;
  formats: readonly FormatName[];
  /** The reply as this tool would get it; undefined when its format has no way to say it. */
  expresses(reply: Reply): boolean;
  /** Answers in the order of the replies. */
  answer(replies: readonly Reply[]): Promise<Answer[]>;
}
