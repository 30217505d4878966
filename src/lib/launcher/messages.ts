/** What this process and its helper say to each other; `id` names a program that runs. */
import type { Program } from './types.ts';

export type ToHelper =
  | { type: 'start'; id: number; program: Program }
  | { type: 'write'; id: number; text: string }
  | { type: 'end-input'; id: number }
  | { type: 'kill'; id: number };

export type FromHelper =
  | { type: 'out' | 'err'; id: number; chunk: Buffer }
  | { type: 'end'; id: number; code: number | null; cause?: Error };
