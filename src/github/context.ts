/** What intake and worker share of the running App. */
import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { ParseOptions } from '../commands/parse.ts';
import type { Verb } from '../commands/types.ts';
import type { Sign } from '../report/marker.ts';
import type { Voice } from '../report/types.ts';
import type { Installations } from '../runs/installations.ts';
import type { Queue } from '../runs/queue.ts';
import type { Schedules } from '../runs/schedules.ts';
import type { SpendingBooks } from '../runs/spending.ts';
import type { RunStore } from '../runs/store.ts';
import type { Octokit } from './client.ts';
import type { AppIdentity } from './identity.ts';

export interface AppContext {
  store: RunStore;
  installations: Installations;
  queue: Queue;
  spending: SpendingBooks;
  schedules: Schedules;
  octokit(installation: number): Promise<Octokit>;
  app: AppIdentity;
  /** How comments are read. */
  commands: ParseOptions;
  voice: Voice & { available: ReadonlySet<Verb> };
  sign: Sign;
  /** Removes secrets, known ones and what looks like one; every text that is posted goes through it. */
  redact(text: string): string;
  log: Logger;
  version: string;
  /** What is kept on the disk for later runs, by the id of its repository. */
  caches: { sweep(): Promise<void>; forget(repository: number): Promise<void> };
  now(): number;
}

/** Signs our markers. A key of its own, derived from a secret of the bot, so that a signature tells nothing about that. */
export function signer(secret: string): Sign {
  const key = createHmac('sha256', secret).update('aiderbot comment marker').digest();
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
