import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { serverConfig } from '../../src/config/env.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const good = { APP_ID: '12', PRIVATE_KEY: privateKey, WEBHOOK_SECRET: 'a8f5f167f44f4964e6c998dee827110c' };

test('the least that is needed, with careful defaults', () => {
  const result = serverConfig({ ...good, DATABASE_URL: '' });
  expect(result).toMatchObject({
    ok: true,
    config: {
      identity: { kind: 'app', appId: 12 },
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      apiUrl: 'https://api.github.com',
      webUrl: 'https://github.com',
      sandbox: 'required',
      setupHosts: [],
      setupCacheBytes: 10 * 1024 ** 3,
      scheduledTasks: true,
    },
  });
});

test.each([
  ['real line ends', privateKey],
  ['escaped line ends', privateKey.replaceAll('\n', '\\n')],
  ['base64', Buffer.from(privateKey).toString('base64')],
])('the key may come with %s', (_name, text) => {
  expect(serverConfig({ ...good, PRIVATE_KEY: text })).toMatchObject({
    ok: true,
    config: { identity: { privateKey } },
  });
});

test('a GitHub Enterprise Server has its pages where its API is', () => {
  expect(serverConfig({ ...good, GITHUB_API_URL: 'https://git.corp.example/api/v3/' })).toMatchObject({
    config: { apiUrl: 'https://git.corp.example/api/v3', webUrl: 'https://git.corp.example' },
  });
});

test.each([
  [{ WEBHOOK_SECRET: 'development' }, 'anybody could forge webhooks'],
  [{ WEBHOOK_SECRET: 'short' }, 'shorter than 16'],
  [{ WEBHOOK_SECRET: undefined }, 'WEBHOOK_SECRET is not set'],
  [{ APP_ID: 'my-app' }, 'APP_ID must be the number'],
  [{ PRIVATE_KEY: undefined }, 'PRIVATE_KEY or PRIVATE_KEY_PATH'],
  [{ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/nowhere/key.pem' }, 'cannot read /nowhere/key.pem'],
  [{ PRIVATE_KEY: 'nonsense' }, 'not a PEM private key'],
  [{ PORT: '99999' }, 'PORT'],
  [{ SANDBOX: 'off' }, 'SANDBOX'],
  [{ SETUP_HOSTS: 'http://x' }, 'SETUP_HOSTS'],
  [{ SETUP_CACHE_GB: 'much' }, 'SETUP_CACHE_GB'],
  [{ SCHEDULED_TASKS: 'never' }, 'SCHEDULED_TASKS must be `on` or `off`'],
  [{ GITHUB_API_URL: 'github' }, 'GITHUB_API_URL'],
])('%o is refused with what to mend', (change, message) => {
  const result = serverConfig({ ...good, ...change });
  expect(result.ok).toBe(false);
  expect(result.ok || result.problems.join('\n')).toContain(message);
});

const token = { GITHUB_TOKEN: 'github_pat_11ABCDEFG0123456789', GITHUB_REPOSITORIES: 'octo/site, octo/app' };

test('a token instead of an App needs the repositories it is for, and nothing else', () => {
  expect(serverConfig(token)).toMatchObject({
    ok: true,
    config: {
      identity: {
        kind: 'token',
        repositories: ['octo/site', 'octo/app'],
        pollSeconds: 30,
        webhookSecret: undefined,
      },
    },
  });
});

test.each([
  [{ APP_ID: '12' }, 'unset one'],
  [{ GITHUB_REPOSITORIES: undefined }, 'GITHUB_REPOSITORIES is not set'],
  [{ GITHUB_REPOSITORIES: 'octo' }, 'owner/name'],
  [{ GITHUB_TOKEN: 'my token' }, 'no token as GitHub makes them'],
  [{ POLL_SECONDS: '1' }, 'from 5 to 3600'],
  [{ WEBHOOK_SECRET: 'development' }, 'anybody could forge webhooks'],
])('with a token, %o is refused with what to mend', (change, message) => {
  const result = serverConfig({ ...token, ...change });
  expect(result.ok).toBe(false);
  expect(result.ok || result.problems.join('\n')).toContain(message);
});
