/** Who the stand-in believes, and what each credential may do. */
import { createSign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  anonymous,
  asApp,
  expectNoViolations,
  failure,
  mint,
  startWithWidgets,
  type Widgets,
  widgets,
  withToken,
} from './github.ts';

let world: Widgets;
beforeEach(async () => {
  world = await startWithWidgets();
});
afterEach(async () => {
  expectNoViolations(world.github);
  await world.github.close();
});

/** An App JWT with claims of our choice; times in seconds from now. */
function jwt(key: string, claims: { iss: string | number; iat: number; exp: number }): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const times = { iat: now + claims.iat, exp: now + claims.exp, iss: claims.iss };
  const body = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(times)}`;
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`;
}

describe('the App', () => {
  test('proves itself with its key and finds its installation', async () => {
    const { apps } = asApp(world.github).rest;
    expect((await apps.getAuthenticated()).data).toMatchObject({
      slug: 'aiderbot',
      permissions: { contents: 'write' },
    });
    const installations = (await apps.listInstallations()).data;
    expect(installations.map((it) => it.id)).toEqual([world.installation.id]);
    expect((await apps.getRepoInstallation(widgets)).data.id).toBe(world.installation.id);
    expect((await apps.getOrgInstallation({ org: 'acme' })).data.id).toBe(world.installation.id);
  });

  test.each([
    ['expired', { iat: -700, exp: -100 }, "'Expiration time' claim ('exp') must be a numeric value"],
    ['valid for too long', { iat: 0, exp: 900 }, "'Expiration time' claim ('exp') is too far in the future"],
    ['from the future', { iat: 120, exp: 600 }, "'Issued at' claim ('iat') must be an Integer"],
  ])('is refused with a proof that is %s', async (_what, times, message) => {
    const token = jwt(world.github.app.privateKey, { iss: world.github.app.id, ...times });
    const refused = await failure(withToken(world.github, token).rest.apps.getAuthenticated());
    expect(refused).toMatchObject({ status: 401, message: expect.stringContaining(message) });
  });

  test('is refused with a changed proof or as another App', async () => {
    const good = jwt(world.github.app.privateKey, { iss: world.github.app.id, iat: -60, exp: 300 });
    const bad = `${good.slice(0, -6)}AAAAAA`;
    expect(await failure(withToken(world.github, bad).rest.apps.getAuthenticated())).toMatchObject({
      status: 401,
    });
    const other = jwt(world.github.app.privateKey, { iss: 1, iat: -60, exp: 300 });
    expect(await failure(withToken(world.github, other).rest.apps.getAuthenticated())).toMatchObject({
      status: 404,
    });
  });

  test('an installation token is no proof of the App', async () => {
    const token = await mint(world.github, world.installation.id);
    expect(await failure(withToken(world.github, token).rest.apps.listInstallations())).toMatchObject({
      status: 401,
    });
  });
});

describe('installation tokens', () => {
  test('have the long form and live for an hour', async () => {
    const { data } = await asApp(world.github).rest.apps.createInstallationAccessToken({
      installation_id: world.installation.id,
    });
    expect(data.token).toMatch(new RegExp(`^ghs_${world.github.app.id}_[\\w-]+\\.[\\w-]+\\.[\\w-]+$`));
    expect(data.token.length).toBeGreaterThan(500);
    expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
  });

  test('can be narrowed to repositories and permissions', async () => {
    await world.github.createRepository('acme/other', { private: true });
    const id = world.github.repository('acme/widgets').id;
    const token = await mint(world.github, world.installation.id, {
      repository_ids: [id],
      permissions: { issues: 'read' },
    });
    const { rest } = withToken(world.github, token);
    expect((await rest.issues.listForRepo(widgets)).data).toEqual([]);
    expect(await failure(rest.issues.listForRepo({ owner: 'acme', repo: 'other' }))).toMatchObject({
      status: 404,
    });
    const refused = await failure(rest.issues.create({ ...widgets, title: 'x' }));
    expect(refused).toMatchObject({
      status: 403,
      message: expect.stringContaining('Resource not accessible by integration'),
      headers: { 'x-accepted-github-permissions': 'issues=write' },
    });
  });

  test('cannot get more than the installation has', async () => {
    const wide = mint(world.github, world.installation.id, { permissions: { workflows: 'write' } });
    expect(await failure(wide)).toMatchObject({
      status: 422,
      message: expect.stringContaining('The permissions requested are not granted to this installation.'),
    });
    const foreign = mint(world.github, world.installation.id, { repositories: ['nowhere'] });
    expect((await failure(foreign)).message).toContain('not accessible to the parent installation');
  });

  test('end when they expire or are revoked', async () => {
    expect((await world.rest.repos.get(widgets)).status).toBe(200);
    world.github.tokens.expireAll();
    expect(await failure(world.rest.repos.get(widgets))).toMatchObject({
      status: 401,
      message: expect.stringContaining('Bad credentials'),
    });
    const { rest } = withToken(world.github, await mint(world.github, world.installation.id));
    await rest.apps.revokeInstallationAccessToken();
    expect(await failure(rest.repos.get(widgets))).toMatchObject({ status: 401 });
  });

  test('are neither minted nor accepted while the installation is suspended', async () => {
    world.github.suspend('acme');
    const message = expect.stringContaining('This installation has been suspended');
    expect(await failure(mint(world.github, world.installation.id))).toMatchObject({ status: 403, message });
    expect(await failure(world.rest.repos.get(widgets))).toMatchObject({ status: 403, message });
    world.github.unsuspend('acme');
    expect((await world.rest.repos.get(widgets)).status).toBe(200);
  });
});

describe('others', () => {
  test('nobody sees a private repository and everybody reads a public one', async () => {
    const { rest } = anonymous(world.github);
    expect(await failure(rest.repos.get(widgets))).toMatchObject({ status: 404 });
    world.github.changeRepository('acme/widgets', { private: false });
    expect((await rest.repos.get(widgets)).data.full_name).toBe('acme/widgets');
    expect(await failure(rest.issues.create({ ...widgets, title: 'x' }))).toMatchObject({ status: 401 });
  });

  test('a person is limited by the role', async () => {
    const bob = withToken(world.github, world.github.accountToken('bob')).rest;
    expect((await bob.repos.get(widgets)).status).toBe(200);
    expect(await failure(bob.issues.createLabel({ ...widgets, name: 'x' }))).toMatchObject({ status: 403 });
    expect(await failure(withToken(world.github, 'ghp_wrong').rest.repos.get(widgets))).toMatchObject({
      status: 401,
    });
  });

  test('an archived repository refuses writes', async () => {
    world.github.changeRepository('acme/widgets', { archived: true });
    expect(await failure(world.rest.issues.create({ ...widgets, title: 'x' }))).toMatchObject({
      status: 403,
      message: expect.stringContaining('Repository was archived so is read-only.'),
    });
  });
});

test('roles show as GitHub shows them', async () => {
  const shown = async (username: string) => {
    const { data } = await world.rest.repos.getCollaboratorPermissionLevel({ ...widgets, username });
    return [data.permission, data.role_name, data.user?.permissions?.push];
  };
  expect(await shown('ada')).toEqual(['admin', 'admin', true]);
  expect(await shown('mia')).toEqual(['write', 'maintain', true]);
  expect(await shown('alice')).toEqual(['write', 'write', true]);
  expect(await shown('tom')).toEqual(['read', 'triage', false]);
  expect(await shown('bob')).toEqual(['read', 'read', false]);
  expect(await failure(shown('nobody-at-all'))).toMatchObject({ status: 404 });
  world.github.createUser('stranger');
  expect(await shown('stranger')).toEqual(['none', 'none', false]);
});

test('the bot has an account of its own', async () => {
  const { data } = await world.rest.users.getByUsername({ username: 'aiderbot[bot]' });
  expect(data).toMatchObject({ login: 'aiderbot[bot]', type: 'Bot' });
  expect(data.id).not.toBe(world.github.app.id);
});

test('it is github.com, not an enterprise server', async () => {
  expect((await world.rest.meta.get()).data).not.toHaveProperty('installed_version');
});

test('every request counts against the hourly limit', async () => {
  const first = await world.rest.repos.get(widgets);
  const second = await world.rest.repos.get(widgets);
  const left = (it: typeof first) => Number(it.headers['x-ratelimit-remaining']);
  expect(left(first) - left(second)).toBe(1);
  expect(second.headers['x-github-request-id']).toMatch(/^57A1:/);
  world.github.rate.leave(1);
  await world.rest.repos.get(widgets);
  expect(await failure(world.rest.repos.get(widgets))).toMatchObject({
    status: 403,
    headers: { 'x-ratelimit-remaining': '0' },
  });
  expect((await world.rest.rateLimit.get()).data.rate.remaining).toBe(0);
});
