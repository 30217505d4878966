/** The manifest asks for what the App uses, and for nothing else. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const manifest = z
  .object({ default_permissions: z.record(z.string(), z.string()), default_events: z.array(z.string()) })
  .parse(parse(readFileSync('app.yml', 'utf8')));

test('it subscribes to the events that are handled, and to no others', () => {
  const source = readFileSync('src/app.ts', 'utf8');
  const handled = [...source.matchAll(/'([a-z_]+)\.[a-z_]+'|\.on\('([a-z_]+)'/g)].map(
    ([, withAction, alone]) => withAction ?? alone ?? '',
  );
  // Every App is told of its installations.
  const subscribed = new Set(handled.filter((event) => !event.startsWith('installation')));
  expect([...subscribed].sort()).toEqual([...manifest.default_events].sort());
});

test('each right stands in the instructions with what it is for', () => {
  const install = readFileSync('docs/install.md', 'utf8');
  for (const [name, level] of Object.entries(manifest.default_permissions))
    expect(install).toContain(`| \`${name}: ${level}\``);
});
