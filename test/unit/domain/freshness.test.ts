/** How far an observation may be relied on. */
import { describe, expect, it } from 'vitest';
import { aging, recorded } from '../../../src/domain/freshness.ts';

const at = '2026-01-01T00:00:00.000Z';
const seenMs = Date.parse(at);
const seen = (nowMs: number, change: { at?: string | null; failed?: boolean } = {}) =>
  aging(nowMs, {
    source: 'worker_preflight',
    target: 'gpu-a',
    at,
    ttlMs: 60_000,
    failed: false,
    detail: '',
    ...change,
  });

describe('what a worker said', () => {
  it.each([
    ['just now', 0, {}, 'ok', false],
    ['as long ago as it may', 60_000, {}, 'ok', false],
    ['longer ago', 60_001, {}, 'stale', true],
    ['far in the future of a clock that went back', -61_000, {}, 'stale', true],
    ['never', 0, { at: null }, 'unknown', true],
    ['and it was not well', 0, { failed: true }, 'failed', false],
  ])('%s', (_, agoMs, change, status, stale) => {
    expect(seen(seenMs + agoMs, change)).toMatchObject({ status, stale, ttl_seconds: 60 });
  });
  it('says until when it counts', () => {
    expect(seen(seenMs)).toMatchObject({
      observed_at: at,
      fresh_until: '2026-01-01T00:01:00.000Z',
      authority: 'worker gpu-a',
    });
  });
});

it('does not let what is sent now and then grow stale, and calls what never came unknown', () => {
  const words = { never: 'never came', words: 'came' };
  expect(recorded('intake', at, words)).toMatchObject({ status: 'ok', stale: false });
  expect(recorded('intake', null, words)).toMatchObject({
    status: 'unknown',
    detail: 'never came',
    fresh_until: null,
  });
});
