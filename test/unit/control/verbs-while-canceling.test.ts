/** What an operator can do with an item whose run is being stopped, seen from its stored row. */
import { expect, it } from 'vitest';
import { possibleVerbs, whyRefused } from '../../../src/control/queue/operator-verbs.ts';
import { queueItem } from '../../support/store-fixtures.ts';

const cancel = { verb: 'cancel', note: null, answer: null, fields: null } as const;

it('is not to cancel it a second time while the first waits for the worker', () => {
  const running = queueItem('p', { status: 'running', current_run_id: 'r1', lane: 'l' });
  expect(possibleVerbs(running)).toContain('cancel');
  const stopping = { ...running, pending_cancel: 'k1' };
  expect(possibleVerbs(stopping)).not.toContain('cancel');
  expect(whyRefused(stopping, cancel)?.code).toBe('cancel_pending');
});
