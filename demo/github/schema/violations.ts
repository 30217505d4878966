/** Mismatches between what was said on the wire and what GitHub publishes. Tests assert that there are none. */

export interface Violation {
  where: 'request' | 'answer' | 'webhook';
  /** `POST /repos/{owner}/{repo}/issues`, or `issue_comment.created`. */
  operation: string;
  problem: string;
}

/** Ajv errors as one line: where in the value, and what is wrong. */
export function describe(errors: readonly { instancePath: string; message?: string | undefined }[]): string {
  const lines = errors
    .slice(0, 5)
    .map((it) => `${it.instancePath || '(whole)'} ${it.message ?? 'is invalid'}`);
  return [...new Set(lines)].join('; ');
}
