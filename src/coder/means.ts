/** The end of what a run may use. */
import { ModelFault } from '../models/faults.ts';

/**
 * Why no model answers any more, for people: money or room that ran out, a vendor that refuses for good, or one that was
 * away until the last attempt. No fault of the work, so what was verified before stands. Undefined for errors that another
 * attempt may mend.
 */
export function endOfMeans(error: unknown): string | undefined {
  if (!(error instanceof ModelFault) || error.transient || error.kind === 'cancelled') return undefined;
  return error.kind === 'budget' ? 'the cost limit was reached' : error.message;
}
