/** What came of one check of a paper in a folder, said the same way by all of them. */

/** One thing about a paper. `said`: what was looked at, or why it could not be. */
export interface FolderCheck {
  readonly name: string;
  /** `unknown`: it was not looked at, which is no pass. */
  readonly state: 'ok' | 'problems' | 'unknown';
  readonly said: string;
  readonly problems: readonly string[];
}

/** It was not looked at; `said` tells why. */
export const unknown = (name: string, said: string): FolderCheck => ({
  name,
  state: 'unknown',
  said,
  problems: [],
});

/** It was looked at, and these problems were found. */
export const looked = (name: string, said: string, problems: readonly string[]): FolderCheck => ({
  name,
  state: problems.length === 0 ? 'ok' : 'problems',
  said,
  problems,
});
