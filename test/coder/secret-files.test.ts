import { expect, test } from 'vitest';
import { looksSecret } from '../../src/coder/secret-files.ts';

test.each([
  '.env',
  'app/.env.production',
  '.ENV',
  'certs/server.key',
  'deploy/id_rsa',
  'id_ed25519.old',
  '.npmrc',
  '.ssh/config',
  '.aws/credentials',
  'config/secrets.yml',
  'config/master.key',
  'credentials.json',
  'service-account-prod.json',
  'terraform/prod.tfvars',
  '.git-credentials',
])('%s is not shown', (path) => {
  expect(looksSecret(path)).toBe(true);
});

test.each([
  '.env.example',
  '.env.sample',
  'src/key.ts',
  'src/secrets.ts',
  'docs/credentials.md',
  'monkey.js',
  'src/environment.py',
])('%s is shown', (path) => {
  expect(looksSecret(path)).toBe(false);
});
