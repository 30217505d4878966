import { describe, expect, it } from 'vitest';
import { parseRepositoryConfig } from '../../../src/config/repository.ts';
import { intentOf, isGreen } from '../../../src/runs/publishing/intent.ts';
import { testCheck } from '../../report/examples.ts';

function settings(draft: string, required: string) {
  const parsed = parseRepositoryConfig(
    `pull_request:\n  draft: ${draft}\nverify:\n  require_green: ${required}\n`,
  );
  if (!parsed.ok) throw new Error('These settings are not valid.');
  return parsed.config;
}

describe('how a pull request is opened', () => {
  it.each([
    // draft, require_green, when green, when not
    ['until-green', 'draft', 'ready', 'draft'],
    ['until-green', 'ignore', 'ready', 'ready'],
    ['until-green', 'block', 'ready', 'none'],
    ['always', 'draft', 'draft', 'draft'],
    ['always', 'block', 'draft', 'none'],
    ['never', 'draft', 'ready', 'ready'],
    ['never', 'block', 'ready', 'none'],
  ])('draft: %s, require_green: %s', (draft, required, green, red) => {
    expect(intentOf(settings(draft, required), true)).toBe(green);
    expect(intentOf(settings(draft, required), false)).toBe(red);
  });
});

describe('green', () => {
  it('needs a finished run and checks that all passed', () => {
    expect(isGreen({ kind: 'done' }, [testCheck(3, 0)])).toBe(true);
    expect(isGreen({ kind: 'done' }, [testCheck(3, 0), testCheck(2, 1)])).toBe(false);
    expect(isGreen({ kind: 'done' }, [])).toBe(false);
    expect(isGreen({ kind: 'partial', reason: 'x' }, [testCheck(3, 0)])).toBe(false);
  });
});
