/** How long the pump is at what it does: what stays is the same effect, and another one begins anew. */
import { expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { createPumpReader } from '../../../src/app/plane/vitals.ts';

/** A pump that has one effect under way, by its id, or a timer, or neither. */
function pumpOf() {
  let nowMs = 0;
  let effectId: string | null = null;
  const read = createPumpReader(
    {
      effectsOf: async () =>
        effectId === 'timer' || effectId === null ? [] : [{ effect_id: effectId }],
      timersOf: async () => (effectId === 'timer' ? [{ due_ms: 0 }] : []),
    } as unknown as Journal,
    { monotonic: () => nowMs },
  );
  return (afterMs: number, holds: string | null) => {
    nowMs += afterMs;
    effectId = holds;
    return read();
  };
}

it('what hangs goes on for longer and longer', async () => {
  const look = pumpOf();
  expect(await look(0, 'one')).toEqual({ next_at: null, busy_ms: 0, nothing_ms: null });
  expect(await look(60_000, 'one')).toEqual({ next_at: null, busy_ms: 60_000, nothing_ms: null });
  expect((await look(900_000, 'one')).busy_ms).toBe(960_000);
});

it('looks that end have nothing to do with one another', async () => {
  const look = pumpOf();
  for (let count = 0; count < 20; count += 1)
    expect((await look(300_000, `look-${count}`)).busy_ms).toBe(0);
  expect(await look(300_000, 'timer')).toEqual({
    next_at: '1970-01-01T00:00:00.000Z',
    busy_ms: null,
    nothing_ms: null,
  });
  expect((await look(300_000, 'look-19')).busy_ms).toBe(0);
});

it('tells for how long nothing would make it look, until something does', async () => {
  const look = pumpOf();
  expect((await look(0, 'timer')).nothing_ms).toBeNull();
  expect((await look(300_000, null)).nothing_ms).toBe(0);
  expect((await look(300_000, null)).nothing_ms).toBe(300_000);
  expect((await look(1, 'one')).nothing_ms).toBeNull();
  expect((await look(1, null)).nothing_ms).toBe(0);
});
