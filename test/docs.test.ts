import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generatedDocs } from '../scripts/docs.ts';
import { availableVerbs } from '../src/commands/available.ts';
import { commandSpecs } from '../src/commands/registry/index.ts';
import { honouredKeys } from '../src/config/honoured.ts';
import { settingSections } from '../src/config/json-schema.ts';
import { parseRepositoryConfig } from '../src/config/repository.ts';

const docs = generatedDocs();
const root = new URL('../', import.meta.url);

describe('documentation made from code', () => {
  it.each(Object.keys(docs))('%s is current (`npm run docs`)', (path) => {
    expect(readFileSync(new URL(path, root), 'utf8')).toBe(docs[path]);
  });

  it('describes every command that works, and claims no other', () => {
    const page = docs['docs/commands.md'] ?? '';
    for (const { verb } of commandSpecs)
      expect(page.includes(`### ${verb}\n`)).toBe(availableVerbs.has(verb));
    const claims = page.slice(0, page.indexOf('## Not available yet'));
    for (const { verb } of commandSpecs)
      if (!availableVerbs.has(verb)) expect(claims).not.toContain(`/aider ${verb}`);
  });

  it('lists every setting once: in force or without effect', () => {
    const [inForce = '', idle = ''] = (docs['docs/configuration.md'] ?? '').split('## Without effect');
    for (const { key } of settingSections().flatMap((section) => section.keys)) {
      expect(inForce.includes(`| \`${key}\` |`)).toBe(honouredKeys.has(key));
      expect(idle.includes(`| \`${key}\` |`)).toBe(!honouredKeys.has(key));
    }
  });

  it('shows an example that is the default', () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(docs['docs/configuration.md'] ?? '')?.[1] ?? '';
    expect(parseRepositoryConfig(example)).toEqual({
      ...parseRepositoryConfig(''),
      notes: [],
      written: expect.any(Map),
    });
  });
});

describe('the JSON Schema for editors', () => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(
    JSON.parse(docs['docs/aider.schema.json'] ?? ''),
  );

  it.each([
    '{}',
    'version: 1',
    'verify: { test: npm test, timeout: 90s }',
    'paths: { protect: ["src/**"] }',
    'pull_request: { reviewers: [requester, octocat] }',
    'tasks: [{ id: lint, schedule: "0 5 * * 1", prompt: Tidy up. }]',
    'verify: { tset: npm test }',
    'version: 2',
    'enabled: "yes"',
    'edit: { mode: fast }',
    'verify: { timeout: soon }',
    'paths: { ignore: ["../x"] }',
    'verify: { max_reflections: 11 }',
    'tasks: [{ id: lint }]',
    '[]',
  ])('agrees with the reader about %s', (text) => {
    expect(validate(parse(text))).toBe(parseRepositoryConfig(text).ok);
  });
});
