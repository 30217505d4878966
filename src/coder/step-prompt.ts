/** What the editor is shown for one step. */
import { type ContextFile, fenceFor } from '../context/files.ts';
import type { PromptParts } from '../context/messages.ts';
import { renderSpan } from '../context/spans.ts';
import { formats } from '../edits/index.ts';
import type { Tree } from '../edits/types.ts';
import type { RepoPath } from '../lib/types.ts';
import type { ChatMessage, ToolSpec } from '../models/types.ts';
import { directSystem } from './prompts/direct.ts';
import { editorSystem } from './prompts/editor.ts';
import { looksSecret } from './secret-files.ts';
import type { CodingJob } from './types.ts';

export interface Step {
  number: number;
  of: number;
  title: string;
  text: string;
}

/** Who writes the edits of a step, and what is shown to it. */
export interface Writer {
  purpose: 'architect' | 'editor';
  first: ChatMessage;
  prompt(
    files: readonly ContextFile[],
    turns: readonly ChatMessage[],
  ): { prompt: PromptParts; tools: ToolSpec[] };
}

/** The editor gets the plan, the request that it answers and the files to edit: no thread, no map, no history of other steps. */
export function editor(job: CodingJob, step: Step): Writer {
  const first = planTurn(job, step);
  return {
    purpose: 'editor',
    first,
    prompt: (files, turns) =>
      writing(job, editorSystem, files, { map: '', spans: [], focus: first.content, turns }),
  };
}

/** One model that plans and writes in the same answer, from everything that an architect sees. */
export function soleWriter(job: CodingJob): Writer {
  const first: ChatMessage = {
    role: 'user',
    content: renderSpan({ provenance: 'instruction', label: 'The request', text: job.instruction }),
  };
  const focus = [job.instruction, ...job.spans.map((span) => span.text)].join('\n');
  return {
    purpose: 'architect',
    first,
    prompt: (files, turns) =>
      writing(job, directSystem, files, { map: job.map, spans: job.spans, focus, turns }),
  };
}

function writing(
  job: CodingJob,
  role: string,
  files: readonly ContextFile[],
  // The focus is of the first turn alone: what is shown stays the same while the step goes on.
  rest: Required<Pick<PromptParts, 'map' | 'spans' | 'focus' | 'turns'>>,
): { prompt: PromptParts; tools: ToolSpec[] } {
  const fence = fenceFor(files.map((file) => file.content));
  const instructions = formats[job.editFormat].instructions({ fence });
  return {
    tools: instructions.tools,
    prompt: {
      system: `${role}\n\n${instructions.system}`,
      examples: instructions.examples,
      conventions: job.conventions,
      files,
      fence,
      ...rest,
      reminder: instructions.reminder,
    },
  };
}

function planTurn(job: CodingJob, step: Step): ChatMessage {
  const plan =
    step.of > 1
      ? `Carry out step ${step.number} of ${step.of} of this plan, and only that`
      : 'Carry out this plan';
  const request = renderSpan({
    provenance: 'instruction',
    label: 'The request that all this is about',
    text: job.instruction,
  });
  return { role: 'user', content: `${request}\n\n${plan}:\n\n${step.text}` };
}

const decoder = new TextDecoder();

/** Files as they are now: an earlier edit of the run may have changed or deleted them. */
export function currentFiles(files: readonly ContextFile[], tree: Tree): ContextFile[] {
  return files.flatMap((file) => {
    const entry = tree.read(file.path);
    return entry?.type === 'file' ? [{ ...file, content: decoder.decode(entry.bytes) }] : [];
  });
}

/** The files of `paths` that are there, not among `known` and fit to be shown. */
export function newFiles(
  paths: readonly RepoPath[],
  known: readonly ContextFile[],
  tree: Tree,
  reason: string,
): ContextFile[] {
  const seen = new Set(known.map((file) => file.path));
  return [...new Set(paths)].flatMap((path) => {
    const entry = path === '' || seen.has(path) || looksSecret(path) ? undefined : tree.read(path);
    return entry?.type === 'file' ? [{ path, content: decoder.decode(entry.bytes), reasons: [reason] }] : [];
  });
}
