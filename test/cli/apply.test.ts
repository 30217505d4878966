import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyCommand } from '../../src/cli/apply.ts';
import { block } from '../support/replies.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cli-apply-'));
  mkdirSync(path.join(root, 'repo/src'), { recursive: true });
  writeFileSync(path.join(root, 'repo/src/a.py'), 'x = 1\ny = 1\n');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const repo = () => path.join(root, 'repo');
const content = (name = 'src/a.py') => readFileSync(path.join(repo(), name), 'utf8');

function replyFile(text: string): string {
  const file = path.join(root, 'reply.md');
  writeFileSync(file, text);
  return file;
}

/** Runs the command with the given standard input; collects what it prints. */
async function run(argv: string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const collect = (stream: PassThrough) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  };
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const out = collect(stdout);
  const err = collect(stderr);
  stdin.end(input);
  const code = await applyCommand(argv, { stdin, stdout, stderr });
  return { code, out: out(), err: err() };
}

describe('one reply', () => {
  const args = (text: string, ...more: string[]) => ['--repo', repo(), '--reply', replyFile(text), ...more];

  test('is written, exit 0', async () => {
    const { code, out } = await run(args(block('src/a.py', 'x = 1', 'x = 2')));
    expect([code, out, content()]).toEqual([0, 'update src/a.py\n', 'x = 2\ny = 1\n']);
  });
  test('as JSON', async () => {
    const { out } = await run(args(block('src/a.py', 'x = 1', 'x = 2'), '--json', '--files', 'src/a.py'));
    expect(JSON.parse(out)).toEqual({
      ok: true,
      format: 'diff',
      files: [{ path: 'src/a.py', action: 'update' }],
      problems: [],
      notes: [],
    });
  });
  test('with one bad edit writes nothing, exit 1, and says why', async () => {
    const { code, out } = await run(
      args(block('src/a.py', 'x = 1', 'x = 2') + block('src/a.py', 'z = 9', 'z = 8'), '--json'),
    );
    const answer: unknown = JSON.parse(out);
    expect(code).toBe(1);
    expect(content()).toBe('x = 1\ny = 1\n');
    expect(answer).toMatchObject({
      ok: false,
      files: [],
      problems: [{ code: 'NOT_FOUND', path: 'src/a.py' }],
    });
    expect(answer).toHaveProperty('reflection', expect.stringMatching(/1 edit of your answer/));
    expect((await run(args(block('src/a.py', 'z = 9', 'z = 8')))).out).toMatch(/could not be applied/);
  });
  test('is not needed to ask for help', async () => {
    const { code, out, err } = await run(['--help']);
    expect([code, out.split('\n')[0], err]).toEqual([0, expect.stringMatching(/^Usage: aiderbot apply/), '']);
  });
  test('from standard input, as a dry run', async () => {
    const { code, out } = await run(
      ['--repo', repo(), '--reply', '-', '--dry-run'],
      block('src/a.py', 'x = 1', 'x = 2'),
    );
    expect([code, out, content()]).toEqual([0, 'would update src/a.py\n', 'x = 1\ny = 1\n']);
  });
  test('of tool calls', async () => {
    const calls = [
      { name: 'edit', arguments: { path: 'src/a.py', edits: [{ oldText: 'x = 1', newText: 'x = 2' }] } },
    ];
    expect((await run(args(JSON.stringify(calls)))).code).toBe(0);
    const chat = {
      toolCalls: [
        {
          id: 'c',
          function: {
            name: 'edit',
            arguments: JSON.stringify({ path: 'src/a.py', oldText: 'y = 1', newText: 'y = 2' }),
          },
        },
      ],
    };
    expect((await run(args(JSON.stringify(chat)))).code).toBe(0);
    const native = [
      { type: 'apply_patch_call', call_id: 'c', operation: { type: 'delete_file', path: 'src/a.py' } },
    ];
    expect((await run(args(JSON.stringify(native)))).out).toBe('delete src/a.py\n');
  });
  test('JSON that is no tool call is text', async () => {
    const { code, out } = await run(args('{"a": 1}'));
    expect([code, out]).toEqual([1, expect.stringMatching(/NO_EDITS/)]);
  });
  test('a no-op, a rename and a suggested command are reported', async () => {
    expect((await run(args(block('src/a.py', 'x = 1', 'x = 1')))).out).toMatch(/^nothing to change\nnote: /);
    const moved =
      '*** Begin Patch\n*** Update File: src/a.py\n*** Move to: src/b.py\n@@\n-x = 1\n+x = 2\n*** End Patch\n';
    expect(
      (await run(args(`Run it:\n\n\`\`\`bash\nmake test\n\`\`\`\n\n${moved}`, '--format', 'patch'))).out,
    ).toMatch(/rename src\/a.py -> src\/b.py/);
    const shell = `${block('src/b.py', 'x = 2', 'x = 3')}\n\`\`\`bash\nmake test\n\`\`\`\n`;
    expect((await run(args(shell))).out).toMatch(/suggested, not run: make test/);
  });
  test('several places: refused, or the first for comparisons', async () => {
    writeFileSync(path.join(repo(), 'src/a.py'), 'p\nq\np\n');
    expect((await run(args(block('src/a.py', 'p', 'P')))).code).toBe(1);
    expect((await run(args(block('src/a.py', 'p', 'P'), '--ambiguous', 'first'))).code).toBe(0);
    expect(content()).toBe('P\nq\np\n');
  });
  test('for comparisons, as the other tool decides', async () => {
    writeFileSync(path.join(repo(), 'src/a.py'), 'p\nq\np');
    expect((await run(args(block('src/a.py', 'q', 'Q')))).code).toBe(0);
    expect(content()).toBe('p\nQ\np');
    expect((await run(args(block('src/a.py', 'p', 'P'), '--parity', 'aider'))).code).toBe(0);
    expect(content()).toBe('P\nQ\np\n');
  });
});

describe('usage', () => {
  test.each([
    [[], /--repo and --reply/],
    [['--repo', '.', '--reply', 'x', '--format', 'xml'], /not one of auto, diff/],
    [['--repo', '.', '--reply', 'x', '--ambiguous', 'all'], /refuse or first/],
    [['--repo', '.', '--reply', 'x', '--parity', 'pi'], /none or aider/],
    [['--bogus'], /bogus/],
    [['--batch', '--repo', '.'], /--repo does not go with --batch/],
  ])('%j', async (argv, message) => {
    const { code, err } = await run(argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).toMatch(/Usage: aiderbot apply/);
  });
  test('what is not there', async () => {
    expect(await run(['--repo', '/nowhere/at/all', '--reply', replyFile('x')])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/not a folder/),
    });
    expect(await run(['--repo', repo(), '--reply', '/nowhere/reply.md'])).toMatchObject({
      code: 2,
      err: 'there is no reply file /nowhere/reply.md (ENOENT)\n',
    });
  });
  test('a reply that is not UTF-8 is refused: replacement characters would go into the file', async () => {
    const name = path.join(root, 'latin1.md');
    writeFileSync(name, Buffer.from(block('src/a.py', 'x = 1', 'x = "é"'), 'latin1'));
    expect(await run(['--repo', repo(), '--reply', name])).toMatchObject({
      code: 2,
      err: 'the reply is not UTF-8 text\n',
    });
    expect(content()).toBe('x = 1\ny = 1\n');
  });
});

describe('a batch', () => {
  const lines = (...all: unknown[]) =>
    all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  const answers = async (input: string, ...more: string[]): Promise<unknown[]> => {
    const { code, out } = await run(['--batch', ...more], input);
    expect(code).toBe(0);
    return out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  };

  test('for comparisons decides every line as the other tool does', async () => {
    writeFileSync(path.join(repo(), 'src/a.py'), 'p\nq\np');
    const given = lines({ id: 1, repo: repo(), reply: block('src/a.py', 'p', 'P') });
    expect(await answers(given)).toMatchObject([{ id: 1, ok: false, problems: [{ code: 'AMBIGUOUS' }] }]);
    expect(await answers(given, '--parity', 'aider')).toMatchObject([{ id: 1, ok: true }]);
    expect(content()).toBe('P\nq\np\n');
  });
  test('answers every line, in order, and sees what the lines before it wrote', async () => {
    const job = { repo: repo(), files: ['src/a.py'] };
    const given = lines(
      { id: 'a', ...job, reply: block('src/a.py', 'x = 1', 'x = 2') },
      { id: 2, ...job, format: 'diff', reply: replyFile(block('src/a.py', 'x = 2', 'x = 3')) },
      { id: 'c', ...job, reply: block('src/a.py', 'x = 1', 'x = 9') },
      {
        id: 'd',
        ...job,
        reply: [{ name: 'edit', arguments: '{"path":"src/a.py","oldText":"y = 1","newText":"y = 2"}' }],
      },
    );
    expect(await answers(given)).toMatchObject([
      { id: 'a', ok: true },
      { id: 2, ok: true },
      { id: 'c', ok: false },
      { id: 'd', ok: true },
    ]);
    expect(content()).toBe('x = 3\ny = 2\n');
  });
  test('takes tool calls as a text of one line, which is too long for the name of a file', async () => {
    const args = JSON.stringify({ path: 'src/a.py', oldText: 'x = 1', newText: `x = '${'2'.repeat(300)}'` });
    const reply = JSON.stringify([{ name: 'edit', arguments: args }]);
    expect(await answers(lines({ id: 1, repo: repo(), reply }))).toMatchObject([{ id: 1, ok: true }]);
  });
  test('survives lines of every other kind', async () => {
    const given = lines(
      'not json',
      '',
      '[]',
      '42',
      { id: 'no repo', reply: 'x' },
      { id: 'bad format', repo: repo(), reply: 'x', format: 'xml' },
      { id: 'nowhere', repo: '/nowhere/at/all', reply: 'x' },
      { id: 'no file', repo: repo(), reply: '/nowhere/reply.md' },
      { id: 'number', repo: repo(), reply: 42 },
      { id: 'fine', repo: repo(), reply: block('src/a.py', 'x = 1', 'x = 2'), extra: true },
    );
    const found = await answers(given);
    expect(found).toMatchObject([
      ...[null, null, null, 'no repo', 'bad format', 'nowhere', 'no file', 'number'].map((id) => ({
        id,
        ok: false,
        problems: [{ code: 'BAD_ARGS' }],
      })),
      { id: 'fine', ok: true },
    ]);
  });
  test('takes tool calls as one long line of text, as text is mostly written down', async () => {
    const call = {
      name: 'edit',
      arguments: { path: 'src/a.py', oldText: 'x = 1', newText: `x = '${'z'.repeat(300)}'` },
    };
    expect(await answers(lines({ id: 1, repo: repo(), reply: JSON.stringify([call]) }))).toMatchObject([
      { ok: true },
    ]);
    const chat = {
      choices: [
        {
          message: {
            tool_calls: [
              {
                id: 'c',
                function: {
                  name: 'edit',
                  arguments: JSON.stringify({ path: 'src/a.py', oldText: 'y = 1', newText: 'y = 2' }),
                },
              },
            ],
          },
        },
      ],
    };
    expect(await answers(lines({ id: 2, repo: repo(), reply: chat }))).toMatchObject([{ ok: true }]);
  });
  test('ends lines at LF only: JSON may hold U+2028 as it is', async () => {
    const given = lines({
      id: 1,
      repo: repo(),
      reply: block('src/a.py', 'x = 1', 'x = "\u2028"'),
      format: null,
      files: null,
    });
    expect(given).toContain('\u2028');
    expect(await answers(`\uFEFF${given}\r\n`)).toMatchObject([{ id: 1, ok: true }]);
    expect(content()).toBe('x = "\u2028"\ny = 1\n');
  });
  test('as a dry run writes nothing', async () => {
    expect(
      await answers(lines({ id: 1, repo: repo(), reply: block('src/a.py', 'x = 1', 'x = 2') }), '--dry-run'),
    ).toMatchObject([{ ok: true, files: [{ path: 'src/a.py', action: 'update' }] }]);
    expect(content()).toBe('x = 1\ny = 1\n');
  });
});
