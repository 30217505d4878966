/** What one answer of a model came to. */
import type { CheckResult } from '../checks/types.ts';
import type { RepoPath } from '../lib/types.ts';
import type { Reflection } from './types.ts';

/** `otherwise`: why nothing stays when no answer is left to mend it. */
export type Reflected = {
  type: 'reflect';
  kind: Reflection['kind'];
  summary: string;
  message: string;
  otherwise: string;
};
export type Accept = { type: 'accept'; paths: RepoPath[]; results: CheckResult[] };
export type Dropped = { type: 'dropped'; reason: string };
export type Nothing = { type: 'nothing'; reason: string };
export type Question = { type: 'question'; question: string };

export type Turn = Reflected | Accept | Dropped | Nothing | Question;

export const dropped = (reason: string): Dropped => ({ type: 'dropped', reason });
export const NOTHING: Nothing = { type: 'nothing', reason: 'the edits left every file as it was' };
/** A model that has nothing to say about a red check has not mended it. */
export const NO_FURTHER_EDIT: Dropped = dropped('the checks failed, and no further edit was made');

/** The two answers that are no work: a question to whoever asked, and "nothing has to change". */
export function readWord(text: string): Question | Nothing | undefined {
  const trimmed = text.trim();
  const question = /^\**QUESTION:\**\s*(.+)/is.exec(trimmed)?.[1];
  if (question) return { type: 'question', question: question.trim() };
  const nothing = /^\**NOTHING TO DO\b:?\**\s*(.*)/is.exec(trimmed);
  if (!nothing) return undefined;
  return { type: 'nothing', reason: nothing[1]?.trim() || 'the model saw nothing to change' };
}
