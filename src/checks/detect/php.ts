/** PHP: Composer's scripts, PHPUnit, Pest, the usual linters. */
import { z } from 'zod';
import type { Candidate, Ecosystem, Project } from './types.ts';

const manifest = z.object({
  scripts: z.record(z.string(), z.unknown()).catch({}),
  'require-dev': z.record(z.string(), z.unknown()).catch({}),
});

export const php: Ecosystem = {
  name: 'PHP',
  manifests: ['composer.json'],
  detect(project) {
    const parsed = manifest.safeParse(parseJson(project.read('composer.json') ?? ''));
    if (!parsed.success) return [];
    const { scripts, 'require-dev': tools } = parsed.data;
    return [
      {
        kind: 'setup',
        command: 'composer install --no-interaction --no-progress --no-scripts',
        certainty: 'configured',
        why: 'composer.json is there',
        lockFiles: ['composer.lock', 'composer.json'].filter(project.has),
      },
      ...lint(project, scripts),
      ...tests(project, scripts, tools),
    ];
  },
};

function lint(project: Project, scripts: Record<string, unknown>): Candidate[] {
  const script = ['lint', 'cs', 'phpcs', 'phpstan'].find((name) => name in scripts);
  if (script)
    return [
      {
        kind: 'lint',
        command: `composer run ${script}`,
        certainty: 'declared',
        why: `composer.json has a "${script}" script`,
      },
    ];
  const stan = ['phpstan.neon', 'phpstan.neon.dist'].find(project.has);
  if (stan)
    return [
      {
        kind: 'lint',
        command: 'vendor/bin/phpstan analyse --no-progress',
        certainty: 'configured',
        why: `${stan} is there`,
      },
    ];
  const style = ['phpcs.xml', 'phpcs.xml.dist'].find(project.has);
  return style
    ? [{ kind: 'lint', command: 'vendor/bin/phpcs', certainty: 'configured', why: `${style} is there` }]
    : [];
}

function tests(
  project: Project,
  scripts: Record<string, unknown>,
  tools: Record<string, unknown>,
): Candidate[] {
  if ('test' in scripts)
    return [
      {
        kind: 'test',
        command: 'composer run test',
        certainty: 'declared',
        why: 'composer.json has a "test" script',
      },
    ];
  if ('pestphp/pest' in tools)
    return [
      {
        kind: 'test',
        command: 'vendor/bin/pest',
        certainty: 'configured',
        why: 'composer.json depends on Pest',
      },
    ];
  const config = ['phpunit.xml', 'phpunit.xml.dist'].find(project.has);
  if (!config && !('phpunit/phpunit' in tools)) return [];
  const why = config ? `${config} is there` : 'composer.json depends on PHPUnit';
  return [{ kind: 'test', command: 'vendor/bin/phpunit', certainty: 'configured', why }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
