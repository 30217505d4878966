/** JavaScript and TypeScript: scripts of package.json, the package manager by lock file. */
import { z } from 'zod';
import type { Candidate, Ecosystem, Project } from './types.ts';

const manifest = z.object({
  scripts: z.record(z.string(), z.string()).catch({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}),
  packageManager: z.string().catch(''),
  workspaces: z.unknown().optional(),
});
type Manifest = z.infer<typeof manifest>;

interface PackageManager {
  lockFiles: string[];
  install: string;
  run(script: string): string;
  exec(program: string): string;
}

const npm = {
  lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
  install: 'npm ci',
  run: (script: string) => (script === 'test' ? 'npm test' : `npm run ${script}`),
  exec: (program: string) => `npx --no-install ${program}`,
};
const pnpm = {
  lockFiles: ['pnpm-lock.yaml'],
  install: 'pnpm install --frozen-lockfile',
  run: (script: string) => `pnpm run ${script}`,
  exec: (program: string) => `pnpm exec ${program}`,
};
const yarn = {
  lockFiles: ['yarn.lock'],
  install: 'yarn install --frozen-lockfile',
  run: (script: string) => `yarn run ${script}`,
  exec: (program: string) => `yarn run ${program}`,
};
const bun = {
  lockFiles: ['bun.lock', 'bun.lockb'],
  install: 'bun install --frozen-lockfile --ignore-scripts',
  run: (script: string) => `bun run ${script}`,
  exec: (program: string) => `bun x --no-install ${program}`,
};

export const node: Ecosystem = {
  name: 'Node',
  manifests: ['package.json'],
  detect(project) {
    const parsed = manifest.safeParse(parseJson(project.read('package.json') ?? ''));
    if (!parsed.success) return [];
    const manager = managerOf(parsed.data, project);
    return [
      ...setup(parsed.data, manager, project),
      ...lint(parsed.data, manager, project),
      ...tests(parsed.data, manager, project),
    ];
  },
};

function managerOf({ packageManager }: Manifest, project: Project): PackageManager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(packageManager)?.[1];
  const managers = { npm, pnpm, yarn, bun };
  const byLock = [pnpm, yarn, bun, npm].find(({ lockFiles }) => lockFiles.some(project.has));
  const manager =
    named === 'npm' || named === 'pnpm' || named === 'yarn' || named === 'bun'
      ? managers[named]
      : (byLock ?? npm);
  // Yarn 2 and later has its own settings file and renamed the flag.
  const modernYarn = manager === yarn && (project.has('.yarnrc.yml') || /^yarn@[2-9]/.test(packageManager));
  return modernYarn ? { ...yarn, install: 'yarn install --immutable' } : manager;
}

function setup(data: Manifest, manager: PackageManager, project: Project): Candidate[] {
  const nothing = Object.keys({ ...data.dependencies, ...data.devDependencies }).length === 0;
  if (nothing && data.workspaces === undefined) return [];
  const lock = manager.lockFiles.find(project.has);
  const command = lock
    ? manager.install
    : manager.install.replace('npm ci', 'npm install').replace(/ --(?:frozen-lockfile|immutable)/, '');
  return [
    {
      kind: 'setup',
      command,
      certainty: lock ? 'declared' : 'conventional',
      why: lock ? `${lock} is there` : 'package.json lists dependencies',
      lockFiles: ['package.json', ...(lock ? [lock] : [])],
    },
  ];
}

const lintScripts = ['lint', 'lint:check', 'lint:ci', 'eslint'];
const typeScripts = ['typecheck', 'type-check', 'check-types', 'tsc'];
const linters = [
  { files: ['biome.json', 'biome.jsonc'], package: '@biomejs/biome', command: 'biome check .' },
  {
    files: [
      'eslint.config.js',
      'eslint.config.mjs',
      'eslint.config.cjs',
      'eslint.config.ts',
      '.eslintrc.json',
      '.eslintrc.js',
      '.eslintrc.cjs',
      '.eslintrc.yml',
    ],
    package: 'eslint',
    command: 'eslint .',
  },
];

function lint(data: Manifest, manager: PackageManager, project: Project): Candidate[] {
  const scripts = [lintScripts, typeScripts].flatMap((names) => {
    const script = names.find((name) => data.scripts[name] !== undefined);
    // A script that rewrites files is no check.
    return script && !/--fix\b|--write\b/.test(data.scripts[script] ?? '') ? [script] : [];
  });
  if (scripts.length > 0) return scripts.map((script) => fromScript('lint', script, manager));
  const installed = { ...data.dependencies, ...data.devDependencies };
  const tool = linters.find((linter) => linter.package in installed && linter.files.some(project.has));
  if (!tool) return [];
  return [
    {
      kind: 'lint',
      command: manager.exec(tool.command),
      certainty: 'configured',
      why: `${tool.files.find(project.has)} configures ${tool.package}`,
    },
  ];
}

const placeholder = /no test specified|^\s*exit 0\s*$|^\s*(?:true|:)\s*$/;

function tests(data: Manifest, manager: PackageManager, project: Project): Candidate[] {
  const script = ['test', 'test:unit', 'test:ci', 'tests'].find(
    (name) => data.scripts[name] !== undefined && !placeholder.test(data.scripts[name] ?? ''),
  );
  if (script) return [fromScript('test', script, manager)];
  const file = project.list().find((path) => /(?:^|\/)[^/]+\.test\.(?:[cm]?js|[cm]?ts)$/.test(path));
  const installed = { ...data.dependencies, ...data.devDependencies };
  if (file && !('vitest' in installed) && !('jest' in installed))
    return [
      {
        kind: 'test',
        command: 'node --test',
        certainty: 'conventional',
        why: `${file} looks like a test of node's own runner`,
      },
    ];
  const runner = ['vitest', 'jest', 'mocha'].find((name) => name in installed);
  if (!runner) return [];
  return [
    {
      kind: 'test',
      command: manager.exec(runner === 'vitest' ? 'vitest run' : runner),
      certainty: 'configured',
      why: `package.json depends on ${runner}`,
    },
  ];
}

function fromScript(kind: 'lint' | 'test', script: string, manager: PackageManager): Candidate {
  return {
    kind,
    command: manager.run(script),
    certainty: 'declared',
    why: `package.json has a "${script}" script`,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
