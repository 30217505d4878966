/** Bodies as the media type `full` adds them: rendered, with attachments at addresses that need no log-in. */
import { createHmac } from 'node:crypto';
import { markdown } from '../pages/markdown.ts';
import type { World } from '../world.ts';

const wanted = /application\/vnd\.github\.(?:v3\.)?full(?:\+json)?/;

/** Adds `body_html` and `body_text` to a view when the caller accepts that. */
export function withRendered<View extends { body: string | null }>(world: World, accept: string, view: View) {
  if (!wanted.test(accept)) return view;
  const html = bodyHtml(world, view.body ?? '');
  return { ...view, body_html: html, body_text: html.replaceAll(/<[^>]*>/g, '') };
}

function bodyHtml(world: World, body: string): string {
  // People drag an image in and get a tag; GitHub keeps those.
  const tagged = body.replaceAll(/<img\b[^>]*?\ssrc="([^"]*)"[^>]*>/gi, '![]($1)');
  return markdown(tagged).html.replaceAll(
    /(<img\b[^>]*?src=")([^"]*)"/g,
    (_, before: string, address: string) => {
      const id = attachmentAt(world, address);
      // Images of other servers are shown through a proxy.
      return `${before}${id === undefined ? `${world.urls.webUrl}/-/camo/${Buffer.from(address).toString('hex')}` : signedAddress(world, id)}"`;
    },
  );
}

function attachmentAt(world: World, address: string): string | undefined {
  const start = `${world.urls.webUrl}/user-attachments/assets/`;
  return address.startsWith(start) ? address.slice(start.length) : undefined;
}

function signedAddress(world: World, id: string): string {
  return `${world.urls.webUrl}/user-attachments/signed/${id}?jwt=${signature(world, id)}`;
}

function signature(world: World, id: string): string {
  return createHmac('sha256', world.app.webhookSecret).update(id).digest('hex').slice(0, 16);
}

/** The bytes at a signed address; undefined for any other, also for the address that people see, which wants a log-in. */
export function attachmentBytes(world: World, target: URL): Buffer | undefined {
  const id = /^\/user-attachments\/signed\/([\w-]+)$/.exec(target.pathname)?.[1];
  if (id === undefined || target.searchParams.get('jwt') !== signature(world, id)) return undefined;
  return world.attachments.get(id);
}
