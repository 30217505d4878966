/** Ecosystems whose detection is a few lines. */
import type { Candidate, Ecosystem } from './types.ts';

export const elixir: Ecosystem = {
  name: 'Elixir',
  manifests: ['mix.exs'],
  detect(project) {
    const why = 'mix.exs is there';
    const lockFiles = ['mix.lock', 'mix.exs'].filter(project.has);
    const formatter: Candidate[] = project.has('.formatter.exs')
      ? [
          {
            kind: 'lint',
            command: 'mix format --check-formatted',
            certainty: 'configured',
            why: '.formatter.exs is there',
          },
        ]
      : [];
    return [
      { kind: 'setup', command: 'mix deps.get', certainty: 'configured', why, lockFiles },
      ...formatter,
      { kind: 'test', command: 'mix test', certainty: 'configured', why },
    ];
  },
};

export const dotnet: Ecosystem = {
  name: '.NET',
  manifests: ['*.sln', '*.slnx', '*.csproj', '*.fsproj'],
  detect(project) {
    const manifest = project.list().find((path) => /^[^/]+\.(?:slnx?|[cf]sproj)$/.test(path)) ?? '';
    const tests = project.list().find((path) => {
      return (
        /\.[cf]sproj$/.test(path) &&
        /Microsoft\.NET\.Test\.Sdk|MSTest\.Sdk|<IsTestProject>true/.test(project.read(path) ?? '')
      );
    });
    const locks = project
      .list()
      .filter((path) => /(?:packages\.lock\.json|\.[cf]sproj|Directory\.Packages\.props)$/.test(path));
    return [
      {
        kind: 'setup',
        command: 'dotnet restore',
        certainty: 'configured',
        why: `${manifest} is there`,
        lockFiles: locks.slice(0, 200),
      },
      ...(tests
        ? [
            {
              kind: 'test',
              command: 'dotnet test',
              certainty: 'configured',
              why: `${tests} is a test project`,
            } satisfies Candidate,
          ]
        : []),
    ];
  },
};

export const cmake: Ecosystem = {
  name: 'CMake',
  manifests: ['CMakeLists.txt'],
  detect(project) {
    if (!/^\s*(?:enable_testing|add_test|include\s*\(\s*CTest)/im.test(project.read('CMakeLists.txt') ?? ''))
      return [];
    const command =
      'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure';
    return [{ kind: 'test', command, certainty: 'configured', why: 'CMakeLists.txt enables testing' }];
  },
};

export const deno: Ecosystem = {
  name: 'Deno',
  manifests: ['deno.json', 'deno.jsonc'],
  detect(project) {
    const manifest = ['deno.json', 'deno.jsonc'].find(project.has) ?? '';
    const lock = project.has('deno.lock') ? ['deno.lock'] : [];
    const task = /"test"\s*:/.test(/"tasks"\s*:\s*\{[^}]*\}/.exec(project.read(manifest) ?? '')?.[0] ?? '');
    return [
      {
        kind: 'setup',
        command: 'deno install',
        certainty: 'conventional',
        why: `${manifest} is there`,
        lockFiles: [manifest, ...lock],
      },
      { kind: 'lint', command: 'deno lint', certainty: 'conventional', why: `${manifest} is there` },
      task
        ? {
            kind: 'test',
            command: 'deno task test',
            certainty: 'declared',
            why: `${manifest} has a "test" task`,
          }
        : {
            kind: 'test',
            command: 'deno test --allow-all',
            certainty: 'conventional',
            why: `${manifest} is there`,
          },
    ];
  },
};

export const perl: Ecosystem = {
  name: 'Perl',
  manifests: ['cpanfile', 'Makefile.PL', 'Build.PL', 'dist.ini'],
  detect(project) {
    const test = project.list().find((path) => /^t\/.*\.t$/.test(path));
    return test
      ? [{ kind: 'test', command: 'prove -lr t', certainty: 'conventional', why: `${test} is there` }]
      : [];
  },
};

/** Make's and just's targets; their word for it, whatever language stands behind. */
export const make: Ecosystem = {
  name: 'Make',
  manifests: ['Makefile', 'GNUmakefile', 'makefile', 'justfile', 'Justfile'],
  detect(project) {
    return ['Makefile', 'GNUmakefile', 'makefile', 'justfile', 'Justfile']
      .filter(project.has)
      .slice(0, 1)
      .flatMap((file) => {
        const program = file.toLowerCase() === 'justfile' ? 'just' : 'make';
        const text = project.read(file) ?? '';
        const target = (kind: 'lint' | 'test', names: string[]): Candidate[] =>
          names
            .filter((name) => new RegExp(`^${name}(?:[ \\t][^:=\\n]*)?:(?!:?=)`, 'm').test(text))
            .slice(0, 1)
            .map((name) => ({
              kind,
              command: `${program} ${name}`,
              certainty: 'declared',
              why: `${file} has a target "${name}"`,
            }));
        return [...target('lint', ['lint']), ...target('test', ['test', 'tests', 'check'])];
      });
  },
};

export const preCommit: Ecosystem = {
  name: 'pre-commit',
  manifests: ['.pre-commit-config.yaml'],
  detect() {
    return [
      {
        kind: 'lint',
        command: 'pre-commit run --all-files',
        certainty: 'configured',
        why: '.pre-commit-config.yaml is there',
      },
    ];
  },
};
