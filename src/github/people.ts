/** Logins as GitHub allows them; anything else never reaches a commit or a sentence. */

/** Keeps letters, digits, dashes, underscores (enterprise accounts) and the brackets of bots. */
export function cleanLogin(login: string): string {
  return login.replaceAll(/[^\w[\]-]/g, '').slice(0, 60) || 'unknown';
}
