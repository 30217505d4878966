/** All REST endpoints. A new one is a row in one of these tables. */
import type { TokenBook } from '../auth/tokens.ts';
import type { Route } from '../http/call.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { appRoutes } from './app.ts';
import { checkRoutes } from './checks.ts';
import { commentRoutes } from './comments.ts';
import { objectRoutes } from './git-objects.ts';
import { refRoutes } from './git-refs.ts';
import { issueRoutes } from './issues.ts';
import { metaRoutes } from './meta.ts';
import { pullRoutes } from './pulls.ts';
import { reactionRoutes } from './reactions.ts';
import { repositoryRoutes } from './repositories.ts';
import { reviewRoutes } from './reviews.ts';
import { userRoutes } from './users.ts';

export function routes(tokens: TokenBook, limits: RateLimits): Route[] {
  return [
    ...appRoutes(tokens),
    ...metaRoutes(limits),
    ...userRoutes,
    ...repositoryRoutes,
    ...refRoutes,
    ...objectRoutes,
    ...issueRoutes,
    ...commentRoutes,
    ...reactionRoutes,
    ...pullRoutes,
    ...reviewRoutes,
    ...checkRoutes,
  ];
}
