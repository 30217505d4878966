/** The edits of an agent's answer: all calls together where that goes, else one by one, each with its own answer. */
import { syntaxClean } from '../../../grammars/syntax.ts';
import { applyChangeSet, formats } from '../../edits/index.ts';
import type { ChangeSet, FormatName, Problem, Tree } from '../../edits/types.ts';
import type { RepoPath } from '../../lib/types.ts';
import type { ToolCall, ToolSpec } from '../../models/types.ts';
import { planEdits } from '../plan-edits.ts';
import { trackedTree } from '../tracked-tree.ts';
import type { CoderWorld, CodingJob } from '../types.ts';
import type { ToolAnswer } from './tool.ts';

export interface Edited {
  /** By the id of the call. */
  answers: Map<string, ToolAnswer>;
  changeSets: ChangeSet[];
  notes: string[];
  problems: Problem[];
}

const toolFormats: readonly FormatName[] = ['edit', 'apply_patch', 'text_editor'];

/** The edit tools that suit the model: its own format where that is one of tools. */
export function toolFormatOf(job: CodingJob): FormatName {
  return toolFormats.includes(job.editFormat) ? job.editFormat : 'edit';
}

export function editTools(format: FormatName): { specs: ToolSpec[]; rules: string } {
  const { tools, reminder } = formats[format].instructions({ fence: ['```', '```'] });
  return { specs: tools, rules: reminder };
}

/** Writes what can be written. `shown`: files that the model has seen in full. */
export async function carryOutEdits(
  calls: readonly ToolCall[],
  job: CodingJob,
  shown: RepoPath[],
  world: CoderWorld,
): Promise<Edited> {
  const edited: Edited = { answers: new Map(), changeSets: [], notes: [], problems: [] };
  if (calls.length === 0) return edited;
  const tree = await trackedTree(world.workspace);
  if (carryOut(calls, { job, shown, tree, edited, last: calls.length === 1 }, world)) return edited;
  if (calls.length === 1) return edited;
  for (const call of calls) {
    const now = await trackedTree(world.workspace);
    carryOut([call], { job, shown, tree: now, edited, last: true }, world);
  }
  return edited;
}

/** Plans and writes `calls` as one. Where that fails, it is answered only if no other way is left (`last`). */
function carryOut(
  calls: readonly ToolCall[],
  given: { job: CodingJob; shown: RepoPath[]; tree: Tree; edited: Edited; last: boolean },
  world: CoderWorld,
): boolean {
  const { job, shown, tree, edited, last } = given;
  const { protect, only, untouched, allow } = job;
  const options = {
    shown,
    protect,
    ...(only ? { only } : {}),
    ...(allow ? { allow } : {}),
    ...(untouched ? { untouched } : {}),
    syntaxClean,
  };
  const planned = planEdits({ text: '', toolCalls: [...calls] }, toolFormatOf(job), tree, options);
  if (!planned.ok && !last) return false;
  edited.notes.push(...planned.notes);
  if (!planned.ok) {
    edited.problems.push(...planned.problems);
    const why = planned.problems.map(({ code, message }) => `${code}: ${message}`).join('\n\n');
    for (const { id } of calls)
      edited.answers.set(id, { ok: false, content: `Nothing was changed by this call.\n\n${why}` });
    return false;
  }
  const { changeSet } = planned;
  applyChangeSet(changeSet, world.workspace.dir);
  edited.changeSets.push(changeSet);
  const warned = changeSet.warnings.length > 0 ? ` But note: ${changeSet.warnings.join(' ')}` : '';
  const files = changeSet.files.map(({ action, path }) => `${action}d ${path}`).join(', ');
  for (const { id } of calls)
    edited.answers.set(id, {
      ok: true,
      content: files === '' ? 'Done; no file differs.' : `Done: ${files}.${warned}`,
    });
  return true;
}
