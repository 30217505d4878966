import nock from 'nock';
import { ProbotOctokit } from 'probot';
import { onTestFinished } from 'vitest';
import type { Octokit } from '../../src/github/client.ts';

/** Probot's client against nock: single calls only; whole conversations are tested against the stand-in. */
export function nockedGitHub(): { octokit: Octokit; api: nock.Scope } {
  nock.disableNetConnect();
  onTestFinished(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
  const octokit = new ProbotOctokit({
    auth: { token: 'ghs_test' },
    throttle: { enabled: false },
    retry: { enabled: false },
  });
  return { octokit, api: nock('https://api.github.com') };
}
