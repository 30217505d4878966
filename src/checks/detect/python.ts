/** Python: pytest, unittest, tox, nox; poetry, uv, pdm, pipenv or a virtual environment. */
import type { Candidate, Ecosystem, Project } from './types.ts';

export const python: Ecosystem = {
  name: 'Python',
  manifests: [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'requirements.txt',
    'requirements-dev.txt',
    'Pipfile',
    'tox.ini',
    'noxfile.py',
    'pytest.ini',
  ],
  detect(project) {
    const installer = installerOf(project);
    return [...(installer?.setup ?? []), ...lint(project, installer), ...tests(project, installer)];
  },
};

interface Installer {
  setup: Candidate[];
  /** Put before a program's name so that the project's own environment runs it. */
  prefix: string;
}

const lockTools = [
  { lock: 'uv.lock', command: 'uv sync --frozen', prefix: 'uv run --frozen ' },
  { lock: 'poetry.lock', command: 'poetry install --no-interaction', prefix: 'poetry run ' },
  { lock: 'pdm.lock', command: 'pdm install --frozen-lockfile', prefix: 'pdm run ' },
  { lock: 'Pipfile.lock', command: 'pipenv sync --dev', prefix: 'pipenv run ' },
];

function installerOf(project: Project): Installer | undefined {
  const tool = lockTools.find(({ lock }) => project.has(lock));
  if (tool) {
    const why = `${tool.lock} is there`;
    const lockFiles = [tool.lock, 'pyproject.toml', 'Pipfile'].filter(project.has);
    return {
      setup: [{ kind: 'setup', command: tool.command, certainty: 'declared', why, lockFiles }],
      prefix: tool.prefix,
    };
  }
  const files = requirementFiles(project);
  const itself = installItself(project);
  const wanted = [...files.map((file) => `-r ${file}`), ...itself];
  if (wanted.length === 0) return undefined;
  const sources = [...files, ...packageFiles.filter(project.has)];
  // The runner is often not among the dependencies: continuous integration installs it by hand.
  const named = sources.some((file) => /\bpytest\b/.test(withoutToolSections(project.read(file) ?? '')));
  if (!named && pytestEvidence(project)) wanted.push('pytest');
  return {
    setup: [
      {
        kind: 'setup',
        command: `python3 -m venv .venv && .venv/bin/pip install ${wanted.join(' ')}`,
        certainty: 'configured',
        why: files.length > 0 ? `${files.join(', ')} list dependencies` : `${sources[0]} describes a package`,
        lockFiles: sources,
      },
    ],
    prefix: '.venv/bin/',
  };
}

const packageFiles = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const testExtras = ['test', 'tests', 'testing', 'dev'];

/** The package in place, with the extra or the dependency group that its tests need. */
function installItself(project: Project): string[] {
  const pyproject = project.read('pyproject.toml') ?? '';
  const group = testExtras.find((name) => hasKey(section(pyproject, 'dependency-groups'), name));
  const groups = group ? [`--group ${group}`] : [];
  const isPackage =
    project.has('setup.py') || (/^\[project\]/m.test(pyproject) && /^\[build-system\]/m.test(pyproject));
  if (!isPackage || !needsInstalling(project, pyproject)) return groups;
  const extra = testExtras.find((name) => hasKey(section(pyproject, 'project.optional-dependencies'), name));
  return [extra ? `-e '.[${extra}]'` : '-e .', ...groups];
}

/** A package without dependencies whose modules lie in the root is tested as it is, also where there is no network. */
function needsInstalling(project: Project, pyproject: string): boolean {
  return (
    /^\s*dependencies\s*=\s*\[\s*["']/m.test(section(pyproject, 'project')) ||
    section(pyproject, 'project.optional-dependencies') !== '' ||
    /install_requires/.test(`${project.read('setup.py') ?? ''}${project.read('setup.cfg') ?? ''}`) ||
    project.list().some((path) => /^src\/[^/]+\/__init__\.py$/.test(path))
  );
}

/** The lines of one TOML table. */
function section(toml: string, name: string): string {
  const start = toml.split('\n').findIndex((line) => line.trim() === `[${name}]`);
  if (start < 0) return '';
  const rest = toml.split('\n').slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

function hasKey(table: string, name: string): boolean {
  return new RegExp(`^\\s*["']?${name}["']?\\s*=`, 'm').test(table);
}

/** Settings of pytest do not mean that it gets installed. */
function withoutToolSections(toml: string): string {
  return toml.replace(/^\[tool[.:][\s\S]*?(?=^\[(?!tool[.:])|$(?![\s\S]))/gm, '');
}

function requirementFiles(project: Project): string[] {
  return project
    .list()
    .filter((path) =>
      /^(?:requirements\/)?(?:requirements|(?:dev|test|tests)(?:-requirements)?|requirements[-_](?:dev|test|tests))\.txt$/.test(
        path,
      ),
    )
    .filter((path) => /^\s*[\w.-]/m.test(project.read(path) ?? ''));
}

function lint(project: Project, installer: Installer | undefined): Candidate[] {
  const pyproject = project.read('pyproject.toml') ?? '';
  const prefix = installer?.prefix ?? '';
  const ruff =
    ['ruff.toml', '.ruff.toml'].find(project.has) ??
    (/^\[tool\.ruff\b/m.test(pyproject) ? 'pyproject.toml' : undefined);
  if (ruff) return [configured('lint', `${prefix}ruff check .`, `${ruff} configures ruff`)];
  const setupCfg = project.read('setup.cfg') ?? '';
  const flake8 = project.has('.flake8') ? '.flake8' : /^\[flake8\]/m.test(setupCfg) ? 'setup.cfg' : undefined;
  return flake8 ? [configured('lint', `${prefix}flake8`, `${flake8} configures flake8`)] : [];
}

function tests(project: Project, installer: Installer | undefined): Candidate[] {
  const prefix = installer?.prefix ?? '';
  const interpreter = prefix === '' ? 'python3' : `${prefix}python`;
  const why = pytestEvidence(project);
  if (why) return [configured('test', `${interpreter} -m pytest`, why)];
  // tox and nox build their own environments, which needs the network that tests do not have: last resort.
  if (project.has('tox.ini')) return [configured('test', `${prefix}tox`, 'tox.ini is there')];
  if (project.has('noxfile.py')) return [configured('test', `${prefix}nox`, 'noxfile.py is there')];
  const file = project
    .list()
    .find((path) => isTestFile(path) && /\bunittest\b/.test(project.read(path) ?? ''));
  if (!file) return [];
  const folder = file.split('/').slice(0, -1)[0];
  const start = folder && folder !== '.' ? ` -s ${folder}` : '';
  return [
    {
      kind: 'test',
      command: `${interpreter} -m unittest discover${start}`,
      certainty: 'conventional',
      why: `${file} uses unittest`,
    },
  ];
}

function pytestEvidence(project: Project): string | undefined {
  if (project.has('pytest.ini')) return 'pytest.ini is there';
  for (const [file, section] of [
    ['pyproject.toml', /^\[tool\.pytest\b/m],
    ['setup.cfg', /^\[tool:pytest\]/m],
    ['tox.ini', /^\[pytest\]/m],
  ] as const)
    if (section.test(project.read(file) ?? '')) return `${file} configures pytest`;
  const conftest = project.list().find((path) => /(?:^|\/)conftest\.py$/.test(path));
  if (conftest) return `${conftest} is there`;
  for (const file of ['pyproject.toml', 'setup.cfg', 'Pipfile', ...requirementFiles(project)])
    if (/\bpytest\b/.test(project.read(file) ?? '')) return `${file} depends on pytest`;
  const file = project
    .list()
    .find((path) => isTestFile(path) && /^(?:import|from) pytest\b/m.test(project.read(path) ?? ''));
  return file ? `${file} imports pytest` : undefined;
}

function isTestFile(path: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path);
}

function configured(kind: 'lint' | 'test', command: string, why: string): Candidate {
  return { kind, command, certainty: 'configured', why };
}
