import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, REDACTED, redactShapes } from '../../src/lib/redact.ts';

// Assembled at run time, so that no scanner takes the test for a leak.
const letters = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC5fG7';
const classicToken = `ghs_${letters}`;
const statelessToken = `ghs_${`${letters}.`.repeat(14)}`.slice(0, 520);
const keyBlock = [
  `-----BEGIN RSA ${'PRIVATE KEY'}-----`,
  ...Array.from(
    { length: 20 },
    (_, line) => `MII${String(line).padStart(2, '0')}${letters}${letters.slice(0, 23)}`,
  ),
  `-----END RSA ${'PRIVATE KEY'}-----`,
].join('\n');

function streamed(redactor: ReturnType<typeof createRedactor>, pieces: readonly string[]): string {
  const stream = redactor.stream();
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

describe('exact values', () => {
  const secret = 'p@ss w/rd+ünï&"quoted"';
  const redactor = createRedactor([secret, 'short']);

  test.each([
    ['as it is', `say ${secret}!`],
    ['URL-encoded', `https://host/?q=${encodeURIComponent(secret)}&r=1`],
    ['inside JSON', JSON.stringify({ password: secret })],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64 of a user and the value', Buffer.from(`x-access-token:${secret}`).toString('base64')],
    ['base64 of a user one letter longer', Buffer.from(`xx-access-token:${secret}`).toString('base64')],
    ['base64 with text behind it', Buffer.from(`xyz:${secret} and more text`).toString('base64')],
    ['base64url', Buffer.from(secret).toString('base64url')],
  ])('are hidden %s', (_name, text) => {
    const hidden = redactor.redact(text);
    expect(hidden).toContain(REDACTED);
    expect(hidden).not.toContain(secret);
    expect(hidden).not.toContain(Buffer.from(secret).toString('base64').slice(4, 20));
  });

  test('words too short to be secrets stay', () => {
    expect(redactor.redact('a short walk')).toBe('a short walk');
  });

  test('a secret of several lines is hidden even when a log shows one line of it', () => {
    const line = keyBlock.split('\n')[3] ?? '';
    expect(createRedactor([keyBlock]).redact(`oops: ${line} here`)).toBe(`oops: ${REDACTED} here`);
  });
});

describe('shapes of credentials', () => {
  test.each([
    ['a classic GitHub token', `token ${classicToken} end`, `token ${REDACTED} end`],
    ['a stateless GitHub token of 520 characters', `token ${statelessToken} end`, `token ${REDACTED} end`],
    ['a fine-grained token', `github_pat_${letters}_${letters}`, REDACTED],
    ['an OpenAI key', `key=sk-proj-${letters}`, `key=${REDACTED}`],
    ['an Anthropic key', `key: sk-ant-api03-${letters}-AA`, `key: ${REDACTED}`],
    ['an AWS key id', `id ${'AKIA'}IOSFODNN7EXAMPL0`, `id ${REDACTED}`],
    ['a Slack token', `${'xoxb'}-123456789012-${letters}`, REDACTED],
    ['a bearer header', `authorization: Bearer ${letters}`, `authorization: Bearer ${REDACTED}`],
    [
      'a basic header in JSON',
      `{"Authorization":"Basic ${letters}=="}`,
      `{"Authorization":"Basic ${REDACTED}"}`,
    ],
    ['an API key header', `x-api-key: ${letters}`, `x-api-key: ${REDACTED}`],
    ['a password in a URL', 'https://user:hunter22@host/x', `https://user:${REDACTED}@host/x`],
    ['a JSON web token', `eyJhbGciOiJIUzI1NiJ9.${letters}.${letters}`, REDACTED],
    ['a private key', `before\n${keyBlock}\nafter`, `before\n${REDACTED}\nafter`],
    ['a private key in JSON', JSON.stringify({ key: keyBlock }), `{"key":"${REDACTED}"}`],
    ['a private key in base64', `KEY=${Buffer.from(keyBlock).toString('base64')} end`, `KEY=${REDACTED} end`],
    ['a private key that was cut off', `${keyBlock.slice(0, 300)}\n!! log cut`, `${REDACTED}!! log cut`],
  ])('hides %s', (_name, text, hidden) => {
    expect(redactShapes(text)).toBe(hidden);
  });

  test.each([
    'risk-assessment-of-everything-we-have',
    'Authorization: Bearer $TOKEN_FROM_ENV',
    'curl -H "Authorization: Bearer <your-token>"',
    'gh_pages and ghost_writers',
    'https://example.org:8080/path?x=a@b',
    'see https://host/a and write to me@example.org',
    '-----BEGIN CERTIFICATE-----',
  ])('leaves %s alone', (text) => {
    expect(redactShapes(text)).toBe(text);
  });
});

describe('streams', () => {
  test('a token split over two pieces is hidden', () => {
    const redactor = createRedactor([]);
    expect(
      streamed(redactor, ['push with ghs_', `${letters.slice(0, 9)}`, `${letters.slice(9)}\ndone\n`]),
    ).toBe(`push with ${REDACTED}\ndone\n`);
  });

  test('complete lines are passed on at once', () => {
    const stream = createRedactor(['a-known-secret']).stream();
    expect(stream.push('first line\nsecond')).toBe('first line\n');
    expect(stream.end()).toBe('second');
  });

  test('however the text is cut, a stream hides what the whole text hides', () => {
    const redactor = createRedactor(['known-secret-value', keyBlock]);
    const text = `a known-secret-value b\n${keyBlock}\nAuthorization: Bearer ${letters}\nx ${statelessToken}\nend`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
        expect(streamed(redactor, pieces)).toBe(redactor.redact(text));
      }),
      { numRuns: 200 },
    );
  });

  test('one endless line is passed on in pieces and still hides a split secret', () => {
    const redactor = createRedactor(['known-secret-value']);
    const filler = 'ab,'.repeat(30_000);
    const stream = redactor.stream();
    const first = stream.push(`${filler}known-sec`);
    expect(first.length).toBeGreaterThan(0);
    expect(first + stream.push(`ret-value${filler}`) + stream.end()).toBe(`${filler}${REDACTED}${filler}`);
  });

  test.each([100, 500, 900, 1_100])(
    'an unknown token %i characters before the end of an endless line stays whole',
    (distance) => {
      const redactor = createRedactor([]);
      const filler = 'ab,'.repeat(30_000);
      const stream = redactor.stream();
      const rest = 'cd,'.repeat(400).slice(0, distance);
      const out = stream.push(`${filler}${statelessToken},${rest}`) + stream.push('!') + stream.end();
      expect(out).toBe(`${filler}${REDACTED},${rest}!`);
    },
  );

  test.each([50, 300, 519])('an unknown token of which %i characters have come is waited for', (come) => {
    const filler = 'ab,'.repeat(30_000);
    const stream = createRedactor([]).stream();
    const out =
      stream.push(filler + statelessToken.slice(0, come)) +
      stream.push(`${statelessToken.slice(come)},`) +
      stream.end();
    expect(out).toBe(`${filler}${REDACTED},`);
  });
});

test('redacting twice changes nothing more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(classicToken, `Bearer ${letters}`, keyBlock, ' ', '\n', 'Authorization: ')),
      (parts) => {
        const once = redactShapes(parts.join(''));
        expect(redactShapes(once)).toBe(once);
      },
    ),
  );
});
