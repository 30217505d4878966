/** Work that comes up by the clock. */
import type { Logger } from 'pino';

export interface Sweeps {
  /** Starts no more and waits for the one under way. */
  stop(): Promise<void>;
}

/** Does all of `works` at once and then every `everyMs`, one after the other; what fails is logged and tried again next time. */
export function startSweeps(
  works: Readonly<Record<string, () => Promise<unknown>>>,
  everyMs: number,
  log: Logger,
): Sweeps {
  let isStopped = false;
  const sweep = async () => {
    for (const [name, work] of Object.entries(works)) {
      if (isStopped) return;
      await work().catch((error: unknown) => log.warn({ err: error, sweep: name }, 'sweep'));
    }
  };
  let current = sweep();
  const timer = setInterval(() => {
    current = current.then(sweep);
  }, everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
