/** Repositories as the REST API shows them: minimal, and with all counters. */
import { fullName, nodeId } from '../lookup.ts';
import type { Repo, World } from '../world.ts';
import { accountView } from './account.ts';

export function repositoryUrl(world: World, repo: Repo): string {
  return `${world.urls.apiUrl}/repos/${fullName(repo)}`;
}

export function repositoryPage(world: World, repo: Repo): string {
  return `${world.urls.webUrl}/${fullName(repo)}`;
}

/** The part that every listing carries. */
export function minimalRepositoryView(world: World, repo: Repo) {
  const url = repositoryUrl(world, repo);
  return {
    id: repo.id,
    node_id: nodeId('R', repo.id),
    name: repo.name,
    full_name: fullName(repo),
    private: repo.private,
    owner: accountView(world, repo.owner),
    html_url: repositoryPage(world, repo),
    description: repo.description,
    fork: repo.parent !== null,
    url,
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  };
}

/** The repository as it stands inside pull requests and webhook payloads. */
export function repositoryView(world: World, repo: Repo) {
  const page = repositoryPage(world, repo);
  const open = [...repo.issues.values()].filter((issue) => issue.state === 'open').length;
  return {
    ...minimalRepositoryView(world, repo),
    created_at: repo.createdAt,
    updated_at: repo.updatedAt,
    pushed_at: repo.pushedAt,
    git_url: `git://${new URL(page).host}/${fullName(repo)}.git`,
    ssh_url: `git@${new URL(page).hostname}:${fullName(repo)}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    archived: repo.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repo.private ? 'private' : 'public',
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repo.defaultBranch,
    custom_properties: {},
  };
}

/** `GET /repos/{owner}/{repo}`. */
export function fullRepositoryView(world: World, repo: Repo): Record<string, unknown> {
  const related = repo.parent && repositoryView(world, repo.parent);
  return {
    ...repositoryView(world, repo),
    network_count: 0,
    subscribers_count: 0,
    ...(repo.owner.type === 'Organization' && { organization: accountView(world, repo.owner) }),
    ...(related && { parent: related, source: related }),
  };
}
