/** A stored run as `status` tells of it. */
import { decodeTime } from 'ulid';
import { z } from 'zod';
import type { RunState } from '../report/replies.ts';
import type { StoredRun } from '../runs/store.ts';

const outcomeSchema = z.object({ kind: z.string() });

export function runState(run: StoredRun, now: number): RunState {
  const ended =
    run.state === 'ended' && run.outcome ? outcomeSchema.parse(JSON.parse(run.outcome)).kind : undefined;
  return {
    id: run.id,
    verb: run.task.verb,
    requester: run.task.requester.login,
    state: run.state === 'ended' ? 'ended' : run.state === 'queued' ? 'waiting' : 'running',
    words: ended?.replaceAll('-', ' ') ?? (run.state === 'stopping' ? 'stopping' : 'at work'),
    elapsedMs: Math.max(0, now - decodeTime(run.id)),
  };
}
