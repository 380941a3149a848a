/**
 * Several papers rewritten one after the other. What happens to one never fails the others.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `START` | `START` |
 * | `running` | it was asked for | the paper that is being rewritten | the end of the last one, `CANCEL` |
 * | `canceling` | somebody canceled it | the paper that is being rewritten, which ends as it would have | its end |
 * | `done` | it has come to every paper | nothing | never |
 * | `canceled` | it was canceled; the papers that it had not come to are left as they were | nothing | never |
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { batchProgress, nextOf } from '../../domain/entities/rewrite-batch.ts';
import { type BatchPaper, type RewriteBatch, rewriteBatchSchema } from '../../domain/records.ts';
import { createKit, type Distinct, performer } from '../kit.ts';
import type { RewriteBatchEffects } from './effects.ts';
import type { RewriteBatchEvent } from './events.ts';

type Context = Omit<RewriteBatch, 'status'>;
type MachineEvent = Stamped<Distinct<RewriteBatchEvent>>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Ended = EventOf<'PAPER_ENDED' | 'EFFECT_FAILED'>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<RewriteBatchEffects>();

/** A batch that nobody asked for; the id is known, and nothing else. */
export const initialRewriteBatch = (id: string): RewriteBatch =>
  blank(rewriteBatchSchema, { batch_id: id });
const { status: _status, ...initialContext } = initialRewriteBatch('');

/** Stands where a guard has seen that a paper waits. */
const rewriteNext = kit.perform(({ context }) =>
  perform('batch.rewrite', {
    batch_id: context.batch_id,
    paper_id: nextOf(context.papers)?.paper_id ?? '',
    force: context.force,
    requested_by: context.requested_by,
  }),
);

type Outcome = Pick<BatchPaper, 'result' | 'code' | 'detail' | 'event_id'>;
const outcomeOf = (event: Ended): Outcome =>
  event.type === 'EFFECT_FAILED'
    ? { result: 'failed', code: 'internal', detail: event.error, event_id: null }
    : {
        result: event.result,
        code: event.code,
        detail: event.detail,
        event_id: event.event_id,
      };

/** The first paper that waits is the one that was rewritten. */
const withOutcome = (papers: readonly BatchPaper[], outcome: Outcome): BatchPaper[] => {
  const at = papers.findIndex(({ result }) => result === 'waiting');
  return papers.map((paper, place) => (place === at ? { ...paper, ...outcome } : paper));
};

const paperEnded = [
  kit.record<Ended>('rewrite_batch.paper_ended', ({ context, event }) => {
    const { result, code, detail } = outcomeOf(event);
    return { paper_id: nextOf(context.papers)?.paper_id ?? '', result, code, detail };
  }),
  kit.change<Ended>(({ context, event }) => ({
    papers: withOutcome(context.papers, outcomeOf(event)),
  })),
];

const numbersOf = (context: Context, status: RewriteBatch['status']) => {
  const { current_paper_id: _, ...numbers } = batchProgress({ papers: context.papers, status });
  return numbers;
};

const done = [
  ...paperEnded,
  kit.change<Ended>(({ event }) => ({ ended_at: event.at })),
  kit.record<Ended>('rewrite_batch.completed', ({ context }) => numbersOf(context, 'done')),
];

const canceled = [
  ...paperEnded,
  kit.change<Ended>(({ context, event }) => ({
    papers: context.papers.map((paper) =>
      paper.result === 'waiting' ? { ...paper, result: 'left' as const } : paper,
    ),
    ended_at: event.at,
  })),
  kit.record<Ended>('rewrite_batch.canceled', ({ context }) => ({
    ...numbersOf(context, 'canceled'),
    who: context.canceled_by,
    note: context.note,
  })),
];

const goOn = [
  { guard: 'moreToDo', actions: [...paperEnded, rewriteNext] },
  { guard: 'ofCurrent', target: 'done', actions: done },
] as const;

/** The statechart of the table above; a repeated `START` is refused and changes nothing. */
export const rewriteBatchMachine = setup({
  ...kit.durable,
  guards: {
    hasPapers: ({ event }) => event.type === 'START' && event.papers.length > 0,
    /** A late word about a paper that is over changes nothing. */
    ofCurrent: ({ context, event }) => isOfCurrent(context, event),
    moreToDo: ({ context, event }) =>
      isOfCurrent(context, event) &&
      context.papers.filter(({ result }) => result === 'waiting').length > 1,
  },
}).createMachine({
  id: 'rewrite_batch',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never asked for.',
      on: {
        START: {
          guard: 'hasPapers',
          target: 'running',
          actions: [
            kit.change<EventOf<'START'>>(({ event }) => ({
              requested_by: event.by,
              force: event.force,
              papers: event.papers.map(({ paper_id, title }) => ({
                paper_id,
                title,
                result: 'waiting' as const,
                code: null,
                detail: null,
                event_id: null,
              })),
            })),
            kit.record<EventOf<'START'>>('rewrite_batch.started', ({ event }) => ({
              paper_ids: event.papers.map(({ paper_id }) => paper_id),
              force: event.force,
            })),
            rewriteNext,
          ],
        },
      },
    },
    running: {
      description: 'A paper is being rewritten.',
      on: {
        PAPER_ENDED: goOn,
        EFFECT_FAILED: goOn,
        CANCEL: {
          target: 'canceling',
          actions: [
            kit.change<EventOf<'CANCEL'>>(({ event }) => ({
              canceled_by: event.by,
              note: event.note,
            })),
            kit.record<EventOf<'CANCEL'>>('rewrite_batch.cancel_requested', ({ event }) => ({
              who: event.by,
              note: event.note,
            })),
          ],
        },
      },
    },
    canceling: {
      description: 'The paper that is being rewritten ends as it would have; then it is over.',
      on: {
        PAPER_ENDED: { guard: 'ofCurrent', target: 'canceled', actions: canceled },
        EFFECT_FAILED: { guard: 'ofCurrent', target: 'canceled', actions: canceled },
      },
    },
    done: { type: 'final', description: 'It has come to every paper.' },
    canceled: { type: 'final', description: 'Papers that it had not come to are as they were.' },
  },
});

function isOfCurrent({ papers }: Context, event: MachineEvent): boolean {
  const current = nextOf(papers);
  if (current === undefined) return false;
  return event.type === 'PAPER_ENDED' ? event.paper_id === current.paper_id : true;
}
