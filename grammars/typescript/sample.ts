import { EventEmitter } from 'node:events';
import type { Clock, Logger as Log } from './clock.ts';
import * as metrics from '../metrics/index.ts';
export { retry } from './retry.ts';

/** How often a job was tried. */
export const MAX_ATTEMPTS = 5;
const table = { low: 0, high: 9 };

export type JobId = string & { readonly brand: unique symbol };

export enum Priority {
  Low = 'low',
  High = 'high',
}

export interface Job<T = unknown> extends Timed {
  id: JobId;
  run(signal: AbortSignal): Promise<T>;
}

declare module 'plugin' {
  function install(name: string): void;
}

namespace Units {
  export const second = 1000;
}

export abstract class Queue<T> extends EventEmitter implements Closable {
  #waiting: Job<T>[] = [];
  readonly limit: number;
  onIdle = () => this.emit('idle');

  constructor(private readonly clock: Clock, limit = MAX_ATTEMPTS) {
    super();
    this.limit = limit;
  }

  abstract persist(job: Job<T>): Promise<void>;

  get size(): number {
    return this.#waiting.length;
  }

  async push(job: Job<T>, priority: Priority = Priority.Low): Promise<void> {
    const started = this.clock.now();
    await this.persist(job);
    this.#insert(job, priority);
    metrics.record<number>('push', elapsed(started));
  }

  #insert(job: Job<T>, priority: Priority): void {
    if (priority === Priority.High) this.#waiting.unshift(job);
    else this.#waiting.push(job);
  }
}

export const elapsed = (since: number): number => Date.now() - since;
export const makeQueue = function <T>(log: Log): Queue<T> {
  return new MemoryQueue<T>(log, table.low);
};
export function describe(job: Job): asserts job is Job<string> {
  handlers.describe = () => format`job ${job.id}`;
}
export const routes = {
  list: async () => load(),
  remove(id: JobId) {
    return drop(id);
  },
};
@injectable()
export default class MemoryQueue<T> extends Queue<T> {
  override async persist(job: Job<T>) {
    const { encode, decode: read } = await import('./codec.ts');
    this.saved = job satisfies Job<T> as unknown;
    helper.encode?.(job)!.then(read);
  }
}
