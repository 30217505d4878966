import { expect, test } from 'vitest';
import { redactOurs, shownFacts } from '../../src/github/posted.ts';
import { hideRandomStrings } from '../../src/lib/random-strings.ts';
import { keptWork } from '../../src/report/kept.ts';
import { summaryEnd, summaryStart } from '../../src/report/pull-request.ts';
import { done, voice } from '../report/examples.ts';

const key = 'q7Zt4Lx0Vb9Kc2Wm8Rf3Hd6N';

test('only our section of a pull request is cleaned', () => {
  const body = (ours: string) => `Mine: ${key}\n${summaryStart}\n${ours}\n${summaryEnd}\nAnd ${key}.`;
  expect(redactOurs(body(key), hideRandomStrings)).toBe(body('[redacted]'));
  expect(redactOurs(`Without a section: ${key}`, hideRandomStrings)).toBe(`Without a section: ${key}`);
});

test('a patch that loses something says that it may not apply', () => {
  const run = (text: string) => {
    const patches = [{ subject: 'fix: it', text }];
    return { ...done, kept: { kind: 'patch' as const, base: 'a'.repeat(40), patches, withheld: [] } };
  };
  const shown = (text: string) => keptWork(shownFacts(run(text), hideRandomStrings), voice, 1);
  expect(shown(`+const key = '${key}';`)).toMatch(
    /What looks like a secret is left out of it[\s\S]*\[redacted\]/,
  );
  expect(shown('+const key = read();')).not.toContain('secret');
});
