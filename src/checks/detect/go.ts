/** Go modules. */
import type { Candidate, Ecosystem } from './types.ts';

export const go: Ecosystem = {
  name: 'Go',
  manifests: ['go.mod'],
  detect(project) {
    const found: Candidate[] = [];
    const sums = ['go.sum', 'go.mod'].filter(project.has);
    if (project.has('go.sum'))
      found.push({
        kind: 'setup',
        command: 'go mod download',
        certainty: 'declared',
        why: 'go.sum is there',
        lockFiles: sums,
      });
    const golangci = project.list().find((path) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(path));
    found.push(
      golangci
        ? {
            kind: 'lint',
            command: 'golangci-lint run',
            certainty: 'configured',
            why: `${golangci} configures golangci-lint`,
          }
        : { kind: 'lint', command: 'go vet ./...', certainty: 'conventional', why: 'go.mod is there' },
    );
    const test = project.list().find((path) => path.endsWith('_test.go'));
    // Without -v a package that passes does not say how many tests it has.
    if (test)
      found.push({
        kind: 'test',
        command: 'go test -v ./...',
        certainty: 'configured',
        why: `${test} is there`,
      });
    return found;
  },
};
