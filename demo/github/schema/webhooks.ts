/** Checks our webhook payloads against the published payload schemas (@octokit/webhooks-schemas). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { z } from 'zod';
import { createCompiler, type Schema } from './ajv.ts';
import { describe, type Violation } from './violations.ts';

export type WebhookCheck = (event: string, action: string | null, payload: unknown) => void;

const file = () => createRequire(import.meta.url).resolve('@octokit/webhooks-schemas/schema.json');
const shape = z.object({ definitions: z.record(z.string(), z.unknown()) });
let definitions: Record<string, unknown> | undefined;

function published(): Record<string, unknown> {
  definitions ??= shape.parse(JSON.parse(readFileSync(file(), 'utf8'))).definitions;
  return definitions;
}

/**
 * The schemas are a community snapshot and close every object (`additionalProperties: false`), although GitHub adds
 * fields all the time (`user_view_type`, `subject_type`, …) and documents that receivers must expect it. Openness is
 * the only thing we change: required fields, types and enumerations stay as published.
 */
function opened({ additionalProperties, ...schema }: Schema): Schema {
  return additionalProperties === false || additionalProperties === undefined
    ? schema
    : { ...schema, additionalProperties };
}

const compiler = createCompiler({
  reference: /^#\/definitions\/(.+)$/,
  find: (name) => published()[name],
  standard: opened,
});
const validators = new Map<string, ValidateFunction>();

function validatorOf(event: string, action: string | null): ValidateFunction | undefined {
  const name = `${event}$${action ?? 'event'}`;
  if (published()[name] === undefined) return undefined;
  const made = validators.get(name) ?? compiler.compile({ $ref: `#/definitions/${name}` });
  validators.set(name, made);
  return made;
}

export function createWebhookCheck(violations: Violation[]): WebhookCheck {
  return (event, action, payload) => {
    const operation = action === null ? event : `${event}.${action}`;
    const validate = validatorOf(event, action);
    if (!validate) violations.push({ where: 'webhook', operation, problem: 'no published schema' });
    // Through JSON, because that is what goes over the wire: undefined fields vanish.
    else if (!validate(JSON.parse(JSON.stringify(payload))))
      violations.push({ where: 'webhook', operation, problem: describe(validate.errors ?? []) });
  };
}
