/** Which set-ups may serve another commit with the same lock files. */
import { expect, test } from 'vitest';
import { isLocked, steersInstallers } from '../../../src/checks/dependencies/files.ts';
import { installsOnly } from '../../../src/checks/dependencies/installs.ts';

const repository = (files: Record<string, string>) => ({
  paths: Object.keys(files),
  read: (path: string) => files[path],
});

test.each([
  'npm ci',
  'npm ci --no-audit --prefer-offline',
  'cd web && npm ci',
  `cd 'it is' && npm ci`,
  'yarn install --immutable',
  'pnpm install --frozen-lockfile',
  'go mod download',
  'cargo fetch --locked',
  'BUNDLE_PATH=vendor/bundle bundle install',
  'composer install --no-interaction --no-progress --no-scripts',
  'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt -r requirements-dev.txt pytest',
  'uv sync --frozen',
  'uv sync --frozen --no-install-project',
  'poetry install --no-interaction --no-root',
  'mix deps.get',
])('%s installs, and does nothing else', (command) => {
  expect(installsOnly(command, repository({ 'package.json': '{"scripts":{"test":"x"}}' }))).toBe(true);
});

test.each([
  'npm ci && npm run build',
  'npm ci; npm run build',
  'npm run setup',
  'npm ci --ignore-scripts=false',
  'npm ci --foreground-scripts',
  'npm ci $(make deps)',
  'cd web && cd .. && npm ci',
  'make deps',
  'pip install .',
  "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt -e '.[test]'",
  'poetry install',
  'composer install',
  'gradle --no-daemon testClasses',
  './setup.sh',
])('%s may do anything', (command) => {
  expect(installsOnly(command, repository({}))).toBe(false);
});

test.each([
  ['npm ci', { 'package.json': '{"dependencies":{"a":"file:./a"}}' }],
  ['npm ci', { '.npmrc': 'install-links=true\n' }],
  ['pnpm install', { 'package.json': '{"scripts":{"prepare":"tsc"}}' }],
  ['yarn install', { 'packages/a/package.json': '{"scripts": {"postinstall" : "node build.js"}}' }],
  ['uv sync --frozen', { 'pyproject.toml': '[project]\nname = "a"\n[build-system]\nrequires = []\n' }],
  ['pip install -r requirements.txt', { 'requirements.txt': 'a==1\n-e .\n' }],
  ['pip install -r requirements.txt', { 'requirements.txt': '-r base.txt\n', 'base.txt': './local\n' }],
  [
    'composer install --no-interaction --no-progress --no-scripts',
    { 'composer.json': '{"autoload":{"classmap":["src/"]}}' },
  ],
])('%s makes something of the code of the repository where %j', (command, files) => {
  expect(installsOnly(command, repository(files))).toBe(false);
});

test.each([
  [['package.json', 'package-lock.json'], {}, true],
  [['package.json'], {}, false],
  [['Gemfile'], {}, false],
  [['go.sum', 'go.mod'], {}, true],
  [
    ['requirements.txt'],
    { 'requirements.txt': '# pinned\na==1.0 \\\n  --hash=sha256:00\nb[x]==2 ; python_version > "3"\n' },
    true,
  ],
  [['requirements.txt'], { 'requirements.txt': 'a==1.0\nb>=2\n' }, false],
  [['requirements.txt'], { 'requirements.txt': 'a==1.*\n' }, false],
  [['requirements.txt', 'dev.txt'], { 'requirements.txt': 'a==1\n', 'dev.txt': 'b\n' }, false],
  [['requirements.txt'], { 'requirements.txt': '\n' }, false],
  [['pom.xml'], { 'pom.xml': '<version>1.2</version>' }, true],
  [['pom.xml'], { 'pom.xml': '<version>[1,2)</version>' }, false],
  [['pom.xml'], { 'pom.xml': '<version>2-SNAPSHOT</version>' }, false],
] as const)('%j with %j names its versions: %j', (files, contents, locked) => {
  const read: (path: string) => string | undefined = (path) => new Map(Object.entries(contents)).get(path);
  expect(isLocked(files, read)).toBe(locked);
});

test('all that steers an installer is known, wherever it lies, and code is not', () => {
  const steering = [
    'package.json',
    'packages/deep/in/here/package.json',
    'yarn.lock',
    '.yarnrc.yml',
    '.yarn/releases/yarn-4.cjs',
    '.npmrc',
    '.pnpmfile.cjs',
    'uv.lock',
    'pyproject.toml',
    'pip.conf',
    'Cargo.lock',
    '.cargo/config.toml',
    'Gemfile.lock',
    'a.gemspec',
    'go.work',
    'gradle/libs.versions.toml',
    '.mvn/wrapper/maven-wrapper.properties',
    'src/App.csproj',
    'nuget.config',
    '.tool-versions',
  ];
  expect(steering.filter((path) => !steersInstallers(path, ['npm ci']))).toEqual([]);
  const code = ['src/index.ts', 'README.md', 'lib/package.py', 'tests/lock.go', 'notes.txt'];
  expect(code.filter((path) => steersInstallers(path, ['npm ci']))).toEqual([]);
  expect(steersInstallers('deps/base.txt', ['.venv/bin/pip install -r deps/base.txt'])).toBe(true);
});
