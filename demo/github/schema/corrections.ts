/** The few places where the published description is not what GitHub does, each with its reason. */
import type { Schema } from './ajv.ts';

/** Operations that work on github.com and that octokit or we use, but that the description leaves out. */
export const undocumented: Record<string, unknown> = {
  // Found by everybody who stores repository ids, which survive a rename.
  'GET /repositories/{repository_id}': {
    operationId: 'repos/get-by-id',
    parameters: [{ name: 'repository_id', in: 'path', required: true, schema: { type: 'integer' } }],
    responses: {
      '200': {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/full-repository' } } },
      },
      '404': { $ref: '#/components/responses/not_found' },
    },
  },
};

/** Answers whose published schema cannot be met, by `METHOD path status`. */
export const misdescribed: Record<string, Schema> = {
  // Written out with `allOf: [user, enterprise]` for the account, which nothing satisfies; elsewhere it is `anyOf`.
  'GET /app/installations 200': { type: 'array', items: { $ref: '#/components/schemas/installation' } },
};

/** Properties of shared schemas that github.com answers with null although the description has none there. */
export const nullToo: Record<string, string[]> = {
  // The line of an outdated review comment.
  'pull-request-review-comment': ['line', 'position'],
  'review-comment': ['line', 'position'],
};

/** Properties that are described rightly in another schema: field → that schema. */
export const asIn: Record<string, Record<string, string>> = {
  // A label need not have a description; only the schema of a single pull request says so.
  'pull-request-simple': { labels: 'pull-request' },
};
