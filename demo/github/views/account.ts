/** Accounts and the App as the REST API shows them. */
import { nodeId } from '../lookup.ts';
import type { Account, App, World } from '../world.ts';

export function accountView(world: World, account: Account) {
  const url = `${world.urls.apiUrl}/users/${encodeURIComponent(account.login)}`;
  const page =
    account.type === 'Bot'
      ? `${world.urls.webUrl}/apps/${account.login.replace(/\[bot\]$/, '')}`
      : `${world.urls.webUrl}/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('U', account.id),
    avatar_url: `${world.urls.webUrl}/avatars/u/${account.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: page,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** `GET /users/{username}`: the account with its profile. */
export function profileView(world: World, account: Account) {
  return {
    ...accountView(world, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: [...world.repos.values()].filter((repo) => repo.owner === account && !repo.private).length,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

/** The organisation part of a webhook payload. */
export function organizationView(world: World, account: Account) {
  const url = `${world.urls.apiUrl}/orgs/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('O', account.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${world.urls.webUrl}/avatars/u/${account.id}?v=4`,
    description: null,
  };
}

export function appView(world: World, app: App) {
  return {
    id: app.id,
    client_id: app.clientId,
    slug: app.slug,
    node_id: nodeId('A', app.id),
    owner: accountView(world, app.owner),
    name: app.name,
    description: null,
    external_url: 'https://example.com/',
    html_url: `${world.urls.webUrl}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}
