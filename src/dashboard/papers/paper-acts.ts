/** What an operator can do about a paper: words, request, and which event of its machines each act is. Pure. */

/** In the order shown: what lets it go on first, what ends it last. */
export const paperActs = [
  'cancel_writing',
  'end_human_review',
  'approve',
  'requeue',
  'take_up',
  'release',
  'evaluate',
  'replicate',
  'bring_back',
  'claim',
  'request_human_review',
  'defer',
  'block',
  'reject',
  'archive',
  'remove',
] as const;
export type PaperActName = (typeof paperActs)[number];

/** How far an act has come; `key` names it, so that a repeat does nothing twice. */
export interface PaperActShown {
  readonly name: PaperActName;
  readonly phase: 'trying' | 'asked' | 'sending' | 'done' | 'failed';
  /** On the question what follows; behind it what came of it. */
  readonly words: string;
  readonly key: string;
}

interface ActRow {
  /** On the button. */
  readonly label: string;
  /** What follows, as a sentence. */
  readonly effect: string;
  /** Which machine takes it as which event; null: possible by what is told of the paper. */
  readonly takenBy: readonly [machine: 'paper' | 'paper_review', event: string] | null;
  /** Words of a person for the log; null: none are asked for. */
  readonly note: 'needed' | 'welcome' | null;
  /** At once: the opposite act takes it back. Else after a question, or after a dry run and a question. */
  readonly how: 'at once' | 'asked' | 'tried';
  request(id: string, note: string | null): Request;
}

interface Request {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const paperPath = (id: string, step: string): string =>
  `/control/api/v1/papers/${encodeURIComponent(id)}/${step}`;
const reviewPath = (id: string, step: string): string =>
  `/control/api/publication-automation/${encodeURIComponent(id)}/${step}`;
const move =
  (path: typeof paperPath, name: string): ActRow['request'] =>
  (id, note) => ({ path: path(id, 'move'), body: { move: name, note } });

/** By name. */
export const paperActRows: Readonly<Record<PaperActName, ActRow>> = {
  cancel_writing: {
    label: 'Cancel its writing',
    effect: 'It is written no further. A first draft then waits for a person; an older text stays.',
    takenBy: ['paper', 'CANCEL_WRITING'],
    note: 'welcome',
    how: 'asked',
    request: move(paperPath, 'cancel_writing'),
  },
  end_human_review: {
    label: 'End its human review',
    effect: 'It goes on from where it was held, by itself where publishing does.',
    takenBy: ['paper', 'END_HUMAN_REVIEW'],
    note: 'welcome',
    how: 'asked',
    request: move(paperPath, 'end_human_review'),
  },
  approve: {
    label: 'Approve it for finalization',
    effect: 'You give the final approval, and its package can be made.',
    takenBy: ['paper_review', 'APPROVE'],
    note: 'welcome',
    how: 'asked',
    request: (id, note) => ({ path: reviewPath(id, 'approve-finalization'), body: { note } }),
  },
  requeue: {
    label: 'Queue its publication again',
    effect: 'It waits for its package again, by its rank.',
    takenBy: ['paper_review', 'REQUEUE'],
    note: null,
    how: 'at once',
    request: move(reviewPath, 'requeue'),
  },
  take_up: {
    label: 'Take it up again',
    effect: 'It counts as not looked at yet, and is no longer turned down.',
    takenBy: ['paper_review', 'SET_STATUS'],
    note: 'welcome',
    how: 'asked',
    request: (id, note) => ({
      path: reviewPath(id, 'status'),
      body: { review_status: 'unreviewed', note },
    }),
  },
  release: {
    label: 'Release it',
    effect: 'It waits for its package again, for whoever takes it.',
    takenBy: ['paper_review', 'RELEASE'],
    note: null,
    how: 'at once',
    request: move(reviewPath, 'release'),
  },
  evaluate: {
    label: 'Check it again',
    effect: 'Lint, audit, checklist and rank are worked out anew.',
    takenBy: ['paper_review', 'EVALUATE'],
    note: null,
    how: 'at once',
    request: move(reviewPath, 'evaluate'),
  },
  replicate: {
    label: 'Have it replicated',
    effect: 'Its experiment is done again by a project of its own, and compared with the first.',
    takenBy: null,
    note: null,
    how: 'tried',
    request: (id) => ({ path: paperPath(id, 'replicate'), body: {} }),
  },
  bring_back: {
    label: 'Bring it back into the corpus',
    effect: 'It is imported again, under another public id.',
    takenBy: null,
    note: null,
    how: 'tried',
    request: (id) => ({
      path: '/control/api/v1/corpus/import',
      body: { paper_id: id, accept_duplicate: true },
    }),
  },
  claim: {
    label: 'Take it',
    effect: 'It is said to be worked on here, until it is released.',
    takenBy: ['paper_review', 'CLAIM'],
    note: null,
    how: 'at once',
    request: move(reviewPath, 'claim'),
  },
  request_human_review: {
    label: 'Hold it for a person',
    effect: 'Nothing more happens with it until its human review is ended.',
    takenBy: ['paper', 'REQUEST_HUMAN_REVIEW'],
    note: 'needed',
    how: 'asked',
    request: move(paperPath, 'request_human_review'),
  },
  defer: {
    label: 'Put it off',
    effect: 'Its publication rests until it is queued again.',
    takenBy: ['paper_review', 'DEFER'],
    note: 'welcome',
    how: 'asked',
    request: move(reviewPath, 'defer'),
  },
  block: {
    label: 'Block it',
    effect: 'Its publication rests, with your words as the reason.',
    takenBy: ['paper_review', 'BLOCK'],
    note: 'needed',
    how: 'asked',
    request: move(reviewPath, 'block'),
  },
  reject: {
    label: 'Reject it',
    effect: 'It is turned down and not published; somebody can take it up again.',
    takenBy: ['paper_review', 'REJECT'],
    note: 'needed',
    how: 'asked',
    request: move(reviewPath, 'reject'),
  },
  archive: {
    label: 'Archive it for good',
    effect: 'It is put away with its files. What is archived stays so.',
    takenBy: ['paper', 'ARCHIVE'],
    note: 'welcome',
    how: 'asked',
    request: move(paperPath, 'archive'),
  },
  remove: {
    label: 'Remove it from the corpus',
    effect: 'Its files leave the corpus. A tombstone says why, and keeps its public id.',
    takenBy: null,
    note: 'needed',
    how: 'tried',
    request: (id, note) => ({
      path: '/control/api/v1/corpus/remove',
      // A dry run is asked before the reason is.
      body: { paper_id: id, reason: note ?? 'not said yet' },
    }),
  },
};
