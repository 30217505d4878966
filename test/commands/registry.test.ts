import { describe, expect, it } from 'vitest';
import { availableVerbs, offered } from '../../src/commands/available.ts';
import { flagSpec } from '../../src/commands/flags.ts';
import { helpText, misplacedText, unavailableText } from '../../src/commands/help.ts';
import { parseCommands } from '../../src/commands/parse.ts';
import { commandNamed, commandSpecs } from '../../src/commands/registry/index.ts';

const options = { trigger: '/aider', available: availableVerbs };

describe('the registry', () => {
  it('gives every word to one command only', () => {
    const words = commandSpecs.flatMap((spec) => [spec.verb, ...spec.aliases]);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(commandSpecs)('holds a usable entry for $verb', (spec) => {
    expect(commandNamed(spec.verb.toUpperCase())).toBe(spec);
    expect(spec.places.length).toBeGreaterThan(0);
    expect(spec.flags.every((name) => flagSpec(name) !== undefined)).toBe(true);
    for (const example of spec.examples) {
      expect(parseCommands(`/aider ${example}`, { trigger: '/aider', offer: (same) => same })).toMatchObject({
        kind: 'commands',
        commands: [{ verb: spec.verb, notes: [] }],
      });
    }
  });
});

it.each(commandSpecs)('$verb offers examples that work in this version', (spec) => {
  const here = offered(spec);
  expect(here.examples.length).toBeGreaterThan(0);
  if (!availableVerbs.has(spec.verb)) return;
  for (const example of here.examples)
    expect(parseCommands(`/aider ${example}`, { trigger: '/aider' }).kind).toBe('commands');
});

describe('help', () => {
  it('offers what the running version can do and nothing else', () => {
    const page = helpText(options);
    for (const spec of commandSpecs)
      expect(page.includes(`\`/aider ${spec.verb}`)).toBe(availableVerbs.has(spec.verb));
  });

  it('explains one command with its flags', () => {
    const page = helpText(options, 'fix');
    expect(page).toContain('| `--files=path,glob,…` |');
    expect(page).toContain('| `--model=provider/model` |');
    const bare = helpText(options, 'continue');
    expect(bare).toContain('| `--base` | Merge the base branch');
    expect(page).toContain('On a pull request: adds commits to its branch.');
    expect(page).toContain('Also: `do`, `implement`');
  });

  it('falls back to the whole page for an unknown topic', () => {
    expect(helpText(options, 'me please')).toBe(helpText(options));
  });

  it('leaves out sentences about commands that are not there', () => {
    const withPlan = { trigger: '/aider', available: new Set(['plan' as const]) };
    expect(helpText(withPlan, 'plan')).not.toContain('approve');
  });

  it('says that a command is not available yet', () => {
    const less = { ...options, available: new Set([...availableVerbs].filter((verb) => verb !== 'task')) };
    expect(helpText(less, 'task')).toBe(unavailableText('task', less));
    expect(unavailableText('task', options)).toMatch(/^`\/aider task` is not available in this version\./);
  });

  it('says where a command works when it stands elsewhere', () => {
    expect(misplacedText('undo', 'issue', '/aider')).toBe(
      '`/aider undo` works on a pull request and on a line of a review, not on an issue.',
    );
    expect(misplacedText('plan', 'inline', '/aider')).toBe(
      '`/aider plan` works on an issue and on a pull request in this version, not on a line of a review.',
    );
    expect(misplacedText('fix', 'issue', '/aider')).toBeUndefined();
  });
});
