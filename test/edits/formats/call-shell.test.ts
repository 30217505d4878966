import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/edits/index.ts';
import { call, codes, edits, repository } from './support.ts';

const FILES = { 'src/a.py': 'one\ntwo\n', 'web/src/a.py': 'one\ntwo\n', 'web/package.json': '{}\n' };
const PATCH = '*** Begin Patch\n*** Update File: src/a.py\n@@\n-one\n+uno\n*** End Patch';
const HEREDOC = `apply_patch <<'EOF'\n${PATCH}\nEOF\n`;

const shell = (args: unknown, name = 'shell') =>
  formats.apply_patch.parse(call(name, args), repository(FILES));

describe('a shell that is asked for a patch', () => {
  it.each([
    ['as words', { command: ['apply_patch', PATCH] }],
    ['as words of the other spelling', { command: ['applypatch', PATCH] }],
    ['as a script', { command: HEREDOC }],
    ['as a script of a login shell', { command: ['bash', '-lc', HEREDOC] }],
    ['under another name', { cmd: HEREDOC, yield_time_ms: 1000 }],
    ['without the program’s name', { command: ['bash', '-lc', PATCH] }],
    ['in the root', { command: ['apply_patch', PATCH], workdir: '/home/me/project' }],
  ])('%s makes the edit', (_way, args) => {
    const parsed = shell(args);
    expect(parsed.problems).toEqual([]);
    expect(edits(parsed)).toEqual(['src/a.py: "one\\n" -> "uno\\n"']);
  });

  it.each(['bash', 'exec_command', 'container.exec', 'shell_command'])('called %s as well', (name) => {
    expect(edits(shell({ command: HEREDOC }, name))).toHaveLength(1);
  });

  it('starts paths in its work folder, or where it changes to', () => {
    const there = ['web/src/a.py: "one\\n" -> "uno\\n"'];
    expect(edits(shell({ command: HEREDOC, workdir: 'web' }))).toEqual(there);
    expect(edits(shell({ command: `cd web && ${HEREDOC}` }))).toEqual(there);
  });

  it('says so when its work folder could be a folder of the repository and could be the root', () => {
    const parsed = shell({ command: HEREDOC, workdir: '/home/me/project/web' });
    expect(codes(parsed)).toEqual(['BAD_ARGS']);
    expect(parsed.problems[0]?.message).toContain('paths from the root');
  });

  it.each([
    ['no patch', { command: 'rm -rf /' }],
    ['more than a patch', { command: `${HEREDOC}rm -rf /` }],
    ['something before it', { command: `rm -rf / && ${HEREDOC}` }],
    ['a patch from elsewhere', { command: 'apply_patch < /tmp/x.diff' }],
  ])('is no tool when it is asked for %s', (_what, args) => {
    const parsed = shell(args);
    expect(parsed.operations).toEqual([]);
    expect(parsed.problems[0]?.message).toContain('there is no tool "shell"');
  });
});
