import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  code,
  fenced,
  fitting,
  inline,
  ownLink,
  person,
  plain,
  prose,
  shorten,
} from '../../src/report/safe.ts';
import { rendered, shownText } from './render.ts';

/** What hostile text is made of: everything that means something to GitHub's Markdown. */
const pieces = [
  '![x](http://evil.example/?q=CANARY)',
  '[x](http://evil.example)',
  '[x][y]',
  '[y]: http://evil.example',
  '<img src=http://evil.example/x.png>',
  '<a href="http://evil.example">x</a>',
  '<http://evil.example>',
  'http://evil.example/a_b',
  'www.evil.example',
  'me@evil.example',
  'mailto:me@evil.example',
  '@everyone',
  '&#64;everyone',
  '&commat;everyone',
  '#12',
  'GH-12',
  'octo/cat#12',
  '<!-- aiderbot:summary:end -->',
  '<details>',
  '</details>',
  '`',
  '``',
  '```',
  '````',
  '~~~',
  '\\',
  '\n',
  '\n\n',
  '    ',
  '> ',
  '- [ ] ',
  '1. ',
  '# ',
  '===',
  '---',
  '|',
  '| - |',
  '*',
  '_',
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '>',
  '&',
  '$',
  ':',
  ' ',
  'word',
  '\u202E',
  '\u{E0041}',
  '🙂',
];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(''));

/** Tags that fetch, link, run or let somebody click. */
const active = /<(?:a|img|input|script|iframe|form|video|audio|object|embed|svg|details)[\s>]/i;
const mention = /(?<![\w&#;])@[A-Za-z0-9]/;
const reference = /(?:^|[\s(])(?:[\w-]+\/[\w-]+)?#\d|\bGH-\d/;

function outsideCode(html: string): string {
  return html.replace(/<pre>[\s\S]*?<\/pre>/g, '').replace(/<code[\s>][\s\S]*?<\/code>/g, '');
}

describe.each([
  ['plain', (text: string) => plain(text, 5_000)],
  ['plain in a table', (text: string) => `| a | b |\n| - | - |\n| ${plain(text, 5_000)} | end |`],
  ['inline', (text: string) => inline(text, 5_000)],
  ['inline in a table', (text: string) => `| a | b |\n| - | - |\n| ${inline(text, 5_000)} | end |`],
  ['code in a sentence', (text: string) => `see ${code(text, 5_000)} here`],
  ['code in a table', (text: string) => `| a | b |\n| - | - |\n| ${code(text, 5_000)} | end |`],
  ['fenced', (text: string) => fenced(text)],
  ['prose', (text: string) => prose(text)],
])('%s', (name, safe) => {
  it('makes every text inert', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = rendered(safe(text));
        expect(html).not.toMatch(active);
        expect(outsideCode(html)).not.toMatch(mention);
        expect(outsideCode(html)).not.toMatch(reference);
        expect(safe(text)).not.toMatch(/<!--\s*aiderbot/);
        expect(safe(text)).not.toMatch(/[\u202A-\u202E\u{E0000}-\u{E007F}]/u);
      }),
      { numRuns: 120 },
    );
  });

  it('leaves the text around it as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = rendered(`before\n\n${safe(text)}\n\n**after** <!-- ours -->`);
        expect(html).toMatch(/^<p>before<\/p>/);
        expect(html.trimEnd()).toMatch(/<strong>after<\/strong> <!-- ours --><\/p>$/);
      }),
      { numRuns: 120 },
    );
  });

  if (name.endsWith('table')) {
    it('stays in its cell', () => {
      fc.assert(
        fc.property(hostile, (text) => {
          const cells = rendered(safe(text)).match(/<td>/g);
          expect(cells).toHaveLength(2);
          expect(rendered(safe(text))).toContain('<td>end</td>');
        }),
        { numRuns: 120 },
      );
    });
  }
});

describe('what is inert still reads as written', () => {
  it('plain shows every mark', () => {
    const text = 'Fix *all* `x|y` in [a](b) & <b> #hash 1. ~no~ $5 \\o/';
    expect(shownText(plain(text))).toBe(`<p>${text}</p>`.replace(/<\/?p>/g, ''));
  });

  it('plain breaks what GitHub would link or announce', () => {
    expect(plain('@team see #12 at https://x.example')).toBe(
      '@&#8203;team see #&#8203;12 at https:&#8203;//x.example',
    );
  });

  it('code shows every mark, also back-ticks and pipes', () => {
    for (const text of ['a`b', '`a``', 'a\\|b', '||', '*a*', '@types/node', '<img>', 'x & y'])
      expect(shownText(code(text))).toBe(text);
  });

  it('a fence is longer than any inside', () => {
    const text = 'a\n```\nb\n`````\nc';
    expect(fenced(text).split('\n')[0]).toBe('``````');
    expect(shownText(fenced(text)).trim()).toBe(text);
  });

  it('prose keeps lists, emphasis and code', () => {
    const html = rendered(prose('Why:\n\n- **one** with `code`\n- two\n\n```ts\nlet a = 1;\n```'));
    expect(html).toContain('<strong>one</strong> with <code>code</code>');
    expect(html).toContain('<pre><code class="language-ts">let a = 1;');
  });

  it('prose turns headings into bold lines, links into text and boxes into brackets', () => {
    expect(prose('## Checks\nAll green, see [the log](https://x.example/1)\n- [x] tests')).toBe(
      '**Checks**\nAll green, see the log (https:&#8203;//x.example/1)\n- \\[x\\] tests',
    );
  });

  it('code holds no address that GitHub would link, also where it is written as HTML', () => {
    expect(code('me@x.example | more')).toContain('me&#64;&#8203;x&#46;example');
  });

  it.each([
    '#',
    '# Checks',
    '> ## Checks',
    '- # Checks',
    '1. # Checks',
    '> ===',
    'Checks\n---',
    'Checks\n===',
  ])('prose has no heading in %j', (text) => expect(rendered(prose(text))).not.toMatch(/<h\d/));

  it('prose closes what was left open, nested fences included', () => {
    const html = rendered(`${prose('````md\n```js\nx\n```\nnot closed')}\n\nafter`);
    expect(html).toContain('<p>after</p>');
    expect(html).toContain('not closed');
  });

  it('fences that GitHub would draw or apply are shown as text', () => {
    for (const language of ['mermaid', 'Suggestion', 'math'])
      expect(prose(`\`\`\`${language}\nx\n\`\`\``)).toBe('```text\nx\n```');
  });

  it('commands of other bots are not at the start of a line', () => {
    expect(prose('/approve')).toBe('\\/approve');
    expect(plain('/merge now')).toBe('\\/merge now');
    expect(fenced('ok\n/lgtm\n/usr/bin/env')).toBe('```\nok\n /lgtm\n/usr/bin/env\n```');
  });
});

describe('lengths', () => {
  it('cuts between characters', () => {
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('abcd', 3)).toBe('ab…');
    expect(shorten('a🙂🙂', 3)).toBe('a…');
  });

  it('keeps the end of long output, where the failure stands', () => {
    const log = Array.from({ length: 5_000 }, (_, n) => `line ${n}`).join('\n');
    const text = fenced(log, { max: 1_000 });
    expect(text.length).toBeLessThan(1_200);
    expect(text).toContain('line 4999');
    expect(text).toContain('line 0\n');
    expect(text).toMatch(/… \d+ characters left out …/);
  });

  it('tries smaller shares until the text fits', () => {
    expect(fitting((share) => 'x'.repeat(100 * share), 30)).toHaveLength(25);
  });

  it.each(['`', '[', '@a', '&', '<', '\\', '![', '*', '|', 'a\u0301\u0301\u0301\u0301\u0301\u0301\u0301'])(
    'takes a megabyte of %j',
    (part) => {
      const text = part.repeat(1_000_000 / part.length);
      for (const safe of [plain(text), inline(text), code(text), fenced(text), prose(text)])
        expect(safe.length).toBeLessThan(100_000);
    },
  );
});

describe('names and addresses', () => {
  it('mentions real logins only', () => {
    expect(person('octocat')).toBe('@octocat');
    expect(person('x](http://evil.example)')).toBe('x\\](http:&#8203;//evil.example)');
  });

  it('links to plain addresses only', () => {
    expect(ownLink('run', 'https://bot.example/runs/1')).toBe('[run](https://bot.example/runs/1)');
    expect(ownLink('run', 'javascript:alert(1)')).toBe('run');
    expect(ownLink('run', 'https://a.example/) [x](http://b.example')).toBe('run');
  });
});
