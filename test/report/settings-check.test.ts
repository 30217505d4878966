import { describe, expect, it } from 'vitest';
import { settingsCheck, settingsIssue } from '../../src/report/settings-check.ts';
import { voice } from './examples.ts';
import { rendered } from './render.ts';

const path = '.github/aider.yml';

describe('the check of a settings file', () => {
  it('annotates every mistake and lists the first ones', () => {
    const problems = Array.from({ length: 30 }, (_, n) => ({
      line: n + 1,
      column: 1,
      message: `there is no key \`k${n}\``,
    }));
    const check = settingsCheck({ path, problems });
    expect(check.conclusion).toBe('failure');
    expect(check.annotations).toHaveLength(30);
    expect(check.summary).toContain('… and 10 more');
  });

  it('shows values of a repository as text', () => {
    const changes = [
      { key: 'instructions', before: '', after: '| ![x](http://evil.example/) <img> @everyone' },
    ];
    const html = rendered(settingsCheck({ path, changes, idle: [] }).summary);
    expect(html).not.toMatch(/<img|evil\.example"/);
    expect(html.match(/<td>/g)).toHaveLength(3);
  });

  it('says when nothing changes', () => {
    expect(settingsCheck({ path, changes: [], idle: ['models.architect'] }).summary).toContain(
      'Nothing that has an effect changes.',
    );
  });
});

it('the issue tells what to do, and nothing in it pings anybody', () => {
  const { title, body } = settingsIssue(
    {
      path,
      branch: 'main',
      problems: [{ line: 3, column: 1, message: 'there is no key `@octocat`, @octocat' }],
    },
    voice,
  );
  expect(title).toContain(path);
  expect(body).toContain('1 mistake, so no run starts until it is mended');
  expect(body.replaceAll(/`[^`]*`/g, '')).not.toMatch(/@octocat/);
});
