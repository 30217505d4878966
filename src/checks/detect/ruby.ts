/** Ruby: Bundler, RSpec, Rake, Rails. */
import type { Candidate, Ecosystem, Project } from './types.ts';

export const ruby: Ecosystem = {
  name: 'Ruby',
  manifests: ['Gemfile', 'Rakefile'],
  detect(project) {
    const bundled = project.has('Gemfile');
    const run = bundled ? 'bundle exec ' : '';
    const found: Candidate[] = [];
    if (bundled)
      found.push({
        kind: 'setup',
        command: 'BUNDLE_PATH=vendor/bundle bundle install',
        certainty: project.has('Gemfile.lock') ? 'declared' : 'configured',
        why: 'Gemfile is there',
        lockFiles: ['Gemfile.lock', 'Gemfile'].filter(project.has),
      });
    if (project.has('.rubocop.yml'))
      found.push({
        kind: 'lint',
        command: `${run}rubocop`,
        certainty: 'configured',
        why: '.rubocop.yml is there',
      });
    return [...found, ...tests(project, run)];
  },
};

function tests(project: Project, run: string): Candidate[] {
  const spec = project.has('.rspec')
    ? '.rspec'
    : project.list().find((path) => /^spec\/.*_spec\.rb$/.test(path));
  if (spec)
    return [{ kind: 'test', command: `${run}rspec`, certainty: 'configured', why: `${spec} is there` }];
  if (project.has('bin/rails') && project.list().some((path) => path.startsWith('test/')))
    return [
      {
        kind: 'test',
        command: 'bin/rails test',
        certainty: 'configured',
        why: 'bin/rails and test/ are there',
      },
    ];
  if (/TestTask|task[ (]:test\b|Minitest/.test(project.read('Rakefile') ?? ''))
    return [
      { kind: 'test', command: `${run}rake test`, certainty: 'declared', why: 'Rakefile has a test task' },
    ];
  return [];
}
