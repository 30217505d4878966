import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hideRandomStrings } from '../../src/lib/random-strings.ts';

test('a key of no known shape is hidden, and what stands around it stays', () => {
  expect(hideRandomStrings('VENDOR_KEY=q7Zt4Lx0Vb9Kc2Wm8Rf3Hd6N, please')).toBe(
    'VENDOR_KEY=[redacted], please',
  );
  expect(hideRandomStrings('"aB3+dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC5fG7=="')).toBe('"[redacted]"');
});

test('most strings drawn at random are found', () => {
  const found = Array.from({ length: 500 }, () => randomBytes(32).toString('base64url')).filter((key) =>
    hideRandomStrings(`key ${key}.`).includes('[redacted]'),
  );
  expect(found.length).toBeGreaterThan(400);
});

test.each([
  ['ids of commits', '43ea66d0c0ffee43ea66d0c0ffee43ea66d0c0ff'],
  ['ids of runs', '01JDYAB6Q1X6T7M1R2S3T4V5W6'],
  ['names in code', 'parseISO8601DateWithTimezoneOffsetAndFallbackV2'],
  ['names of files', 'src/components/AdminDashboard2/useHTTP2ConnectionPool.test.tsx'],
  ['addresses', 'https://bot.example/runs/01JDYAB6Q1X6T7M1R2S3T4V5W6'],
  ['checksums', '"integrity": "sha512-q7Zt4Lx0Vb9Kc2Wm8Rf3Hd6NaB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC5fG7=="'],
  ['unique ids', '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
])('%s are none', (_, text) => expect(hideRandomStrings(text)).toBe(text));
