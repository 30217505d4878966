/** Applies an injected fault around the work that answers a request. */
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../faults.ts';
import { type Answer, ApiError } from './answers.ts';

/** The answer, or `cut` when the connection must be closed without one. */
export async function underFault(
  fault: Fault | undefined,
  work: () => Promise<Answer>,
): Promise<Answer | 'cut'> {
  switch (fault?.kind) {
    case undefined:
      return work();
    case 'latency':
      // A long wait must not keep the process alive after everything else has ended.
      await setTimeout(fault.ms, undefined, { ref: false });
      return work();
    case 'held': {
      const answer = await work();
      await fault.until;
      return answer;
    }
    case 'reset':
      if (fault.afterWork === true) await work();
      return 'cut';
    case 'status':
      return new ApiError(fault.status, fault.message ?? 'Injected fault', undefined, fault.headers).answer();
    case 'secondary-limit':
      return new ApiError(
        403,
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        undefined,
        { 'retry-after': String(fault.retryAfter) },
      ).answer();
    case 'primary-limit': {
      const reset = String(Math.floor(Date.now() / 1000) + fault.resetInSeconds);
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
      return new ApiError(403, 'API rate limit exceeded for installation.', undefined, headers).answer();
    }
    case 'done-but-502':
      await work();
      return { status: 502, body: { message: 'Server Error' } };
  }
}
