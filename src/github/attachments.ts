/** Images that people attached to a thread: found in the rendered text, fetched only from where GitHub keeps attachments. */
import { Buffer } from 'node:buffer';
import type { ImagePart } from '../models/types.ts';
import { count } from '../report/format.ts';

const LARGEST_BYTES = 5 * 1024 * 1024;
const MOST_REDIRECTS = 2;
const PATIENCE_MS = 15_000;

/**
 * The addresses of all images of a text that GitHub rendered (`body_html`). Attachments of private repositories are not to be
 * had by the address that people see; the rendered text has signed ones, which are good for some minutes.
 */
export function imageAddresses(bodyHtml: string): string[] {
  return [...bodyHtml.matchAll(/<img\b(?:[^>"]|"[^"]*")*?\ssrc="([^"]*)"/gi)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
}

/** Whether an address is an attachment of the GitHub whose pages are at `webUrl`. Everything else may be anybody's server. */
export function isAttachment(address: string, webUrl: string): boolean {
  const url = URL.parse(address);
  const web = URL.parse(webUrl);
  if (!url || !web || url.username !== '' || url.password !== '') return false;
  if (web.hostname === 'github.com') {
    // The first signs each address; the second is where attachments were kept before, for everybody to read.
    const hosts = ['private-user-images.githubusercontent.com', 'user-images.githubusercontent.com'];
    return url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname);
  }
  // GitHub Enterprise Server: on the host itself, or with subdomain isolation beside it.
  const isThere = url.host === web.host || url.host === `media.${web.host}`;
  return (
    url.protocol === web.protocol && isThere && /^\/(?:user-attachments|storage|user)\//.test(url.pathname)
  );
}

export type FetchedImage = { ok: true; image: ImagePart } | { ok: false; reason: string };

/** Gets one attachment, without any token: its address is signed. Never throws; `reason` is a fragment for people. */
export async function fetchImage(address: string, webUrl: string): Promise<FetchedImage> {
  const failed = (reason: string): FetchedImage => ({ ok: false, reason });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    let next = address;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      // Looked at again after each redirect: it may lead anywhere, into a private network too.
      if (!isAttachment(next, webUrl)) return failed('it is not kept where GitHub keeps attachments');
      const response = await fetch(next, { redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        next = URL.parse(location, next)?.href ?? '';
        continue;
      }
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return failed(`GitHub answered ${response.status}`);
      }
      const bytes = await readUpTo(response.body, LARGEST_BYTES);
      if (!bytes) return failed(`it is larger than ${LARGEST_BYTES / 1024 / 1024} MB`);
      const mediaType = mediaTypeOf(bytes);
      if (!mediaType) return failed('it is no PNG, JPEG, GIF or WebP');
      return { ok: true, image: { mediaType, data: bytes.toString('base64') } };
    }
    return failed('it is redirected too often');
  } catch {
    return failed('it could not be fetched');
  }
}

async function readUpTo(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop cancels the stream.
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** By the first bytes: names and headers are whatever somebody wrote. */
export function mediaTypeOf(bytes: Uint8Array): ImagePart['mediaType'] | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'image/webp';
  return undefined;
}

/** More would cost more than they tell. */
const MOST_IMAGES = 3;

export interface Pictures {
  of(addresses: readonly string[]): ImagePart[];
  /** What could not be shown, as sentences for people. */
  notes: string[];
}

/** Fetches the first images of the groups, those of the first group first. */
export async function readImages(
  how: 'show' | 'tell' | 'ignore',
  webUrl: string,
  groups: readonly (readonly string[])[],
): Promise<Pictures> {
  const all = [...new Set(groups.flat())].filter((address) => isAttachment(address, webUrl));
  if (how === 'ignore' || all.length === 0) return { of: () => [], notes: [] };
  if (how === 'tell')
    return {
      of: () => [],
      notes: [`${count(all.length, 'image')} of the thread could not be shown: the model does not see.`],
    };
  const found = new Map<string, ImagePart>();
  const notes: string[] = [];
  for (const address of all.slice(0, MOST_IMAGES)) {
    const fetched = await fetchImage(address, webUrl);
    if (fetched.ok) found.set(address, fetched.image);
    else notes.push(`An image of the thread was not shown: ${fetched.reason}.`);
  }
  const more = all.length - MOST_IMAGES;
  if (more > 0)
    notes.push(
      `${count(more, 'image')} of the thread ${more === 1 ? 'was' : 'were'} not shown: at most ${MOST_IMAGES} are.`,
    );
  return { of: (addresses) => addresses.flatMap((address) => found.get(address) ?? []), notes };
}
