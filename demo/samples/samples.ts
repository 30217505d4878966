/** The bundled repositories: small, real in kind, each with one bug, an issue about it, and a scripted model session. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const aboutSchema = z.object({
  name: z.string(),
  title: z.string(),
  languages: z.array(z.string()),
  test: z.string(),
  /** Programs that its tests need besides the Node that runs us. */
  requires: z.array(z.string()),
});

export interface Sample extends z.infer<typeof aboutSchema> {
  /** The files of the repository. */
  folder: string;
  issue: { title: string; body: string };
  /** Path of the scripted session. */
  session: string;
  /** Programs that this machine lacks for it. */
  missing: string[];
}

const root = fileURLToPath(new URL('.', import.meta.url));

export function samples(): Sample[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readSample(entry.name))
    .sort((a, b) => a.requires.length - b.requires.length || (a.name < b.name ? -1 : 1));
}

function readSample(name: string): Sample {
  const folder = path.join(root, name);
  const about = aboutSchema.parse(JSON.parse(readFileSync(path.join(folder, 'about.json'), 'utf8')));
  const [heading = '', ...body] = readFileSync(path.join(folder, 'issue.md'), 'utf8').split('\n');
  return {
    ...about,
    folder: path.join(folder, 'repo'),
    issue: { title: heading.replace(/^#\s*/, ''), body: body.join('\n').trim() },
    session: path.join(folder, 'session.json'),
    missing: about.requires.filter((program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0),
  };
}
