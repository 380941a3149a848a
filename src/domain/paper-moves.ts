/** What an operator can do with a paper and with its publication automation, in words of requests. */

/** Moves of publication automation; each is an event of its machine, which decides whether it may be. */
export const reviewMoves = [
  'claim',
  'release',
  'block',
  'defer',
  'requeue',
  'reject',
  'evaluate',
] as const;
/** What is asked of one paper in publication automation. */
export type ReviewMove = (typeof reviewMoves)[number];

/** Moves of the paper itself, which its review then hears of. */
export const paperMoves = [
  'request_human_review',
  'end_human_review',
  'archive',
  'cancel_writing',
] as const;
/** What is asked of one paper. */
export type PaperMove = (typeof paperMoves)[number];

/** Moves that say something is wrong, so that a note must say what. */
export const notedMoves: ReadonlySet<ReviewMove | PaperMove> = new Set([
  'block',
  'reject',
  'request_human_review',
]);

/** How the error of a paper begins whose writing was canceled; who wanted that, and why, follows. */
export const canceledWords = 'its writing was canceled by';
