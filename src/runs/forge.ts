/** Everything a run asks of the place where the code lives. Two implementations: GitHub, and a local folder. */
import { z } from 'zod';
import type { PatchText, RunFacts, Voice } from '../report/types.ts';
import type { ObjectStore } from '../workspace/cache.ts';
import type { Change } from '../workspace/contents.ts';
import type { FileChange } from '../workspace/hunks.ts';
import type { PushResult } from '../workspace/push.ts';
import type { Remote } from '../workspace/remote.ts';
import type { Identity } from '../workspace/workspace.ts';
import type { EarlierRun } from './earlier.ts';

const imagesSchema = z
  .array(
    z.object({
      mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      /** base64 */
      data: z.string(),
    }),
  )
  .default([]);

const whoseSchema = z.enum(['writer', 'outsider', 'bot']);

export const threadSchema = z.object({
  title: z.string(),
  body: z.string(),
  author: z.string(),
  /** Those in the body. */
  images: imagesSchema,
  /** True when the author may write to the repository; otherwise the text is an outsider's. */
  authorWrites: z.boolean(),
  /** Of a pull request: what it changes, as a unified diff, cut where it is very long. */
  diff: z.string().optional(),
  comments: z.array(
    z.object({ author: z.string(), body: z.string(), from: whoseSchema, images: imagesSchema }),
  ),
  /** Issues that the request or the thread points to. */
  linked: z
    .array(
      z.object({
        number: z.number().int(),
        title: z.string(),
        body: z.string(),
        author: z.string(),
        from: whoseSchema,
      }),
    )
    .default([]),
  /** Output of checks that failed on the pull request: whatever some program printed. */
  failing: z.array(z.object({ name: z.string(), text: z.string() })).default([]),
  /** What was left out and why, as sentences for people. */
  leftOut: z.array(z.string()).default([]),
});
/** What stood in the thread when the command was given; later changes do not count. */
export type Thread = z.infer<typeof threadSchema>;

/** What the repository's settings want of a thread. */
export interface ThreadWanted {
  /** Most linked issues. */
  linkedIssues: number;
  /** `tell`: they are not fetched, and it is said that there are some. */
  images: 'show' | 'tell' | 'ignore';
  /** Whether the output of failing checks is wanted. */
  failingChecks: boolean;
}

export const startSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    /** The commit to start from. */
    commit: z.string(),
    baseBranch: z.string(),
    /** Where the commit is found when it is on no branch of the repository: `refs/pull/5/head`. */
    ref: z.string().optional(),
    isDefaultBranch: z.boolean(),
    /** Set when the commits go onto the branch of a pull request that is open already. */
    pullRequest: z
      .object({
        number: z.number().int(),
        url: z.string(),
        draft: z.boolean(),
        /** The branch that it goes into. */
        base: z.string().optional(),
        /** Opened by the App: its text and whether it is a draft are the App's to change. */
        isOwn: z.boolean().default(false),
        /** It comes from another repository, to which nothing can be pushed. */
        isFork: z.boolean().default(false),
      })
      .optional(),
  }),
  z.object({
    state: z.literal('refused'),
    reason: z.enum(['archived', 'empty', 'no-write-access', 'no-permission', 'no-branch', 'closed', 'fork']),
    detail: z.string(),
  }),
]);
/** Whether the run may begin, and where. */
export type Start = z.infer<typeof startSchema>;

/** `no-access`: whoever asked may not write any more. `gone`: deleted, or taken from the App. */
export type Permit = 'yes' | 'no-access' | 'archived' | 'gone';

export const openedSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('opened'),
    number: z.number().int(),
    url: z.string(),
    draft: z.boolean(),
    /** What could not be done about it, such as a reviewer who is none here. */
    notes: z.array(z.string()).default([]),
  }),
  /** `reason`: a sentence fragment with what to do about it. */
  z.object({ state: z.literal('refused'), reason: z.string() }),
]);
export type Opened = z.infer<typeof openedSchema>;

export interface NewPullRequest {
  branch: string;
  base: string;
  title: string;
  body: string;
  draft: boolean;
  labels: readonly string[];
  /** Logins; `requester` is whoever asked. */
  reviewers: readonly string[];
}

/** What a further run changes about a pull request of the App. */
export interface PullRequestChange {
  number: number;
  /** The new body, made from the present one. */
  body(present: string): string;
  /** No draft any more, and no `[WIP]` in the title. */
  isReady: boolean;
}

export interface SignedCommit {
  message: string;
  /** As they are at the host. */
  parent: { id: string; tree: string };
  changes: readonly Change[];
}

/** Makes commits at the host, which signs them. */
export interface Signer {
  /** Whether the branch takes signed commits alone, as far as the host tells. */
  isDemandedOn(branch: string): Promise<boolean>;
  /** Ids of the commit and of its tree. */
  commit(change: SignedCommit): Promise<{ id: string; tree: string }>;
  /** As `push`, for a commit that is at the host already. */
  moveBranch(target: { branch: string; expected: string | undefined; commit: string }): Promise<PushResult>;
}

export const suggestedSchema = z.object({
  url: z.string(),
  suggestions: z.number().int(),
  /** Files of which something could not be suggested; the review has it as a patch. */
  left: z.array(z.string()),
});
export type Suggested = z.infer<typeof suggestedSchema>;

export interface SuggestedChanges {
  pullRequest: number;
  /** Its head, which `changes` start from. */
  commit: string;
  changes: readonly FileChange[];
  patches: readonly PatchText[];
  facts: RunFacts;
}

export interface Forge {
  /**
   * Asks again whether the requester may do this, and where the work starts. `pullRequest`: on its branch, as long as it is
   * open, although the command stood elsewhere.
   */
  start(pullRequest?: number): Promise<Start>;
  thread(wanted: ThreadWanted): Promise<Thread>;
  /** `.github/aider.yml` of the default branch; undefined when there is none. */
  settings(): Promise<string | undefined>;
  remote: Remote;
  /** Where the objects are already, when nothing has to be fetched: a local folder. */
  objects?: ObjectStore;
  /** How this installation speaks in what it writes. */
  voice: Voice;
  /** Who the commits are by. */
  author(): Promise<Identity>;
  /** Who asked, as a co-author of the commits. */
  coAuthor(): Identity | undefined;
  /** Asked right before the push: rights may have been taken away meanwhile, and the repository put elsewhere. */
  mayPush(): Promise<Permit>;
  /** Opens the pull request, or returns the one that is open for this branch already. Undefined where there are none (a local folder). */
  openPullRequest?: (request: NewPullRequest) => Promise<Opened>;
  /** Returns whether it is a draft then. */
  changePullRequest?: (change: PullRequestChange) => Promise<{ draft: boolean }>;
  /** Who changed what an earlier run was asked by, or what it posted; a sentence fragment, undefined when it all stands as it was. */
  editedSince(run: Pick<EarlierRun, 'asked' | 'comment'>): Promise<string | undefined>;
  /** Posts changes as one review with suggestions, or returns the one that is there already. */
  suggest?: (changes: SuggestedChanges) => Promise<Suggested>;
  /** Undefined where commits are not signed by the host. */
  signer?: Signer;
  /** A page that shows what `branch` has over `base` and offers a pull request; undefined where there is none. */
  comparePage(base: string, branch: string): string | undefined;
  /** Shows progress. May be skipped or delayed; never throws. */
  progress(facts: RunFacts): void;
  /** Shows the end of the run for good. */
  finish(facts: RunFacts): Promise<void>;
}
