/** Stage 2: the checkout. */
import path from 'node:path';
import { fetchRef } from '../../workspace/cache.ts';
import { keptTreeOf } from '../../workspace/kept-tree.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import type { RunRecord } from '../record.ts';
import type { Task } from '../task.ts';
import type { RunTools } from '../tools.ts';
import type { RunRequest } from './read.ts';

/** A fresh workspace at the commit that the run started from, also after a restart: the journal then fills it again. */
export async function checkOut(
  request: RunRequest,
  task: Task,
  tools: RunTools,
  record: RunRecord,
): Promise<Workspace> {
  record.stage('prepare', { state: 'running', commit: request.start.commit });
  const { forge, folders } = tools;
  const store =
    forge.objects ??
    (await fetchRef(forge.remote, request.start.ref ?? `refs/heads/${request.start.baseBranch}`, {
      root: folders.cache,
      home: folders.git,
      signal: tools.signal,
      enough: request.start.commit,
    }));
  return openWorkspace(store, request.start.commit, {
    root: path.join(folders.work, task.run),
    home: folders.git,
    remote: forge.remote,
    // Only beside a mirror of ours: a run on somebody's own repository leaves nothing behind.
    ...(forge.objects ? {} : { keepAt: keptTreeOf(store.gitDir) }),
  });
}
