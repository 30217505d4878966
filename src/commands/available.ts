import type { Verb } from './types.ts';

/**
 * What the running version can do. Help, suggestions and docs/commands.md offer these only; every other verb of the
 * registry is understood and answered with "not available". A verb joins the set together with its handler.
 */
export const availableVerbs: ReadonlySet<Verb> = new Set(['fix', 'help', 'ping', 'status', 'stop', 'retry']);
