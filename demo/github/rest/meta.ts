/** What the installation is and how much of its hour is used. */
import { ok } from '../http/answers.ts';
import type { Route } from '../http/call.ts';
import type { RateLimits } from '../http/rate-limit.ts';

export function metaRoutes(limits: RateLimits): Route[] {
  return [
    {
      method: 'GET',
      path: '/meta',
      access: 'open',
      // github.com names no version; a GHES would say `installed_version`.
      handle: () => ok({ verifiable_password_authentication: false, domains: { website: [] } }),
    },
    {
      method: 'GET',
      path: '/rate_limit',
      access: 'open',
      handle: ({ actor }) => {
        const { limit, remaining, reset, used } = limits.peek(actor);
        const core = { limit, remaining, reset, used };
        const search = { ...core, limit: 30, remaining: 30, used: 0 };
        return ok({ resources: { core, search, graphql: { ...core } }, rate: core });
      },
    },
  ];
}
