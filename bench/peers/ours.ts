import { memoryTree, planReply } from '../../src/edits/index.ts';
import type { Answer, Reply } from './types.ts';

export function ownAnswer({ reply, format, files }: Reply): Answer {
  const planned = planReply(reply, format, memoryTree(files), { shown: Object.keys(files), protect: [] });
  if (!planned.ok) return { files, refusal: planned.problems.map(({ message }) => message).join('\n') };
  const left = { ...files };
  for (const change of planned.changeSet.files) {
    if (change.fromPath !== undefined) delete left[change.fromPath];
    if (change.after) left[change.path] = Buffer.from(change.after).toString();
    else delete left[change.path];
  }
  return { files: left };
}
