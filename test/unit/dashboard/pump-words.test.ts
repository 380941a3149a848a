/** What the page says of the pump, and that it says nothing that it was not told. */
import { describe, expect, it } from 'vitest';
import { pumpWords } from '../../../src/dashboard/acts/pump-words.ts';
import type { PumpState } from '../../../src/dashboard/service/wire.ts';

const nowMs = Date.UTC(2026, 0, 1);
const said = (pump: PumpState) => pumpWords(pump, nowMs);

describe('the pump', () => {
  it('is off: nothing starts', () => {
    expect(said({ enabled: false })).toMatch(/^The pump is off: nothing starts/);
  });

  it('is on, with the moment of its next look', () => {
    const words = said({
      enabled: true,
      status: 'waiting',
      dispatches: true,
      next_look_at: new Date(nowMs + 40_000).toISOString(),
    });
    expect(words).toMatch(
      /^The pump is on: what is queued starts by itself\. It looks next at .+\.$/,
    );
  });

  it('is on and gets nothing started, with the reason', () => {
    expect(
      said({ enabled: true, status: 'waiting', dispatches: false, why_not: 'the queue is paused' }),
    ).toBe('The pump is on, but nothing starts by itself, since the queue is paused.');
  });

  it('is on with a step under way', () => {
    expect(said({ enabled: true, status: 'stepping', dispatches: true })).toContain('under way');
  });
});
