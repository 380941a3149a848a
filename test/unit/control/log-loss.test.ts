/** A loss of the event log is said once, however often the service starts and whatever is forgotten meanwhile. */
import { expect, it } from 'vitest';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { reportLoss } from '../../../src/control/readiness/log-loss.ts';
import { initialEventLog } from '../../../src/machines/event-log/machine.ts';
import type { LogFinding } from '../../../src/store/ports/log-finding.ts';

const finding: LogFinding = {
  kind: 'behind',
  epoch: 'second',
  message: '3 acknowledged events are gone',
  eventsGone: 3,
  lastEventId: 7,
  lastEventAt: null,
  keptEventId: 10,
  keptAt: null,
  droppedFrames: 0,
  droppedCommits: 0,
};
const loss = {
  epoch: 'second',
  finding: 'behind',
  message: finding.message,
  events_gone: 3,
  last_event_id: 7,
  last_event_at: null,
  kept_event_id: 10,
  kept_at: null,
};

it.each([
  ['a loss that is not known', null, ['LOSS_FOUND']],
  ['a loss after an earlier one', { ...loss, epoch: 'first' }, ['LOSS_FOUND']],
  ['not again one that was acknowledged, though its answer is forgotten', loss, []],
])('says %s', async (_words, known, said) => {
  const told: string[] = [];
  const context = {
    reads: {
      get: async () => ({ ...initialEventLog('main'), loss: known, acknowledged_by: 'ann' }),
    },
    actors: {
      // As of an actor that knows no answer under the key any more.
      ask: async (_to: unknown, event: { readonly type: string }) => {
        told.push(event.type);
        return { ok: true, replayed: false, outcome: { refusal: null, status: 'lost' } };
      },
    },
  } as unknown as Pick<ControlContext, 'actors' | 'reads'>;
  await reportLoss(context, finding);
  expect(told).toEqual(said);
});
