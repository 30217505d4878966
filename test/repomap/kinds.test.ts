import { describe, expect, it } from 'vitest';
import { kindOf } from '../../src/repomap/kinds.ts';

describe('kindOf', () => {
  it.each([
    [
      'source',
      'src/app.ts',
      'lib/latest.js',
      'app/contest.py',
      'src/deps.ts',
      'src/blog/post.py',
      'pkg/api/tools/run.go',
      'Sources/App/Contents.swift',
      'bin/composer',
      'src/build/plan.ts',
    ],
    [
      'test',
      'tests/test_a.py',
      'src/a.test.ts',
      'pkg/a_test.go',
      'src/test/java/A.java',
      'spec/a_spec.rb',
      'Core.Tests/BarTests.cs',
      'src/ReaderIT.java',
      'conftest.py',
    ],
    ['example', 'examples/a.py', 'benches/a.rs', 'demo/a.js', 'packages/demo/src/a.js'],
    ['docs', 'README.md', 'docs/conf.py', 'CHANGES', 'LICENSE.txt', 'guide/intro.rst'],
    [
      'tooling',
      'setup.py',
      'scripts/release.sh',
      '.github/workflows/ci.yml',
      'webpack.config.js',
      'Makefile',
      'Gemfile',
      'build/pack.ps1',
      '.buildscript/deploy.sh',
    ],
    ['markup', 'templates/base.html', 'styles/site.scss', 'app/views/show.html.erb'],
    ['config', 'pyproject.toml', 'config/settings.yml', '.editorconfig', 'src/main/java/module-info.java'],
    ['data', 'schema.graphql', 'data/cities.json', 'phpstan/baseline.neon', 'App.xcodeproj/project.pbxproj'],
    ['generated', 'dist/app.js', 'src/a.min.js', 'api/a_pb2.py', 'package-lock.json', 'Cargo.lock'],
    [
      'vendored',
      'vendor/x/y.go',
      'third_party/zlib/inflate.c',
      'deps/lua/lua.c',
      'include/external/json.hpp',
    ],
    ['asset', 'logo.png', 'fonts/a.woff2', 'data.sqlite'],
  ])('%s', (kind, ...paths) => {
    expect(Object.fromEntries(paths.map((path) => [path, kindOf(path)]))).toEqual(
      Object.fromEntries(paths.map((path) => [path, kind])),
    );
  });
});
