import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fetchImage, imageAddresses, isAttachment, mediaTypeOf } from '../../src/github/attachments.ts';

const web = 'https://github.com';
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)]);

test('images are found in the rendered text, where code is no image', () => {
  const html =
    '<p><a href="x"><img width="10" alt="a > b" src="https://private-user-images.githubusercontent.com/1/2.png?jwt=a&amp;b=c"></a> <code>&lt;img src="https://no.example"&gt;</code></p>';
  expect(imageAddresses(html)).toEqual([
    'https://private-user-images.githubusercontent.com/1/2.png?jwt=a&b=c',
  ]);
});

describe('only attachments are fetched', () => {
  test.each([
    ['https://private-user-images.githubusercontent.com/1/2.png?jwt=x', web],
    ['https://user-images.githubusercontent.com/1/2.png', web],
    ['https://git.corp.example/user-attachments/assets/1', 'https://git.corp.example'],
    ['https://media.git.corp.example/user/1/files/2', 'https://git.corp.example'],
  ])('%s', (address, of) => expect(isAttachment(address, of)).toBe(true));

  test.each([
    ['http://private-user-images.githubusercontent.com/1/2.png', web],
    ['https://private-user-images.githubusercontent.com.evil.example/1', web],
    ['https://private-user-images.githubusercontent.com:8443/1', web],
    ['https://me:secret@user-images.githubusercontent.com/1', web],
    ['https://camo.githubusercontent.com/abc', web],
    ['https://raw.githubusercontent.com/acme/secret/main/logo.png', web],
    ['https://169.254.169.254/latest/meta-data', web],
    ['http://127.0.0.1:3000/user-attachments/1', web],
    ['https://git.corp.example/api/v3/user', 'https://git.corp.example'],
    ['https://other.corp.example/user-attachments/assets/1', 'https://git.corp.example'],
    ['file:///etc/passwd', web],
    ['data:image/png;base64,AAAA', web],
    ['', web],
  ])('not %s', (address, of) => expect(isAttachment(address, of)).toBe(false));
});

test.each([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
  ['GIF89a..', 'image/gif'],
  ['RIFF....WEBPVP8', 'image/webp'],
  ['RIFF....WAVEfmt', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['', undefined],
])('%j is %s', (text, type) => expect(mediaTypeOf(Buffer.from(text, 'latin1'))).toBe(type));

describe('fetching', () => {
  const host = 'https://private-user-images.githubusercontent.com';
  beforeAll(() => nock.disableNetConnect());
  afterEach(() => void nock.cleanAll());
  afterAll(() => nock.enableNetConnect());

  test('gives the image, and sends no token along', async () => {
    nock(host, { badheaders: ['authorization', 'cookie'] })
      .get('/1.png?jwt=x')
      .reply(200, png);
    expect(await fetchImage(`${host}/1.png?jwt=x`, web)).toEqual({
      ok: true,
      image: { mediaType: 'image/png', data: png.toString('base64') },
    });
  });

  test.each([
    [
      'a redirect into a private network',
      302,
      'http://169.254.169.254/latest',
      'not kept where GitHub keeps',
    ],
    ['a redirect to another host', 302, 'https://evil.example/x.png', 'not kept where GitHub keeps'],
    ['a redirect in circles', 302, `${host}/1.png`, 'redirected too often'],
    ['an address that has run out', 403, '', 'GitHub answered 403'],
  ])('refuses %s', async (_, status, location, reason) => {
    nock(host)
      .persist()
      .get('/1.png')
      .reply(status, '', location === '' ? {} : { location });
    expect(await fetchImage(`${host}/1.png`, web)).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });

  test('stops at five megabytes, and looks at the bytes instead of the name', async () => {
    nock(host)
      .get('/big.png')
      .reply(200, Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]));
    expect(await fetchImage(`${host}/big.png`, web)).toMatchObject({ reason: 'it is larger than 5 MB' });
    nock(host).get('/page.png').reply(200, '<html>', { 'content-type': 'image/png' });
    expect(await fetchImage(`${host}/page.png`, web)).toMatchObject({
      reason: 'it is no PNG, JPEG, GIF or WebP',
    });
  });
});
