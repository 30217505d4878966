import { expect, test } from 'vitest';
import { noreplyDomain } from '../../src/github/identity.ts';

test.each([
  ['https://github.com', 'users.noreply.github.com'],
  ['https://git.corp.example', 'users.noreply.git.corp.example'],
  ['https://git.corp.example:8443', 'users.noreply.git.corp.example'],
])('commits on %s are by addresses of %s', (webUrl, domain) => {
  expect(noreplyDomain(webUrl)).toBe(domain);
});
