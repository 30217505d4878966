/** Which events an installation gets: those the App subscribed to and may read. */
import type { Installation, Level, Permissions } from '../world.ts';

/** Any one of the named permissions suffices. */
const readable: Record<string, string[]> = {
  issue_comment: ['issues', 'pull_requests'],
  issues: ['issues'],
  label: ['issues', 'pull_requests'],
  pull_request: ['pull_requests'],
  pull_request_review: ['pull_requests'],
  pull_request_review_comment: ['pull_requests'],
  pull_request_review_thread: ['pull_requests'],
  push: ['contents'],
  create: ['contents'],
  delete: ['contents'],
  check_run: ['checks'],
  check_suite: ['checks'],
  status: ['statuses'],
  workflow_run: ['actions'],
  repository: ['metadata'],
};

/** Every App gets these, without subscribing. */
const always = new Set(['installation', 'installation_repositories', 'ping']);

export const subscribable = Object.keys(readable);

export function receives(installation: Installation, event: string): boolean {
  if (always.has(event)) return true;
  if (installation.suspendedAt !== null || !installation.events.includes(event)) return false;
  return (readable[event] ?? []).some((name) => levelOf(installation.permissions, name) !== undefined);
}

function levelOf(permissions: Permissions, name: string): Level | undefined {
  return name === 'metadata' ? 'read' : permissions[name];
}
