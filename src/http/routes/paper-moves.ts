/** What operators do with one paper beyond its raw review status. */
import * as z from 'zod';
import { movePaper, moveReview } from '../../control/publication/index.ts';
import { limits } from '../../domain/limits.ts';
import {
  notedMoves,
  type PaperMove,
  paperMoves,
  type ReviewMove,
  reviewMoves,
} from '../../domain/paper-moves.ts';
import { answered, defineRoute, type Route } from '../route.ts';
import { asked, command, identifier, words } from '../wire/fields.ts';
import { movePaperReply, moveReviewReply } from '../wire/papers.ts';
import type { ApiContext } from './context.ts';

const isNoted = (body: { readonly move: ReviewMove | PaperMove; readonly note: string | null }) =>
  !notedMoves.has(body.move) || (body.note !== null && body.note.trim() !== '');
const noteMissing = {
  path: ['note'],
  message: `${[...notedMoves].join(', ')} need a note saying why`,
};
const common = {
  ...command,
  params: z.strictObject({ paper_id: identifier }),
  errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict'],
  idempotent: false,
} as const;
const shape = {
  ...asked,
  note: words(limits.noteCharsMax).nullable().default(null),
};

/** Both answer what the machine refuses with 409 `transition_refused`. */
export const paperMoveRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...common,
    id: 'publication-automation.move',
    path: '/control/api/publication-automation/{paper_id}/move',
    summary:
      'Claims, releases, blocks, defers, requeues or rejects a paper, or has it evaluated again.',
    body: z
      .strictObject({
        ...shape,
        move: z.enum(reviewMoves, { error: `must be one of ${reviewMoves.join(', ')}` }),
      })
      .refine(isNoted, noteMissing),
    replies: { 200: moveReviewReply },
    handler: async ({ params, body }, { control }) =>
      answered(await moveReview(control, params.paper_id, body)),
  }),
  defineRoute({
    ...common,
    id: 'papers.move',
    path: '/control/api/v1/papers/{paper_id}/move',
    summary:
      'Holds a paper for human review, ends that review, archives the paper, or has one that is being written written no further.',
    body: z
      .strictObject({
        ...shape,
        move: z.enum(paperMoves, { error: `must be one of ${paperMoves.join(', ')}` }),
      })
      .refine(isNoted, noteMissing),
    replies: { 200: movePaperReply },
    handler: async ({ params, body }, { control, papers }) =>
      answered(await movePaper(control, papers, params.paper_id, body)),
  }),
];
