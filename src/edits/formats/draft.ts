import type { FormatName, Operation, OperationSource, ParsedReply, Problem, ProblemCode } from '../types.ts';

/** A parsed reply while it is being read. */
export interface Draft extends ParsedReply {
  operations: Operation[];
}

export function newDraft(format: FormatName): Draft {
  return { format, operations: [], problems: [], commands: [], notes: [] };
}

export function report(
  draft: Draft,
  code: ProblemCode,
  path: string,
  message: string,
  source: OperationSource,
  facts?: Problem['facts'],
): void {
  draft.problems.push({ code, path, message, source, ...(facts ? { facts } : {}) });
}
