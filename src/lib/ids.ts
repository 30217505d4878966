/** Names that are the same whenever they are made from the same thing. */
import { createHash } from 'node:crypto';

/** `text` itself when it is a UUID, else a UUID-shaped digest of it. */
export function uuidFrom(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
