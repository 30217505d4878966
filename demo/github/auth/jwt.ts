/** The App's own proof: a JWT signed RS256 with its private key. */
import { createVerify } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '../http/answers.ts';
import type { App } from '../world.ts';

const header = z.object({ alg: z.literal('RS256') });
const claims = z.object({
  iat: z.number().int(),
  exp: z.number().int(),
  iss: z.union([z.string(), z.number()]),
});

const undecodable = () => new ApiError(401, 'A JSON web token could not be decoded');

/** Throws 401 in GitHub's words when the token is not a fresh proof of this App. Times are in seconds. */
export function verifyAppJwt(app: App, token: string, nowSeconds: number): void {
  const [head, body, signature] = token.split('.');
  if (!head || !body || !signature) throw undecodable();
  const verifier = createVerify('RSA-SHA256').update(`${head}.${body}`);
  if (!verifier.verify(app.publicKey, signature, 'base64url')) throw undecodable();
  const read = readPart(header, head) ? readPart(claims, body) : undefined;
  if (!read) throw undecodable();
  if (String(read.iss) !== String(app.id) && read.iss !== app.clientId)
    throw new ApiError(404, 'Integration not found');
  if (read.exp <= nowSeconds)
    throw new ApiError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (read.exp > nowSeconds + 600 || read.exp - read.iat > 660)
    throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future");
  if (read.iat > nowSeconds + 5)
    throw new ApiError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
}

function readPart<T>(schema: z.ZodType<T>, part: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
