/** Files that by their name hold keys or passwords. No model is shown one, whoever asks: a prompt leaves the machine. */
import type { RepoPath } from '../lib/types.ts';

const names = [
  /^\.env(?:\..+)?$/,
  /^\.envrc$/,
  /\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx?|ppk|asc|gpg|ovpn|tfstate|tfvars)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^\.(?:netrc|pgpass|my\.cnf|npmrc|yarnrc|pypirc|htpasswd|git-credentials|dockercfg|vault[-_]?pass.*|s3cfg|boto)$/,
  /^_netrc$/,
  /^(?:credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|xml|properties|env|csv|cfg|conf))?$/,
  /^(?:service[-_]?account|client[-_]secrets?).*\.json$/,
  /^(?:master|production|staging|development)\.key$/,
];
const folders = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.terraform']);
/** What stands in for a secret, so that people know its form. */
const examples = /[._-](?:example|sample|template|dist|defaults?|schema)$/;

/** Letter case does not matter. Templates such as `.env.example` hold no secret. */
export function looksSecret(path: RepoPath): boolean {
  const parts = path.toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  if (parts.slice(0, -1).some((folder) => folders.has(folder))) return true;
  return names.some((pattern) => pattern.test(name)) && !examples.test(name);
}
