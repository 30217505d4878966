/** Mistakes found in recorded calls of apply_patch and of edit tools, re-created in our own words. */
import { describe, expect, test } from 'vitest';
import { afterReply, type Contents, edit, leaves } from './support.ts';

const patch = (path: string, ...lines: string[]): string =>
  ['*** Begin Patch', `*** Update File: ${path}`, ...lines, '*** End Patch', ''].join('\n');

/** The one file after a patch, or the codes of the refusal. */
function patched(path: string, before: string, ...lines: string[]): string {
  const files: Contents = { [path]: before };
  const left = afterReply(files, patch(path, ...lines), 'apply_patch');
  return left.ok ? (left.files[path] ?? '(none)') : left.codes.join(',');
}

describe('unchanged lines under an @@ of their own say where the next change belongs', () => {
  const suite = [
    "test('adds', () => {",
    '  expect(add(1, 2)).toBe(3);',
    '});',
    "test('takes away', () => {",
    '  expect(take(3, 2)).toBe(1);',
    '});',
    "test('doubles', () => {",
    '  expect(double(2)).toBe(4);',
    '});',
    '',
  ].join('\n');

  test('of several places, the first below them is taken', () => {
    const changed = patched(
      'math.test.ts',
      suite,
      '@@',
      " test('takes away', () => {",
      '@@',
      ' });',
      "+test('takes nothing away', () => {",
      '+  expect(take(3, 0)).toBe(3);',
      '+});',
    );
    expect(changed).toBe(
      suite.replace(
        "test('doubles'",
        "test('takes nothing away', () => {\n  expect(take(3, 0)).toBe(3);\n});\ntest('doubles'",
      ),
    );
  });

  const texts = [
    'const texts = {',
    '  en: {',
    '    trips: {',
    "      failed: 'Could not delete.',",
    '    },',
    '  },',
    '  de: {',
    '    trips: {',
    "      failed: 'Löschen fehlgeschlagen.',",
    '    },',
    '  },',
    '};',
    '',
  ].join('\n');

  test('what stands only above them is not changed: the German text is another than the patch thinks', () => {
    const both = [
      '@@',
      '     trips: {',
      '@@',
      "       failed: 'Could not delete.',",
      "+      title: 'Trips',",
      '@@',
      '   de: {',
      '@@',
      '     trips: {',
      '@@',
      "       failed: 'Could not delete.',",
      "+      title: 'Reisen',",
    ];
    expect(patched('texts.ts', texts, ...both)).toBe('NOT_FOUND');
  });

  test('an anchor on the @@ line is read the same way', () => {
    const above = ['@@ de: {', "-      failed: 'Could not delete.',", "+      failed: 'Sorry.',"];
    expect(patched('texts.ts', texts, ...above)).toBe('NOT_FOUND');
    const below = ['@@ en: {', "-      failed: 'Could not delete.',", "+      failed: 'Sorry.',"];
    expect(patched('texts.ts', texts, ...below)).toBe(texts.replace('Could not delete.', 'Sorry.'));
  });

  test('an anchor that the file does not have takes nothing from lines that are unique', () => {
    const lost = ['@@ fr: {', "-      failed: 'Could not delete.',", "+      failed: 'Sorry.',"];
    expect(patched('texts.ts', texts, ...lost)).toBe(texts.replace('Could not delete.', 'Sorry.'));
  });
});

describe('two hunks with the same lines and different additions', () => {
  const hunks = ['@@', ' step: build', '+  name: Build', '@@', ' step: build', '+  name: Bauen'];

  test('are not both made at the one place that there is', () => {
    expect(patched('ci.yml', 'step: build\nstep: test\n', ...hunks)).toBe('OVERLAP');
  });
});

describe('a patch sent again', () => {
  test('does not lengthen a line that it has lengthened already', () => {
    const before = '# Questions\n\n- How often is it tried?\n- What if nothing fits? (see rule 7)\n- When?\n';
    const again = [
      '@@',
      '-# Questions',
      '+# Questions',
      ' ',
      ' - How often is it tried?',
      '-- What if nothing fits?',
      '+- What if nothing fits? (see rule 7)',
    ];
    expect(patched('spec.md', before, ...again)).toBe(before);
  });
});

describe('a file whose lines end in CR CR LF', () => {
  test('gets no lone CR as the end of a new line', () => {
    const before = 'param(\r\r\n  $Name\r\r\n)\r\r\nGo $Name\r\r\n';
    const lines = ['@@', '-param(', '-  $Name', '-)', '+#!/usr/bin/env pwsh', '+param($Name)', ' Go $Name'];
    expect(patched('run.ps1', before, ...lines)).toBe(
      '#!/usr/bin/env pwsh\r\nparam($Name)\r\n\r\nGo $Name\r\r\n',
    );
  });
});

describe('unchanged lines that are indented one blank off', () => {
  const before = [
    'const view = {',
    '  hide() {',
    '    popup.hidden = true;',
    '  },',
    '  reset() {',
    '   clear();',
    '   draw();',
    '  },',
    '};',
    '',
  ].join('\n');
  const hunk = (...added: string[]): string[] => [
    '@@',
    '   hide() {',
    '     popup.hidden = true;',
    '   },',
    ...added,
    '   reset() {',
    '     clear();',
  ];

  test('cost nothing to new lines between others that are as in the file', () => {
    const after = before.replace('  reset() {', '  show() {\n    popup.hidden = false;\n  },\n  reset() {');
    expect(patched('view.js', before, ...hunk('+  show() {', '+    popup.hidden = false;', '+  },'))).toBe(
      after,
    );
  });
  test('next to new lines leave open how those are indented', () => {
    expect(patched('view.js', before, ...hunk(), '+      paint();')).toBe('NOT_FOUND');
  });
});

describe('a line that a tool names, and that stands deeper as well', () => {
  const before = 'save(\n\tlog(head),\n)\nif (ok) {\n\t\tlog(head),\n}\n';

  test('is ambiguous: models lose a tab of what they copy', () => {
    expect(leaves(before, [edit('f.txt', '\tlog(head),', '\tlog(short(head)),')])).toBe('AMBIGUOUS');
  });
  test('is meant wherever it stands, if the call says all', () => {
    expect(leaves(before, [edit('f.txt', '\tlog(head),', '\tlog(short(head)),', { replaceAll: true })])).toBe(
      before.replaceAll('log(head)', 'log(short(head))'),
    );
  });
  test('in all places is not replaced by lines whose indentation would be another in each', () => {
    const lines = edit('f.txt', '\tlog(head),', '\tlog(head),\n\tlog(tail),', { replaceAll: true });
    expect(leaves(before, [lines])).toBe('NOT_FOUND');
  });
});

describe('a line that lost one tab of several', () => {
  const before = '<main>\n\t\t{/* nothing chosen */}\n</main>\n';
  const sent = (fresh: string) => leaves(before, [edit('f.txt', '\t{/* nothing chosen */}', fresh)]);

  test('leaves open whether the lines below it lost one too', () => {
    expect(sent('\t{/* the banner */}\n\t\t<Banner />\n\t\t{/* nothing chosen */}')).toBe('NOT_FOUND');
  });
  test('takes lines of its own depth and of an element inside with it', () => {
    expect(sent('\t<p>\n\t\tnothing\n\t</p>')).toBe('<main>\n\t\t<p>\n\t\t\tnothing\n\t\t</p>\n</main>\n');
  });
});
