/** Enforces the layers of the design: a folder may import only from layers below its own (or from itself). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Highest first. A folder may import from any folder in a later row, and from folders named in `peers`. */
const layers = [
  ['app.ts', 'cli', 'web'],
  ['github', 'runs'],
  ['coder', 'context', 'checks', 'report', 'commands'],
  ['edits', 'repomap', 'workspace', 'models'],
  ['config', 'lib', 'grammars'],
];

/** Sideways imports inside one layer, one direction each. */
const peers: Record<string, string[]> = {
  'app.ts': ['web'],
  cli: ['app.ts', 'web'],
  github: ['runs'],
  coder: ['context', 'checks', 'report'],
  config: ['lib'],
  grammars: ['lib'],
};

/** Folders that must stay free of network, database, child processes and GitHub. */
const pure: Record<string, RegExp> = {
  edits:
    /^(node:(http|https|net|child_process|worker_threads)|probot|@octokit\/.*|pg|pg-boss|openai|@anthropic-ai\/.*|simple-git)$/,
  report: /^(node:.*|probot|@octokit\/.*|pg|pg-boss|openai|@anthropic-ai\/.*|simple-git)$/,
  commands: /^(node:.*|probot|@octokit\/.*|pg|pg-boss|openai|@anthropic-ai\/.*|simple-git)$/,
  repomap: /^(node:(http|https|net)|probot|@octokit\/.*|pg|pg-boss|openai|@anthropic-ai\/.*)$/,
};

const importOf =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

function place(file: string): string | undefined {
  const [top, next] = path.relative(root, file).split(path.sep);
  if (top === 'grammars') return 'grammars';
  return top === 'src' ? next : top;
}

/** Every violation in the tree as a sentence; empty when the layers hold. */
export function violations(): string[] {
  const found: string[] = [];
  const level = (name: string) => layers.findIndex((row) => row.includes(name));
  const files = ['src', 'grammars'].flatMap((dir) =>
    readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/(^|\/)sample\./.test(name))
      .map((name) => path.join(root, dir, name)),
  );
  for (const file of files) {
    const from = place(file) ?? '';
    const shown = path.relative(root, file);
    if (level(from) < 0) found.push(`${shown}: folder '${from}' is in no layer; add it to scripts/layers.ts`);
    for (const match of readFileSync(file, 'utf8').matchAll(importOf)) {
      const target = match[1] ?? match[2] ?? match[3] ?? '';
      if (!target.startsWith('.')) {
        if (pure[from]?.test(target)) found.push(`${shown}: '${from}' is pure and may not import ${target}`);
        continue;
      }
      const to = place(path.resolve(path.dirname(file), target)) ?? '';
      if (to === from || to === 'package.json') continue;
      if (to === 'demo' && from === 'cli') continue;
      if (level(to) < 0) found.push(`${shown}: imports ${target}, which is outside the layers`);
      else if (level(to) <= level(from) && !peers[from]?.includes(to))
        found.push(`${shown}: '${from}' may not import '${to}' (${target})`);
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations();
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
