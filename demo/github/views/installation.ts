/** Installations as the REST API and webhooks show them. */
import type { Installation, World } from '../world.ts';
import { accountView } from './account.ts';

export function installationView(world: World, it: Installation) {
  const { apiUrl, webUrl } = world.urls;
  return {
    id: it.id,
    client_id: world.app.clientId,
    account: accountView(world, it.account),
    repository_selection: it.repositories === null ? 'all' : 'selected',
    access_tokens_url: `${apiUrl}/app/installations/${it.id}/access_tokens`,
    repositories_url: `${apiUrl}/installation/repositories`,
    html_url: `${webUrl}/settings/installations/${it.id}`,
    app_id: world.app.id,
    app_slug: world.app.slug,
    target_id: it.account.id,
    target_type: it.account.type,
    permissions: it.permissions,
    events: it.events,
    created_at: it.createdAt,
    updated_at: it.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: it.suspendedBy && accountView(world, it.suspendedBy),
    suspended_at: it.suspendedAt,
  };
}
