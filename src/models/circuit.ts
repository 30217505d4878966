/** Stops calling an endpoint that is down, so that a hundred runs do not each find it out for themselves. Pure state. */
import type { ModelFault } from './faults.ts';

export interface CircuitPolicy {
  /** Failures within `windowMs` that open the circuit. */
  failures: number;
  windowMs: number;
  /** How long it stays open before one call may probe. */
  openMs: number;
  /** The same after a refused key: nobody repairs that within a minute. */
  openAfterRefusalMs: number;
}

const DEFAULT_CIRCUIT: CircuitPolicy = {
  failures: 5,
  windowMs: 60_000,
  openMs: 60_000,
  openAfterRefusalMs: 600_000,
};

export interface Circuit {
  /** Undefined when a call may be made; else the time, in milliseconds since 1970, from which it may. */
  closedUntil(now: number): number | undefined;
  succeeded(): void;
  failed(fault: ModelFault, now: number): void;
}

/** A circuit for one endpoint. */
export function createCircuit(policy: CircuitPolicy = DEFAULT_CIRCUIT): Circuit {
  let failures: number[] = [];
  let openUntil = 0;
  let probeSince: number | undefined;

  const open = (until: number) => {
    openUntil = until;
    probeSince = undefined;
  };

  return {
    closedUntil(now) {
      if (openUntil === 0) return undefined;
      if (now < openUntil) return openUntil;
      // One call probes; the others wait for its result, but not for ever, in case it is never reported.
      if (probeSince !== undefined && now < probeSince + policy.openMs) return probeSince + policy.openMs;
      probeSince = now;
      return undefined;
    },
    succeeded() {
      failures = [];
      openUntil = 0;
      probeSince = undefined;
    },
    failed(fault, now) {
      if (fault.kind === 'auth' || fault.kind === 'quota') return open(now + policy.openAfterRefusalMs);
      // A refusal of this one request says that the endpoint works. A rate limit does too: it has its own waiting time.
      if (!fault.transient || fault.kind === 'rate_limit') return;
      failures = [...failures.filter((time) => now - time < policy.windowMs), now];
      if (probeSince !== undefined || failures.length >= policy.failures) open(now + policy.openMs);
    },
  };
}
