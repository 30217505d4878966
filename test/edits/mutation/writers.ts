/** One edit as a model would send it in each format. */
import type { EditReply, FormatName } from '../../../src/edits/types.ts';

export interface Change {
  path: string;
  old: readonly string[];
  fresh: readonly string[];
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export function call(name: string, args: unknown): EditReply {
  return {
    text: '',
    toolCalls: [{ id: 'c1', name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }],
  };
}

export function diffBlock({ path, old, fresh }: Change): string {
  return `${path}\n\`\`\`\n<<<<<<< SEARCH\n${joined(old)}=======\n${joined(fresh)}>>>>>>> REPLACE\n\`\`\`\n`;
}

/** Old and new lines as a hunk: common head and tail as context. */
export function hunkLines({ old, fresh }: Change): string[] {
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail))
    tail += 1;
  return [
    ...old.slice(0, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail).map((line) => ` ${line}`),
  ];
}

export function patchText(change: Change, anchors: readonly string[] = ['']): string {
  const heads = anchors.map((anchor) => (anchor === '' ? '@@' : `@@ ${anchor}`));
  return [
    '*** Begin Patch',
    `*** Update File: ${change.path}`,
    ...heads,
    ...hunkLines(change),
    '*** End Patch',
    '',
  ].join('\n');
}

export function udiffText(change: Change): string {
  return [
    '```diff',
    `--- ${change.path}`,
    `+++ ${change.path}`,
    '@@ ... @@',
    ...hunkLines(change),
    '```',
    '',
  ].join('\n');
}

export const writers = {
  diff: (change: Change): EditReply => ({ text: `Here it is.\n\n${diffBlock(change)}` }),
  udiff: (change: Change): EditReply => ({ text: udiffText(change) }),
  patch: (change: Change): EditReply => ({ text: patchText(change) }),
  apply_patch: (change: Change): EditReply => call('apply_patch', { input: patchText(change) }),
  edit: ({ path, old, fresh }: Change): EditReply =>
    call('edit', { path, edits: [{ oldText: old.join('\n'), newText: fresh.join('\n') }] }),
  text_editor: ({ path, old, fresh }: Change): EditReply =>
    call('str_replace_based_edit_tool', {
      command: 'str_replace',
      path,
      old_str: old.join('\n'),
      new_str: fresh.join('\n'),
    }),
} satisfies Partial<Record<FormatName, (change: Change) => EditReply>>;

export type Written = keyof typeof writers;
export const writtenFormats = Object.keys(writers) as Written[];
