/** Installation tokens: minted, looked up, expired and revoked. */
import { randomBytes } from 'node:crypto';
import { badCredentials } from '../http/answers.ts';
import type { Actor } from '../http/call.ts';
import type { Installation, Permissions } from '../world.ts';

export interface InstallationToken {
  token: string;
  installation: Installation;
  permissions: Permissions;
  /** Null means every repository of the installation. */
  repositories: Set<number> | null;
  expiresAt: number;
}

export interface TokenBook {
  mint(grant: Omit<InstallationToken, 'token' | 'expiresAt'>): InstallationToken;
  /** The actor behind an installation token; throws 401 when it is unknown, revoked or expired. */
  actor(token: string): Extract<Actor, { kind: 'installation' }>;
  revoke(token: string): void;
  /** From now on all tokens minted so far are refused, although their `expires_at` lies ahead. */
  expireAll(): void;
  /** Lifetime in milliseconds of tokens minted from now on; GitHub's is one hour. */
  lifetime: number;
  /** Every token ever minted, so that tests can look for leaks. */
  minted: string[];
}

/**
 * GitHub's stateless installation tokens are `ghs_<app id>_<JWT>`, about 520 characters with two dots: code that
 * expects 40 characters or `\w+` breaks on them, so we mint them in the same form.
 */
function newToken(appId: number): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64url');
  const head = Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'JWT' })).toString('base64url');
  return `ghs_${appId}_${head}.${part(94)}.${part(256)}`;
}

export function createTokenBook(appId: number, now: () => number): TokenBook {
  const live = new Map<string, InstallationToken>();
  const book: TokenBook = {
    lifetime: 3_600_000,
    minted: [],
    mint(grant) {
      const made = { ...grant, token: newToken(appId), expiresAt: now() + book.lifetime };
      live.set(made.token, made);
      book.minted.push(made.token);
      return made;
    },
    actor(token) {
      const found = live.get(token);
      if (!found || found.expiresAt <= now()) throw badCredentials();
      const { installation, permissions, repositories } = found;
      return { kind: 'installation', installation, permissions, repositories, token };
    },
    revoke: (token) => void live.delete(token),
    expireAll: () => live.clear(),
  };
  return book;
}
