/** A reply with edits in two forms: half of a change is never made without a word. */
import { describe, expect, test } from 'vitest';
import { memoryTree, planReply } from '../../../src/edits/index.ts';
import { block } from '../../support/replies.ts';
import { afterReply } from '../support.ts';

const files = { 'a.py': 'x = 1\ny = 2\n' };
const blocks = block('a.py', 'x = 1\n', 'x = 5\n');
const diff = '```diff\n--- a.py\n+++ a.py\n@@ @@\n-y = 2\n+y = 3\n```\n';
const patch = '*** Begin Patch\n*** Update File: a.py\n@@\n-y = 2\n+y = 3\n*** End Patch\n';

describe('a reply in two forms', () => {
  test.each([
    ['blocks, then a diff', `${blocks}\n${diff}`],
    ['a diff, then blocks', `${diff}\n${blocks}`],
    ['blocks, then a patch', `${blocks}\n${patch}`],
    ['a patch, then blocks', `${patch}\n${blocks}`],
  ])('is refused: %s', (_name, reply) => {
    const left = afterReply(files, reply, 'auto');
    expect(left).toMatchObject({ ok: false, codes: ['BAD_PATCH'], problems: [{ path: 'a.py' }] });
    expect(left.ok ? '' : left.problems[0]?.message).toMatch(
      /edits in two forms.*Send all edits in one form/,
    );
  });

  test('is one reply when the second form tells the same change again', () => {
    const again = '```diff\n--- a.py\n+++ a.py\n@@ @@\n-x = 1\n+x = 5\n```\n';
    expect(afterReply(files, `${blocks}\nThat is:\n\n${again}`, 'auto')).toMatchObject({
      ok: true,
      files: { 'a.py': 'x = 5\ny = 2\n' },
    });
    expect(
      afterReply(files, `What changes:\n\`\`\`diff\n-x = 1\n+x = 5\n\`\`\`\n\n${blocks}`, 'auto'),
    ).toMatchObject({
      ok: true,
      files: { 'a.py': 'x = 5\ny = 2\n' },
    });
  });

  test('is one reply when an edit quotes another form', () => {
    const about = block(
      'a.py',
      'y = 2\n',
      `y = """\n${diff}${patch.replace('*** End Patch\n', '*** End of it\n')}"""\n`,
    );
    const left = afterReply(files, about, 'diff');
    expect(left.ok ? [] : left.problems.filter(({ message }) => message.includes('two forms'))).toEqual([]);
  });

  test('a new file listed beside the edits is named and left out', () => {
    const text = `${blocks}\nb.py\n\`\`\`python\nz = 1\n\`\`\`\n`;
    const planned = planReply({ text }, 'auto', memoryTree(files), { shown: ['a.py'], protect: [] });
    expect(planned).toMatchObject({
      ok: true,
      changeSet: { files: [{ path: 'a.py' }] },
      notes: ['b.py: a listing beside the edits, not in the diff form, was left out'],
    });
  });

  test('an excerpt of a known file beside the edits is an explanation', () => {
    const left = afterReply(files, `It was:\n\na.py\n\`\`\`python\nx = 1\n\`\`\`\n\n${blocks}`, 'auto');
    expect(left).toMatchObject({ ok: true, notes: [] });
  });
});
