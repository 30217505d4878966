/** Time and chance of the real world. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './complete.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: () => Math.random(),
};
