/** Sentences that several formats share when they tell a model how to answer. Each is there because of a fault. */
import type { InstructionContext, Instructions } from '../types.ts';

/** Wrong edits start with invented files and with a text that fits in two places. */
export const SHARED_RULES = [
  // Shortened and misspelt paths are the commonest repair.
  'Name each file by its full path from the repository root, exactly as it was shown, with forward slashes.',
  // A file that was not shown can only be guessed at.
  'Change only files that were shown to you, or create new ones. If another existing file has to change, name it, say why, and stop.',
  // Elided code is deleted code.
  'Never abbreviate code with "..." or a comment such as "rest unchanged".',
  // Commands are shown to a person and never run.
  'Do not move, delete or install anything with shell commands: they are not run.',
];

export function bullets(rules: readonly string[]): string {
  return rules.map((rule) => `- ${rule}`).join('\n');
}

export function fenced(fence: InstructionContext['fence'], language: string, body: string): string {
  const [open, close] = fence;
  return `${open}${language}\n${body}\n${close}`;
}

/** Instructions of a text format: no tools. */
export function textInstructions(parts: Omit<Instructions, 'tools'>): Instructions {
  return { ...parts, tools: [] };
}
