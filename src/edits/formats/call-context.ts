import type { OperationSource, ParseContext } from '../types.ts';
import { type Draft, report } from './draft.ts';

/** What a compiler of one kind of call works with. */
export interface CallContext {
  draft: Draft;
  context: ParseContext;
  source: OperationSource;
  /** The tool's name as called, for messages. */
  name: string;
}

/** One message per call, with the tool's name and what to do. */
export function badArguments(to: CallContext, reason: string, path = ''): void {
  report(
    to.draft,
    'BAD_ARGS',
    path,
    `The call of ${to.name} was not executed: ${reason}. Correct it and send it again.`,
    to.source,
  );
}
