import { describe, expect, test } from 'vitest';
import { detectChecks } from '../../src/checks/detect/detect.ts';
import type { RepositoryFiles } from '../../src/checks/detect/types.ts';

function repository(files: Record<string, string>): RepositoryFiles {
  return { paths: Object.keys(files).sort(), read: (path) => files[path] };
}

/** Commands per kind, with the folder where it is not the root. */
function commands(files: Record<string, string>) {
  const found = detectChecks(repository(files));
  const list = (items: { command: string; folder: string }[]) =>
    items.map(({ command, folder }) => (folder === '' ? command : `${folder}: ${command}`));
  return { setup: list(found.setup), lint: list(found.lint), test: list(found.test) };
}

const packageJson = (value: object) =>
  JSON.stringify({ name: 'x', devDependencies: { typescript: '5' }, ...value });

describe('JavaScript', () => {
  const scripts = { test: 'vitest run', lint: 'biome check .', typecheck: 'tsc --noEmit' };

  test.each([
    ['package-lock.json', 'npm ci', 'npm run lint', 'npm test'],
    ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile', 'pnpm run lint', 'pnpm run test'],
    ['yarn.lock', 'yarn install --frozen-lockfile', 'yarn run lint', 'yarn run test'],
    ['bun.lock', 'bun install --frozen-lockfile --ignore-scripts', 'bun run lint', 'bun run test'],
  ])('%s decides the package manager', (lock, setup, lint, runTests) => {
    const found = commands({ 'package.json': packageJson({ scripts }), [lock]: '' });

    expect(found.setup).toEqual([setup]);
    expect(found.lint[0]).toBe(lint);
    expect(found.test).toEqual([runTests]);
  });

  test('types are checked as well as style', () => {
    expect(commands({ 'package.json': packageJson({ scripts }) }).lint).toEqual([
      'npm run lint',
      'npm run typecheck',
    ]);
  });

  test('modern yarn has another flag', () => {
    const files = { 'package.json': packageJson({ scripts }), 'yarn.lock': '', '.yarnrc.yml': '' };

    expect(commands(files).setup).toEqual(['yarn install --immutable']);
  });

  test('without a lock file nothing is frozen', () => {
    expect(commands({ 'package.json': packageJson({ scripts }) }).setup).toEqual(['npm install']);
  });

  test('the placeholder that npm writes is no test command', () => {
    const placeholder = { test: 'echo "Error: no test specified" && exit 1' };

    expect(commands({ 'package.json': packageJson({ scripts: placeholder }) }).test).toEqual([]);
  });

  test('a lint script that rewrites files is no check', () => {
    expect(commands({ 'package.json': packageJson({ scripts: { lint: 'eslint --fix .' } }) }).lint).toEqual(
      [],
    );
  });

  test("tests of node's own runner need no script, and no dependencies need no setup", () => {
    const found = commands({ 'package.json': '{"type":"module"}', 'test/a.test.ts': '' });

    expect(found).toEqual({ setup: [], lint: [], test: ['node --test'] });
  });

  test('a broken package.json is no project', () => {
    expect(commands({ 'package.json': '{' })).toEqual({ setup: [], lint: [], test: [] });
  });
});

describe('Python', () => {
  test('pytest in a virtual environment', () => {
    expect(
      commands({
        'requirements.txt': 'flask==3.0\n',
        'requirements-dev.txt': 'pytest\nruff\n',
        'ruff.toml': '',
        'tests/test_app.py': 'def test_a(): pass',
      }),
    ).toEqual({
      setup: ['python3 -m venv .venv && .venv/bin/pip install -r requirements-dev.txt -r requirements.txt'],
      lint: ['.venv/bin/ruff check .'],
      test: ['.venv/bin/python -m pytest'],
    });
  });

  test.each([
    ['uv.lock', 'uv sync --frozen', 'uv run --frozen python -m pytest'],
    ['poetry.lock', 'poetry install --no-interaction', 'poetry run python -m pytest'],
    ['pdm.lock', 'pdm install --frozen-lockfile', 'pdm run python -m pytest'],
  ])('%s decides the installer', (lock, setup, runTests) => {
    const found = commands({ 'pyproject.toml': '[tool.pytest.ini_options]\n', [lock]: '' });

    expect(found).toMatchObject({ setup: [setup], test: [runTests] });
  });

  test('unittest where nothing speaks of pytest', () => {
    const found = commands({ 'setup.py': '', 'tests/test_a.py': 'import unittest\n' });

    expect(found.test).toEqual(['python3 -m unittest discover -s tests']);
  });

  test('a target of the Makefile beats that guess, and not a configured pytest', () => {
    const makefile = { Makefile: '.PHONY: test\ntest:\n\tpython3 -m unittest\n' };
    const unittest = { 'setup.py': '', 'tests/test_a.py': 'import unittest\n' };

    expect(commands({ ...makefile, ...unittest }).test).toEqual(['make test']);
    expect(commands({ ...makefile, ...unittest, 'pytest.ini': '' }).test).toEqual(['python3 -m pytest']);
  });

  test('a package is installed in place, with what its tests need', () => {
    const project = '[build-system]\nrequires = []\n[project]\nname = "x"\ndependencies = ["click"]\n';
    const install = (pyproject: string) =>
      commands({ 'pyproject.toml': `${project}${pyproject}`, 'conftest.py': '' }).setup[0]?.split(
        'pip install ',
      )[1];

    expect(install('')).toBe('-e . pytest');
    expect(install('[project.optional-dependencies]\ntest = ["pytest"]\n')).toBe("-e '.[test]'");
    expect(install('[dependency-groups]\ndev = ["pytest>=8"]\n')).toBe('-e . --group dev');
    expect(install('[tool.pytest.ini_options]\naddopts = "-q"\n')).toBe('-e . pytest');
  });

  test('a package without dependencies is tested as it is', () => {
    expect(commands({ 'setup.py': 'setup(name="x")', 'tests/test_a.py': 'import unittest\n' })).toEqual({
      setup: [],
      lint: [],
      test: ['python3 -m unittest discover -s tests'],
    });
  });

  test('tox and nox are the last resort: they need the network', () => {
    expect(commands({ 'tox.ini': '[tox]\n' }).test).toEqual(['tox']);
    expect(commands({ 'tox.ini': '[tox]\n', 'conftest.py': '' }).test).toEqual(['python3 -m pytest']);
    expect(commands({ 'noxfile.py': '' }).test).toEqual(['nox']);
  });
});

test.each<[name: string, files: Record<string, string>, setup: string[], lint: string[], test: string[]]>([
  [
    'Go',
    { 'go.mod': '', 'go.sum': '', 'a_test.go': '' },
    ['go mod download'],
    ['go vet ./...'],
    ['go test -v ./...'],
  ],
  ['Go with a linter', { 'go.mod': '', '.golangci.yml': '' }, [], ['golangci-lint run'], []],
  [
    'Rust',
    { 'Cargo.toml': '[workspace]\n', 'Cargo.lock': '' },
    ['cargo fetch --locked'],
    ['cargo check --workspace --all-targets'],
    ['cargo test --workspace --no-fail-fast'],
  ],
  [
    'Rust with nextest',
    { 'Cargo.toml': '', '.config/nextest.toml': '', 'clippy.toml': '' },
    ['cargo fetch'],
    ['cargo clippy --all-targets -- -D warnings'],
    ['cargo nextest run --no-fail-fast'],
  ],
  ['Maven', { 'pom.xml': '', mvnw: '' }, ['./mvnw -B -q dependency:go-offline'], [], ['./mvnw -B test']],
  [
    'Gradle',
    { 'build.gradle.kts': '', gradlew: '' },
    ['./gradlew --no-daemon testClasses'],
    [],
    ['./gradlew --no-daemon --continue cleanTest test'],
  ],
  [
    'RSpec',
    { Gemfile: '', '.rubocop.yml': '', 'spec/a_spec.rb': '' },
    ['BUNDLE_PATH=vendor/bundle bundle install'],
    ['bundle exec rubocop'],
    ['bundle exec rspec'],
  ],
  ['Rake', { Rakefile: 'Rake::TestTask.new\n' }, [], [], ['rake test']],
  [
    'PHPUnit',
    { 'composer.json': '{}', 'phpunit.xml.dist': '', 'phpstan.neon': '' },
    ['composer install --no-interaction --no-progress --no-scripts'],
    ['vendor/bin/phpstan analyse --no-progress'],
    ['vendor/bin/phpunit'],
  ],
  [
    'Composer scripts',
    { 'composer.json': '{"scripts":{"test":"x","lint":"y"}}' },
    ['composer install --no-interaction --no-progress --no-scripts'],
    ['composer run lint'],
    ['composer run test'],
  ],
  [
    'Elixir',
    { 'mix.exs': '', '.formatter.exs': '' },
    ['mix deps.get'],
    ['mix format --check-formatted'],
    ['mix test'],
  ],
  [
    '.NET',
    { 'App.sln': '', 'tests/T.csproj': '<PackageReference Include="Microsoft.NET.Test.Sdk" />' },
    ['dotnet restore'],
    [],
    ['dotnet test'],
  ],
  [
    'CMake',
    { 'CMakeLists.txt': 'enable_testing()\n' },
    [],
    [],
    ['cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure'],
  ],
  ['Deno', { 'deno.json': '{}' }, ['deno install'], ['deno lint'], ['deno test --allow-all']],
  ['Perl', { 'Makefile.PL': '', 't/a.t': '' }, [], [], ['prove -lr t']],
  ['just', { justfile: 'test *args:\n  ./run\nlint:\n  ./lint\n' }, [], ['just lint'], ['just test']],
  ['pre-commit', { '.pre-commit-config.yaml': '' }, [], ['pre-commit run --all-files'], []],
  ['nothing', { 'README.md': '' }, [], [], []],
])('%s', (_, files, setup, lint, runTests) => {
  expect(commands(files)).toEqual({ setup, lint, test: runTests });
});

test('several languages each have their checks, in their folders', () => {
  const found = commands({
    'api/go.mod': '',
    'api/a_test.go': '',
    'web/package.json': packageJson({ scripts: { test: 'vitest run' } }),
    'web/packages/button/package.json': packageJson({ scripts: { test: 'other' } }),
  });

  expect(found.test).toEqual(['web: npm test', 'api: go test -v ./...']);
});

test('what no check needs is not installed', () => {
  const found = commands({
    'go.mod': '',
    'a_test.go': '',
    'website/Gemfile': '',
    'tools/requirements.txt': 'flask\n',
  });

  expect(found.setup).toEqual([]);
  expect(commands({ Makefile: 'test:\n', 'requirements.txt': 'flask\n' }).setup).toHaveLength(1);
});

test('projects inside fixtures, examples and dependencies are not ours', () => {
  expect(
    commands({
      'examples/a/package.json': packageJson({ scripts: { test: 'x' } }),
      'test/fixtures/go.mod': '',
      'node_modules/x/package.json': packageJson({ scripts: { test: 'x' } }),
    }).test,
  ).toEqual([]);
});

test('a variable of a Makefile is no target', () => {
  expect(commands({ Makefile: 'test := 1\ntest-all: a\n\techo\n' }).test).toEqual([]);
});

test('what was found says why, and a build without counts in its output names its reports', () => {
  const [found] = detectChecks(repository({ 'build.gradle': '' })).test;

  expect(found).toMatchObject({ why: 'build.gradle is there', reports: ['**/build/test-results/**/*.xml'] });
});

test('the key of a setup changes with the lock file and with nothing else', () => {
  const key = (lock: string, other = '') =>
    detectChecks(
      repository({
        'package.json': packageJson({ scripts: { test: 'x' } }),
        'package-lock.json': lock,
        'a.ts': other,
      }),
    ).setup[0]?.key;

  expect(key('1')).toMatch(/^[0-9a-f]{64}$/);
  expect(key('1', 'changed')).toBe(key('1'));
  expect(key('2')).not.toBe(key('1'));
});
