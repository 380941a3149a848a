/** What the button of a cause is called: what it does, not what to do before it is pressed. */
import { expect, it } from 'vitest';
import { actWords } from '../../../src/dashboard/acts/reason-words.ts';
import type { Reason } from '../../../src/dashboard/service/wire.ts';

it('calls the button that queues an item again so, and puts the advice beside it', () => {
  const reason = {
    act: {
      verb: 'retry_items',
      label: "Read the reason and the agent's log, then retry or cancel.",
      button: 'Queue it again',
      consequence: 'The item is queued again and starts when its lane is free.',
      request: { method: 'POST', path: '/control/api/v1/queue/alpha/retry', body: {} },
    },
  } as unknown as Reason;
  expect(actWords(reason)).toEqual({
    button: 'Queue it again',
    words:
      "Read the reason and the agent's log, then retry or cancel. The item is queued again and starts when its lane is free.",
  });
});
