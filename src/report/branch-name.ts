/** Names of branches: what `git check-ref-format --branch` accepts, in plain ASCII. */

export interface BranchRequest {
  /** From the settings: `aider/`. */
  prefix: string;
  issue?: number | undefined;
  /** Hostile. */
  title: string;
  /** Branches that exist. */
  taken: Iterable<string>;
}

const longestSlug = 40;

/**
 * `aider/12-login-form-loses-input`, with `-2`, `-3` … when that is taken. Git keeps branches as files in folders, so that
 * a branch `aider` rules out every `aider/…`: the slash becomes a dash then. Case is ignored, as some file systems do.
 */
export function branchName({ prefix, issue, title, taken }: BranchRequest): string {
  const existing = new Set([...taken].map((name) => name.toLowerCase()));
  const start = safePrefix(prefix);
  const stem = [issue === undefined ? '' : String(issue), slug(title)]
    .filter((part) => part !== '')
    .join('-');
  const base = start + (stem === '' ? 'change' : stem);
  const name = parents(base).some((parent) => existing.has(parent)) ? base.replaceAll('/', '-') : base;
  if (isFree(name, existing)) return name;
  for (let suffix = 2; ; suffix++) if (isFree(`${name}-${suffix}`, existing)) return `${name}-${suffix}`;
}

function isFree(name: string, existing: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  if (existing.has(lower)) return false;
  for (const other of existing) if (other.startsWith(`${lower}/`)) return false;
  return true;
}

function parents(name: string): string[] {
  const parts = name.toLowerCase().split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Words of a title: accents dropped, everything but letters and digits to dashes, cut between words. */
function slug(title: string): string {
  const words = title
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (words.length <= longestSlug) return words;
  const cut = words.slice(0, longestSlug + 1).replace(/-[^-]*$/, '');
  return cut.slice(0, longestSlug);
}

/** The settings were checked when they were read; this holds whatever reaches it all the same. */
function safePrefix(prefix: string): string {
  const parts = prefix
    .split('/')
    .map((part) => part.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, ''));
  const named = parts.filter((part) => part !== '');
  if (named.length === 0) return '';
  return prefix.endsWith('/') ? `${named.join('/')}/` : `${named.join('/')}-`;
}
