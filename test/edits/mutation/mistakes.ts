/** The mistakes of models, one function each: how the reply or the file differs from a good edit, and what has to come of it. */
import type { EditReply, FormatName } from '../../../src/edits/types.ts';
import { expected, type GoodEdit } from './edits.ts';
import {
  type Change,
  call,
  diffBlock,
  hunkLines,
  patchText,
  type Written,
  writers,
  writtenFormats,
} from './writers.ts';

export interface Trial {
  format: FormatName;
  reply: EditReply;
  files: Record<string, string>;
  /** The edited file when everything is right. */
  right: string;
  /** What has to come of it: the right file, a refusal that says why, or either. */
  want: 'recovered' | 'refused' | 'either';
}

export interface Mistake {
  number: number;
  name: string;
  /** Trials for one good edit; none where the mistake cannot be made. */
  trials(edit: GoodEdit): Trial[];
}

const changeOf = (edit: GoodEdit): Change => ({ path: edit.sample.path, old: edit.old, fresh: edit.fresh });
const pairBased: readonly Written[] = ['diff', 'edit', 'text_editor'];
const both = (edit: GoodEdit, map: (lines: readonly string[]) => string[]): Change => ({
  path: edit.sample.path,
  old: map(edit.old),
  fresh: map(edit.fresh),
});

function trial(edit: GoodEdit, format: FormatName, reply: EditReply, more: Partial<Trial> = {}): Trial {
  return {
    format,
    reply,
    files: { [edit.sample.path]: edit.sample.text },
    right: expected(edit),
    want: 'recovered',
    ...more,
  };
}

/** The same change, written in several formats. */
const inFormats = (
  edit: GoodEdit,
  formats: readonly Written[],
  change: Change,
  more: Partial<Trial> = {},
): Trial[] => formats.map((format) => trial(edit, format, writers[format](change), more));

const tool = (edit: GoodEdit, args: unknown, more: Partial<Trial> = {}): Trial =>
  trial(edit, 'edit', call('edit', args), more);
const pair = (edit: GoodEdit) => ({ oldText: edit.old.join('\n'), newText: edit.fresh.join('\n') });

/** The file with other line ends, and the right result: a written line takes the line end of the one it replaces or follows. */
function withEnds(edit: GoodEdit, endOf: (line: number) => string): Partial<Trial> {
  const file = edit.lines.map((line, index) => line + endOf(index)).join('');
  const kept = edit.kind === 'insert' ? edit.pivot + 1 : edit.pivot;
  const right = [
    ...edit.lines.slice(0, edit.at + kept).map((line, index) => line + endOf(index)),
    ...(edit.kind === 'delete' ? [] : [(edit.fresh[kept] ?? '') + endOf(edit.at + edit.pivot)]),
    ...edit.lines
      .slice(edit.at + edit.pivot + 1)
      .map((line, index) => line + endOf(edit.at + edit.pivot + 1 + index)),
  ];
  return { files: { [edit.sample.path]: file }, right: right.join('') };
}

const indented = (by: string) => (lines: readonly string[]) =>
  lines.map((line) => (line.trim() === '' ? line : by + line));

/** A line above the block that stands once and can be an anchor. */
function anchorAbove(edit: GoodEdit): string | undefined {
  const above = edit.lines.slice(0, edit.at);
  return above.findLast(
    (line) =>
      line.trim().length > 3 && edit.lines.filter((other) => other.trim() === line.trim()).length === 1,
  );
}

export const mistakes: readonly Mistake[] = [
  { number: 0, name: 'no mistake', trials: (edit) => inFormats(edit, writtenFormats, changeOf(edit)) },
  {
    number: 1,
    name: 'array sent as JSON string',
    trials: (edit) => [tool(edit, { path: edit.sample.path, edits: JSON.stringify([pair(edit)]) })],
  },
  {
    number: 2,
    name: 'aliased argument names',
    trials: (edit) => [
      tool(edit, {
        file_path: edit.sample.path,
        old_string: pair(edit).oldText,
        new_string: pair(edit).newText,
      }),
      tool(edit, {
        filePath: edit.sample.path,
        edits: [{ search: pair(edit).oldText, replace: pair(edit).newText }],
      }),
    ],
  },
  {
    number: 3,
    name: 'extra invented keys',
    trials: (edit) => [
      tool(edit, { path: edit.sample.path, confidence: 0.9, edits: [{ ...pair(edit), language: 'x' }] }),
    ],
  },
  {
    number: 4,
    name: 'number or boolean as string',
    trials: (edit) => [
      tool(edit, {
        path: edit.sample.path,
        old_string: pair(edit).oldText,
        new_string: pair(edit).newText,
        replace_all: 'false',
        expected_replacements: '1',
      }),
    ],
  },
  {
    number: 5,
    name: 'raw newlines in JSON strings',
    trials: (edit) => {
      const args = JSON.stringify({ path: edit.sample.path, edits: [pair(edit)] })
        .replaceAll('\\n', '\n')
        .replaceAll('\\t', '\t');
      // A program's own backslash-n is written with two backslashes in JSON and must not be touched by this mistake.
      return /\\[nt]/.test(edit.old.join() + edit.fresh.join())
        ? []
        : [trial(edit, 'edit', call('edit', args))];
    },
  },
  {
    number: 6,
    name: 'cut off in the middle',
    trials: (edit) => {
      const args = JSON.stringify({ path: edit.sample.path, edits: [pair(edit)] });
      const text = diffBlock(changeOf(edit));
      return [
        trial(edit, 'edit', { ...call('edit', args.slice(0, -8)), cutOff: true }, { want: 'refused' }),
        trial(
          edit,
          'diff',
          { text: text.slice(0, text.indexOf('>>>>>>>') - 3), cutOff: true },
          { want: 'refused' },
        ),
        trial(edit, 'diff', { text: text.slice(0, text.indexOf('=======') - 2) }, { want: 'refused' }),
      ];
    },
  },
  {
    number: 7,
    name: 'patch in a heredoc, a fence or JSON',
    trials: (edit) => {
      const patch = patchText(changeOf(edit));
      return [
        `apply_patch <<'EOF'\n${patch}EOF\n`,
        `\`\`\`\n${patch}\`\`\`\n`,
        JSON.stringify({ patch }),
      ].map((input) => trial(edit, 'apply_patch', call('apply_patch', { input })));
    },
  },
  {
    number: 8,
    name: 'padded markers and headers',
    trials: (edit) => {
      const patch = patchText(changeOf(edit))
        .replace('*** Begin Patch', '  *** Begin Patch  ')
        .replace('*** Update', ' *** Update');
      const block = diffBlock(changeOf(edit))
        .replace('<<<<<<< SEARCH', '<<<<<<< SEARCH  ')
        .replace('>>>>>>> REPLACE', '>>>>>>>  REPLACE');
      return [trial(edit, 'patch', { text: patch }), trial(edit, 'diff', { text: block })];
    },
  },
  {
    number: 9,
    name: 'stacked anchors',
    trials: (edit) => {
      const anchor = anchorAbove(edit);
      const first = edit.lines[0];
      if (anchor === undefined || first === undefined || first.trim() === anchor.trim()) return [];
      return [trial(edit, 'patch', { text: patchText(changeOf(edit), [first, anchor.trim()]) })];
    },
  },
  {
    number: 10,
    name: 'first chunk without @@',
    trials: (edit) => [trial(edit, 'patch', { text: patchText(changeOf(edit), []) })],
  },
  {
    number: 11,
    name: 'context line without its leading blank',
    trials: (edit) => {
      const bare = hunkLines(changeOf(edit)).map((line, index) =>
        index === 0 && line.startsWith(' ') ? line.slice(1) : line,
      );
      // A line that begins with a sign of its own would be read as another kind of line.
      if (/^[-+ @*#\\]/.test(bare[0] ?? '') || (bare[0] ?? '') === '') return [];
      const head = ['*** Begin Patch', `*** Update File: ${edit.sample.path}`, '@@'];
      return [trial(edit, 'patch', { text: [...head, ...bare, '*** End Patch', ''].join('\n') })];
    },
  },
  {
    number: 12,
    name: 'file CRLF, text LF',
    trials: (edit) =>
      inFormats(
        edit,
        writtenFormats,
        changeOf(edit),
        withEnds(edit, () => '\r\n'),
      ),
  },
  {
    number: 13,
    name: 'file with mixed line ends',
    trials: (edit) =>
      inFormats(
        edit,
        writtenFormats,
        changeOf(edit),
        withEnds(edit, (line) => (line % 3 === 0 ? '\r\n' : '\n')),
      ),
  },
  {
    number: 14,
    name: 'byte-order mark in the file',
    trials: (edit) =>
      inFormats(edit, writtenFormats, changeOf(edit), {
        files: { [edit.sample.path]: `\ufeff${edit.sample.text}` },
        right: `\ufeff${expected(edit)}`,
      }),
  },
  {
    number: 15,
    name: 'blanks at line ends differ',
    trials: (edit) => [
      ...inFormats(edit, pairBased, {
        ...changeOf(edit),
        old: edit.old.map((line, index) => (index % 2 === 0 ? `${line}  ` : line)),
      }),
      ...inFormats(edit, pairBased, changeOf(edit), {
        files: {
          [edit.sample.path]: edit.lines
            .map((line, index) => (index < edit.at ? `${line} \n` : `${line}\n`))
            .join(''),
        },
        right: edit.lines
          .slice(0, edit.at)
          .map((line) => `${line} \n`)
          .join('')
          .concat(`${[...edit.fresh, ...edit.lines.slice(edit.at + edit.old.length)].join('\n')}\n`),
      }),
    ],
  },
  {
    number: 16,
    name: 'curly quotes, dashes, hard blanks',
    trials: (edit) => {
      const curled = edit.old.map((line) =>
        line
          .replaceAll('"', '\u201c')
          .replaceAll("'", '\u2019')
          .replaceAll('-', '\u2013')
          .replace(/(\S) (\S)/, '$1\u00a0$2'),
      );
      if (curled.join() === edit.old.join()) return [];
      return inFormats(edit, pairBased, { ...changeOf(edit), old: curled });
    },
  },
  {
    number: 17,
    name: 'full-width or decomposed letters',
    trials: (edit) => {
      const wide = edit.old.map((line) =>
        line
          .normalize('NFD')
          .replace(/[A-Za-z]{3}/, (word) =>
            [...word].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join(''),
          ),
      );
      return wide.join() === edit.old.join()
        ? []
        : inFormats(edit, pairBased, { ...changeOf(edit), old: wide });
    },
  },
  {
    number: 18,
    name: 'uniformly wrong indentation',
    trials: (edit) => {
      const more = inFormats(edit, pairBased, both(edit, indented('    ')));
      const deep = edit.old.concat(edit.fresh).every((line) => line.trim() === '' || line.startsWith('  '));
      const outdent = (lines: readonly string[]) => lines.map((line) => line.replace(/^ {2}/, ''));
      return deep ? [...more, ...inFormats(edit, pairBased, both(edit, outdent))] : more;
    },
  },
  {
    number: 19,
    name: 'unevenly wrong indentation',
    trials: (edit) => {
      // The same line in both texts: one that is kept, changed or deleted, never one that is new.
      const off = Math.min(1, edit.old.length - 1);
      const sent = edit.old[off] ?? '';
      const answer = edit.kind === 'change' ? edit.fresh[off] : sent;
      if (sent.trim() === '') return [];
      const uneven = (lines: readonly string[]) =>
        lines.map((line) => (line === sent || line === answer ? `   ${line}` : line));
      return inFormats(edit, pairBased, both(edit, uneven), { want: 'either' });
    },
  },
  {
    number: 20,
    name: 'copied line numbers',
    trials: (edit) => {
      const numbered = (separator: string) => (lines: readonly string[]) =>
        lines.map((line, index) => `${String(edit.at + 1 + index).padStart(6)}${separator}${line}`);
      return ['\t', ' | ', '\u2192'].flatMap((separator) =>
        inFormats(edit, pairBased, both(edit, numbered(separator))),
      );
    },
  },
  {
    number: 21,
    name: 'literal \\n instead of a newline',
    trials: (edit) => {
      if (/\\/.test(edit.old.join() + edit.fresh.join())) return [];
      const flat = (lines: readonly string[]) => [lines.join('\\n')];
      // Quotes that hide the escapes make it unclear what they mean.
      const clear = !/["'`]/.test(edit.fresh.join());
      return inFormats(edit, ['edit', 'text_editor'], both(edit, flat), {
        want: clear ? 'recovered' : 'either',
      });
    },
  },
  {
    number: 22,
    name: 'stale or invented text',
    trials: (edit) => {
      const stale = edit.old.map((line, index) => (index === edit.pivot ? `${line} was_here_before` : line));
      const fresh = edit.kind === 'insert' ? [...stale, 'x_y_z = 1'] : edit.fresh;
      const change = { path: edit.sample.path, old: stale, fresh };
      // A stale line that the edit keeps may stay as the file has it.
      const right = expected({ ...edit, fresh: [...edit.old, 'x_y_z = 1'] });
      return inFormats(
        edit,
        writtenFormats,
        change,
        edit.kind === 'insert' ? { want: 'either', right } : { want: 'refused' },
      );
    },
  },
  {
    number: 23,
    name: 'text stands several times',
    trials: (edit) => {
      const twice = `${edit.sample.text}${edit.old.join('\n')}\n`;
      return inFormats(edit, writtenFormats, changeOf(edit), {
        files: { [edit.sample.path]: twice },
        want: 'refused',
      });
    },
  },
  {
    number: 24,
    name: 'another file is named',
    trials: (edit) => {
      const files = { [edit.sample.path]: edit.sample.text, 'other/notes.txt': 'nothing of it\n' };
      const other = { ...changeOf(edit), path: 'other/notes.txt' };
      return inFormats(edit, writtenFormats, other, { files, want: 'refused' });
    },
  },
  {
    number: 25,
    name: 'several edits, one of them bad',
    trials: (edit) => {
      const bad = { path: edit.sample.path, old: ['this line was never here'], fresh: ['x'] };
      const text = `${diffBlock(changeOf(edit))}\n${diffBlock(bad)}`;
      const edits = [pair(edit), { oldText: 'this line was never here', newText: 'x' }];
      return [
        trial(edit, 'diff', { text }, { want: 'refused' }),
        tool(edit, { path: edit.sample.path, edits }, { want: 'refused' }),
      ];
    },
  },
  {
    number: 26,
    name: 'overlapping edits; the same edit twice',
    trials: (edit) => {
      const other = {
        oldText: edit.old.join('\n'),
        newText: [...edit.old.slice(0, -1), 'another_end'].join('\n'),
      };
      return [
        tool(edit, { path: edit.sample.path, edits: [pair(edit), other] }, { want: 'refused' }),
        tool(edit, { path: edit.sample.path, edits: [pair(edit), pair(edit)] }),
        trial(edit, 'diff', { text: `${diffBlock(changeOf(edit))}\n${diffBlock(changeOf(edit))}` }),
      ];
    },
  },
  {
    number: 27,
    name: 'old equals new',
    trials: (edit) =>
      inFormats(edit, pairBased, { ...changeOf(edit), fresh: edit.old }, { right: edit.sample.text }),
  },
  {
    number: 28,
    name: 'applied already',
    trials: (edit) =>
      // A deletion leaves nothing that would tell.
      edit.kind === 'delete'
        ? []
        : inFormats(edit, writtenFormats, changeOf(edit), { files: { [edit.sample.path]: expected(edit) } }),
  },
  {
    number: 29,
    name: 'create over an existing file',
    trials: (edit) => [
      trial(
        edit,
        'patch',
        { text: `*** Begin Patch\n*** Add File: ${edit.sample.path}\n+new content\n*** End Patch\n` },
        { want: 'refused' },
      ),
      trial(
        edit,
        'text_editor',
        call('str_replace_based_edit_tool', {
          command: 'create',
          path: edit.sample.path,
          file_text: 'new content\n',
        }),
        { want: 'refused' },
      ),
    ],
  },
  {
    number: 30,
    name: 'insertion under an anchor',
    trials: (edit) => {
      const anchor = edit.old[edit.pivot] ?? '';
      if (edit.kind !== 'insert' || edit.lines.filter((line) => line.trim() === anchor.trim()).length !== 1)
        return [];
      const text = [
        '*** Begin Patch',
        `*** Update File: ${edit.sample.path}`,
        `@@ ${anchor}`,
        `+${edit.fresh[edit.pivot + 1]}`,
        '*** End Patch',
        '',
      ];
      return [trial(edit, 'patch', { text: text.join('\n') })];
    },
  },
  {
    number: 31,
    name: '... in old text',
    trials: (edit) => {
      const { at, lines } = edit;
      const far = lines.slice(at, at + 6);
      const first = far[0] ?? '';
      const last = far[5];
      const unique = (line: string) =>
        line.trim().length > 5 && lines.filter((other) => other.trim() === line.trim()).length === 1;
      if (edit.kind !== 'change' || last === undefined || !unique(first) || !unique(last)) return [];
      const right = `${[...lines.slice(0, at + 5), `${last} // end`, ...lines.slice(at + 6)].join('\n')}\n`;
      const change = {
        path: edit.sample.path,
        old: [first, '...', last],
        fresh: [first, '...', `${last} // end`],
      };
      return inFormats(edit, ['diff'], change, { right });
    },
  },
  {
    number: 32,
    name: '"rest unchanged" in new text',
    trials: (edit) => {
      if (/\.(html|ini)$/.test(edit.sample.path)) return [];
      const sign = /\.(py|rb|yml)$/.test(edit.sample.path) ? '#' : '//';
      const fresh = [edit.old[0] ?? '', `${sign} ... rest of the code unchanged ...`];
      return inFormats(edit, pairBased, { ...changeOf(edit), fresh }, { want: 'refused' });
    },
  },
  {
    number: 33,
    name: '$& in new text',
    trials: (edit) => {
      if (edit.kind !== 'insert') return [];
      const fresh = edit.fresh.map((line) => line.replace('"new"', () => '"$& $1 $`"'));
      return inFormats(
        edit,
        writtenFormats,
        { ...changeOf(edit), fresh },
        { right: expected({ ...edit, fresh }) },
      );
    },
  },
  {
    number: 34,
    name: 'absolute, ./, a/ and backslash paths',
    trials: (edit) => {
      const { path } = edit.sample;
      const spelled = [`/home/dev/project/${path}`, `./${path}`, `b/${path}`, path.replaceAll('/', '\\')];
      const inside = spelled.flatMap((name) =>
        inFormats(edit, ['diff', 'edit', 'patch'], { ...changeOf(edit), path: name }),
      );
      return [
        ...inside,
        ...inFormats(
          edit,
          ['diff', 'edit', 'patch'],
          { ...changeOf(edit), path: '../../etc/passwd' },
          { want: 'refused' },
        ),
      ];
    },
  },
  {
    number: 35,
    name: 'no old text at all',
    trials: (edit) => [
      tool(
        edit,
        { path: edit.sample.path, edits: [{ newText: edit.fresh.join('\n') }] },
        { want: 'refused' },
      ),
      tool(
        edit,
        { path: edit.sample.path, edits: [{ oldText: '', newText: edit.fresh.join('\n') }] },
        { want: 'refused' },
      ),
      trial(
        edit,
        'text_editor',
        call('str_replace_based_edit_tool', { command: 'str_replace', path: edit.sample.path, new_str: 'x' }),
        { want: 'refused' },
      ),
    ],
  },
];
