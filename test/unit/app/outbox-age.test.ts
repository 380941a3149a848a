/** How long the oldest effect waits: never longer than it is there, whatever event its chain goes back to. */
import { expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { createOutboxReader } from '../../../src/app/plane/vitals.ts';
import { judgeOutbox } from '../../../src/control/readiness/outbox-readiness.ts';
import { limits } from '../../../src/domain/limits.ts';

const minute = 60_000;

/** An outbox that holds one effect, by its id, or none. */
function outboxOf() {
  let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
  let effectId: string | null = null;
  const row = () => ({
    effect_id: effectId,
    kind: 'alert_watch',
    id: 'main',
    name: 'alerts.check',
  });
  const effects = async () =>
    effectId === null ? [] : [{ ...row(), attempts: 0, last_error: null, cause_id: 7 }];
  const read = createOutboxReader({ effects } as unknown as Journal, { now: () => nowMs });
  return async (afterMs: number, holds: string | null) => {
    nowMs += afterMs;
    effectId = holds;
    return judgeOutbox(await read(), nowMs).status;
  };
}

it('a look that finds itself in the outbox is no effect that has waited since the last change', async () => {
  const look = outboxOf();
  for (let count = 0; count < 20; count += 1)
    expect(await look(5 * minute, `check-${count}`)).toBe('ok');
});

it('one that stays is stuck, and is not when it has gone', async () => {
  const look = outboxOf();
  expect(await look(0, 'one')).toBe('ok');
  expect(await look(limits.outboxStuckMs, 'one')).toBe('ok');
  expect(await look(1, 'one')).toBe('failing');
  expect(await look(1, null)).toBe('ok');
  expect(await look(1, 'one')).toBe('ok');
});
