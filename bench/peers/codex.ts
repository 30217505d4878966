/** Codex: the released program runs as its own apply_patch when it is called by that name. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { Folder } from './folder.ts';
import type { Answer, Peer, Reply } from './types.ts';

const Arguments = z.object({ input: z.string() });

export function codex(program: string): Peer {
  return {
    name: 'Codex',
    formats: ['patch', 'apply_patch'],
    expresses: () => true,
    async answer(replies) {
      const bin = mkdtempSync(path.join(tmpdir(), 'bench-codex-'));
      const folder = new Folder();
      try {
        symlinkSync(path.resolve(program), path.join(bin, 'apply_patch'));
        return replies.map((reply) => answerOne(reply, bin, folder));
      } finally {
        folder.remove();
        rmSync(bin, { recursive: true, force: true });
      }
    },
  };
}

function answerOne({ reply, files }: Reply, bin: string, folder: Folder): Answer {
  folder.fill(files);
  const call = reply.toolCalls?.[0];
  const text = call ? Arguments.parse(JSON.parse(call.arguments)).input : reply.text;
  // Codex takes a heredoc out of the shell command that it was sent in; a shell does the same.
  const [command, args] = /^apply_patch <</.test(text)
    ? ['bash', ['-c', text]]
    : [path.join(bin, 'apply_patch'), [text]];
  const run = spawnSync(command, args, {
    cwd: folder.root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, HOME: bin, PATH: `${bin}:${process.env.PATH ?? ''}` },
  });
  const left = { files: folder.read() };
  return run.status === 0 ? left : { ...left, refusal: run.stderr || String(run.error ?? run.status) };
}
