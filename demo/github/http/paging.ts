/** Pages of a list, with the Link header that octokit's paginate follows. */
import type { Answer } from './answers.ts';
import type { Call } from './call.ts';

interface Page<T> {
  items: T[];
  headers: Record<string, string>;
}

/** `per_page` is 30 by default and 100 at most, as on GitHub. */
export function page<T>(call: Call, all: readonly T[]): Page<T> {
  const size = Math.min(100, Math.max(1, Number(call.query.get('per_page') ?? 30) || 30));
  const current = Math.max(1, Number(call.query.get('page') ?? 1) || 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (target: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(target));
    return `<${call.url}?${query}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (current > 1) links.push(link(current - 1, 'prev'), link(1, 'first'));
  if (current < last) links.push(link(current + 1, 'next'), link(last, 'last'));
  return {
    items: all.slice((current - 1) * size, current * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

/** A page of `all` as an answer; only the items of the page are rendered. */
export async function paged<T>(call: Call, all: readonly T[], view: (item: T) => unknown): Promise<Answer> {
  const { items, headers } = page(call, all);
  return { status: 200, body: await Promise.all(items.map((item) => view(item))), headers };
}
