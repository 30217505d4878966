/** A stored run as `status` tells of it. */
import { decodeTime } from 'ulid';
import { z } from 'zod';
import type { RunState } from '../report/replies.ts';
import { isOver, type StoredRun } from '../runs/store.ts';

const outcomeSchema = z.object({ kind: z.string() });

export function runState(run: StoredRun, now: number): RunState {
  const ended = run.outcome ? outcomeSchema.parse(JSON.parse(run.outcome)).kind : undefined;
  return {
    id: run.id,
    verb: run.task.verb,
    requester: run.task.requester.login,
    state: isOver(run) ? 'ended' : run.state === 'queued' ? 'waiting' : 'running',
    words: ended?.replaceAll('-', ' ') ?? (run.state === 'stopping' ? 'stopping' : 'at work'),
    elapsedMs: Math.max(0, now - decodeTime(run.id)),
  };
}
