/** Path templates of the published description, matched against encoded request paths. */
import type { Route } from './call.ts';

/** Parameters that may hold slashes (octokit sends %2F, people send /). */
const greedy = new Set(['path', 'ref', 'branch', 'basehead']);

interface Compiled {
  route: Route;
  pattern: RegExp;
  names: string[];
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

function compile(route: Route): Compiled {
  const names: string[] = [];
  const pattern = route.path
    .split('/')
    .map((part) =>
      part.replaceAll(/\{(\w+)\}|[.*+?^$()|[\]\\]/g, (whole, name: string | undefined) => {
        if (name === undefined) return `\\${whole}`;
        names.push(name);
        return greedy.has(name) ? '(.+)' : '([^/]+)';
      }),
    )
    .join('/');
  return { route, pattern: new RegExp(`^${pattern}$`), names };
}

/** Finds the route for a method and an encoded path. Templates with more fixed text win. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const fixed = (route: Route) => route.path.replaceAll(/\{\w+\}/g, '').length;
  const compiled = [...routes].sort((a, b) => fixed(b) - fixed(a)).map(compile);
  return (method, path) => {
    for (const { route, pattern, names } of compiled) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (!found) continue;
      const params: Record<string, string> = {};
      try {
        for (const [index, name] of names.entries())
          params[name] = decodeURIComponent(found[index + 1] ?? '');
      } catch {
        return undefined;
      }
      return { route, params };
    }
    return undefined;
  };
}
