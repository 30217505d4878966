/** Posts suggestions as one review, once. */

import { z } from 'zod';
import { readMarker, type Sign, writeMarker } from '../report/marker.ts';
import {
  placeSuggestions,
  type ShownLines,
  type Suggestion,
  shownLines,
  suggestionReview,
  suggestionText,
} from '../report/suggestions.ts';
import type { Suggested, SuggestedChanges } from '../runs/forge.ts';
import { type Octokit, statusOf } from './client.ts';
import { shownPatches } from './posted.ts';

const fileSchema = z.object({ filename: z.string(), patch: z.string().optional() });
const reviewSchema = z.object({
  body: z.string().nullish(),
  html_url: z.string(),
  user: z.object({ login: z.string() }).nullable(),
});

export async function postSuggestions(
  octokit: Octokit,
  place: { owner: string; repo: string },
  { pullRequest, commit, changes, patches, facts }: SuggestedChanges,
  options: { botLogin: string; sign: Sign; redact(text: string): string },
): Promise<Suggested> {
  const at = { ...place, pull_number: pullRequest };
  const shown = await shownByFile(octokit, at);
  const placed = placeSuggestions(changes, shown);
  // A suggestion goes into the file as it stands: one that would have to be redacted is none.
  const suggestions = placed.suggestions.filter(
    (one) => options.redact(suggestionText(one)) === suggestionText(one),
  );
  const hidden = placed.suggestions.filter((one) => !suggestions.includes(one)).map(({ path }) => path);
  const left = [...new Set([...placed.left, ...hidden])];

  const target = `${place.owner}/${place.repo}#${pullRequest} suggestions`;
  const marker = writeMarker({ kind: 'reply', run: facts.id, target }, options.sign);
  const before = await findReview(octokit, at, options, (text) => {
    const found = readMarker(text, options.sign);
    return found?.run === facts.id && found.target === target;
  });
  const result = { suggestions: suggestions.length, left };
  if (before) return { ...result, url: before };
  const post = (these: readonly Suggestion[], rest: readonly string[]) =>
    octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
      ...at,
      commit_id: commit,
      // Never an approval, and never in the way of one.
      event: 'COMMENT',
      body: options.redact(
        `${marker}\n${suggestionReview(facts, { suggestions: these.length, left: rest, patches: shownPatches(patches, options.redact) })}`,
      ),
      comments: these.map((one) => ({
        path: one.path,
        body: suggestionText(one),
        side: 'RIGHT',
        line: one.to,
        ...(one.from < one.to ? { start_line: one.from, start_side: 'RIGHT' } : {}),
      })),
      request: { retries: 0 },
    });
  try {
    const { data } = await post(suggestions, left);
    return { ...result, url: data.html_url };
  } catch (error) {
    // The pull request changed in this moment, or GitHub shows less than it lists.
    if (statusOf(error) !== 422 || suggestions.length === 0) throw error;
    const all = changes.map(({ path }) => path);
    const { data } = await post([], all);
    return { suggestions: 0, left: all, url: data.html_url };
  }
}

async function shownByFile(
  octokit: Octokit,
  at: { owner: string; repo: string; pull_number: number },
): Promise<Map<string, ShownLines[]>> {
  const listed = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
    ...at,
    per_page: 100,
  });
  // Large and binary files come without a patch: nothing of them can be commented on.
  return new Map(
    z
      .array(fileSchema)
      .parse(listed)
      .map(({ filename, patch }) => [filename, shownLines(patch ?? '')]),
  );
}

async function findReview(
  octokit: Octokit,
  at: { owner: string; repo: string; pull_number: number },
  { botLogin }: { botLogin: string },
  isOurs: (body: string) => boolean,
): Promise<string | undefined> {
  const listed = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
    ...at,
    per_page: 100,
  });
  return z
    .array(reviewSchema)
    .parse(listed)
    .find((review) => review.user?.login === botLogin && isOurs(review.body ?? ''))?.html_url;
}
