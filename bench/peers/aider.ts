/** Aider: its own coders in one Python process without a model; files of the chat are all files that there are. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Peer } from './types.ts';

const Line = z.object({ files: z.record(z.string(), z.string()), refusal: z.string().optional() });

/** `python` is the interpreter of an environment that has aider-chat. */
export function aider(python: string): Peer {
  const script = fileURLToPath(new URL('run_aider.py', import.meta.url));
  return {
    name: 'Aider',
    formats: ['diff', 'diff-fenced', 'whole', 'udiff', 'patch'],
    expresses: () => true,
    async answer(replies) {
      const folder = mkdtempSync(path.join(tmpdir(), 'bench-aider-'));
      try {
        const [input, output] = [path.join(folder, 'in.jsonl'), path.join(folder, 'out.jsonl')];
        const lines = replies.map(({ format, reply, files, wanted = {} }) => {
          const fresh = Object.keys(wanted).filter((name) => files[name] === undefined);
          return JSON.stringify({ format, text: reply.text, files, new: fresh });
        });
        writeFileSync(input, `${lines.join('\n')}\n`);
        const run = spawnSync(python, [script, input, output, folder], {
          encoding: 'utf8',
          timeout: 3_600_000,
        });
        if (run.status !== 0) throw new Error(`Aider did not run: ${run.stderr.slice(-2000)}`);
        const answers = readFileSync(output, 'utf8').split('\n').slice(0, -1);
        return answers.map((line) => Line.parse(JSON.parse(line)));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
