/** Why a plane may end by itself. */

/** What it says when it ends because of something that it must not outlive. */
const knownEnds = [
  /another process has taken over as writer/,
  /began a new epoch while/,
  /last written by version \S+ of this program/,
];

/**
 * The reason in all that it has said since it was started; undefined for an end that nobody knows. Behind the reason may
 * come a line for each request that waited.
 */
export const knownEndIn = (said: string): string | undefined =>
  knownEnds.find((each) => each.test(said))?.source;
