/**
 * Has the files of all papers looked at in rounds, a few papers at a time: a paper whose files, or the rules that
 * judge it, are not those that its evaluation saw is evaluated again, and one of the corpus hears what became of it.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `off` | never stored | the first start of the service | `START` |
 * | `watching` | it was started | the timer of the next look, the result of one | never |
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { limits } from '../../domain/limits.ts';
import { type PaperWatch, paperWatchSchema } from '../../domain/records.ts';
import type { CorpusEntryEvent } from '../corpus-entry/events.ts';
import { createKit, performer, telling } from '../kit.ts';
import type { PaperReviewEvent } from '../paper-review/events.ts';
import type { PaperWatchEffects } from './effects.ts';
import type { PaperWatchEvent } from './events.ts';

type Context = Omit<PaperWatch, 'status'>;
type MachineEvent = Stamped<PaperWatchEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<PaperWatchEffects>();

/** No paper was ever looked at. */
export const initialPaperWatch = (_id: string): PaperWatch => blank(paperWatchSchema, {});
const { status: _status, ...initialContext } = initialPaperWatch('');

const lookTimer = 'look';
const lookIn = (delay_ms: number) =>
  kit.schedule(lookTimer, () => ({ delay_ms, event: { type: 'LOOK_DUE' } }));

/** Each paper is told what it has to do with what was found; at most two messages a paper of the look. */
const tellPapers = kit.tellEach(({ event }) => {
  if (event.type !== 'LOOKED') return [];
  return [
    ...event.changed.map((id) =>
      telling<PaperReviewEvent>({ kind: 'paper_review', id }, { type: 'EVALUATE' }),
    ),
    ...event.published.map(({ paper_id: id, mark, drift }) =>
      telling<CorpusEntryEvent>({ kind: 'corpus_entry', id }, { type: 'FILES_READ', mark, drift }),
    ),
  ];
});

/** The statechart of the table above. */
export const paperWatchMachine = durableSetup({
  types: { context: {} as Context, events: {} as PaperWatchEvent },
}).createMachine({
  id: 'paper_watch',
  context: initialContext,
  initial: 'off',
  states: {
    off: {
      description: 'Never started.',
      on: {
        START: {
          target: 'watching',
          actions: [
            kit.change<EventOf<'START'>>(() => ({})),
            kit.record<EventOf<'START'>>('paper_watch.started'),
            lookIn(limits.paperRoundMs),
          ],
        },
      },
    },
    watching: {
      description: 'The files of all papers are looked at in rounds.',
      on: {
        LOOK_DUE: {
          actions: [
            kit.perform<EventOf<'LOOK_DUE'>>(({ context }) =>
              perform('papers.look', { after: context.after }),
            ),
          ],
        },
        LOOKED: {
          actions: [
            kit.change<EventOf<'LOOKED'>>(({ event }) => ({
              after: event.after,
              papers: event.papers,
              ...(event.after === null ? { round_ended_at: event.at } : {}),
              last_error: null,
              failed_at: null,
            })),
            kit.record<EventOf<'LOOKED'>>('paper_watch.looked', ({ event }) => ({
              papers: event.papers,
              changed: event.changed,
              published: event.published.map(({ paper_id }) => paper_id),
            })),
            tellPapers,
            kit.schedule<EventOf<'LOOKED'>>(lookTimer, ({ event }) => ({
              delay_ms: event.after === null ? limits.paperRoundMs : limits.paperLookPauseMs,
              event: { type: 'LOOK_DUE' },
            })),
          ],
        },
        EFFECT_FAILED: {
          actions: [
            kit.change<EventOf<'EFFECT_FAILED'>>(({ event }) => ({
              last_error: event.error,
              failed_at: event.at,
            })),
            kit.record<EventOf<'EFFECT_FAILED'>>('paper_watch.look_failed', ({ event }) => ({
              error: event.error,
            })),
            lookIn(limits.paperLookRetryMs),
          ],
        },
      },
    },
  },
});
