/** What git prints when GitHub refuses a push, word for word, and what is read from it. */
import { expect, test } from 'vitest';
import { readRefusal } from '../../src/workspace/refusal.ts';

const rejected = (reason: string) =>
  `To https://github.com/octo/site.git\n ! [remote rejected] HEAD -> aider/1-x (${reason})\nerror: failed to push some refs to 'https://github.com/octo/site.git'\n`;

test('a workflow file that the App may not write', () => {
  const said = rejected(
    'refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission',
  );
  expect(readRefusal(said)).toEqual({ kind: 'workflows', path: '.github/workflows/ci.yml' });
});

test('rules of a ruleset, and of branch protection', () => {
  const ruleset = `remote: error: GH013: Repository rule violations found for refs/heads/aider/1-x.        
remote: Review all repository rules at https://github.com/octo/site/rules?ref=refs%2Fheads%2Faider%2F1-x        
remote: 
remote: - Cannot create ref due to creations being restricted.        
remote: 
${rejected('push declined due to repository rule violations')}`;
  expect(readRefusal(ruleset)).toEqual({
    kind: 'rules',
    rules: ['Cannot create ref due to creations being restricted.'],
  });
  const protection = `remote: error: GH006: Protected branch update failed for refs/heads/main.        
remote: error: Changes must be made through a pull request.        
${rejected('protected branch hook declined')}`;
  expect(readRefusal(protection)).toEqual({
    kind: 'rules',
    rules: ['Changes must be made through a pull request.'],
  });
});

test('a branch that takes only signed commits', () => {
  const said = `remote: error: GH013: Repository rule violations found for refs/heads/main.        
remote: 
remote: - Commits must have verified signatures.        
remote:   Found 1 violation:        
remote: 
remote:   1e5ac8b2        
${rejected('push declined due to repository rule violations')}`;
  expect(readRefusal(said)).toEqual({ kind: 'signatures' });
});

test('a secret: its files are named, each once, and the secret itself is not in the result', () => {
  const said = `remote: error: GH013: Repository rule violations found for refs/heads/aider/1-x.        
remote: 
remote: - GITHUB PUSH PROTECTION        
remote:   —————————————————————————————————————————        
remote:     Resolve the following violations before pushing again        
remote: 
remote:     - Push cannot contain secrets        
remote: 
remote:       —— GitHub Personal Access Token ——————————————————————        
remote:        locations:        
remote:          - commit: 8728dbe67        
remote:            path: src/keys.ts:4        
remote:          - commit: 8728dbe68        
remote:            path: src/keys.ts:9        
remote:          - commit: 8728dbe68        
remote:            path: a b.txt:1        
${rejected('push declined due to repository rule violations')}`;
  expect(readRefusal(said)).toEqual({ kind: 'secret', paths: ['src/keys.ts', 'a b.txt'] });
});

test('a file that is too large', () => {
  const said = `remote: error: Trace: 9f5e2b        
remote: error: See https://gh.io/lfs for more information.        
remote: error: File big.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB        
remote: error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.        
${rejected('pre-receive hook declined')}`;
  expect(readRefusal(said)).toMatchObject({
    kind: 'too-large',
    rules: expect.arrayContaining([
      "File big.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB",
    ]),
  });
});

test.each([
  [
    'permission',
    "remote: Permission to octo/site.git denied to aiderbot[bot].\nfatal: unable to access 'https://github.com/octo/site.git/': The requested URL returned error: 403",
  ],
  [
    'permission',
    "remote: Write access to repository not granted.\nfatal: unable to access 'https://github.com/octo/site.git/': The requested URL returned error: 403",
  ],
  [
    'archived',
    "remote: This repository was archived so it is read-only.\nfatal: unable to access 'https://github.com/octo/site.git/': The requested URL returned error: 403",
  ],
  ['gone', "remote: Repository not found.\nfatal: repository 'https://github.com/octo/site.git/' not found"],
  [
    'renamed',
    "fatal: unable to access 'https://github.com/octo/site.git/': The requested URL returned error: 301",
  ],
])('the repository as a whole: %s', (kind, said) => {
  expect(readRefusal(said)?.kind).toBe(kind);
});

test('an unknown refusal is told in its own words', () => {
  expect(readRefusal(rejected('shallow update not allowed'))).toEqual({
    kind: 'other',
    said: 'shallow update not allowed',
  });
});

test.each([
  "fatal: unable to access 'https://github.com/octo/site.git/': Could not resolve host: github.com",
  "fatal: unable to access 'https://github.com/octo/site.git/': The requested URL returned error: 502",
  'fatal: the remote end hung up unexpectedly',
])('what another attempt may mend is no refusal: %s', (said) => {
  expect(readRefusal(said)).toBeUndefined();
});
