/** What is remembered of the gate at an address, by whichever look it was last asked. */
import { expect, it } from 'vitest';
import type { WorkerAnswers } from '../../../src/control/fleet/worker-answers.ts';
import { createWorkerSightings } from '../../../src/control/fleet/worker-sightings.ts';

const lane = 'http://gpu-1:8787';
const away = { kind: 'not_sent', error: 'ECONNREFUSED' } as const;
const answersOf = (gate?: string | null): WorkerAnswers => ({
  health: away,
  telemetry: away,
  clock: null,
  startedMs: 0,
  runs:
    gate === null
      ? away
      : {
          kind: 'ok',
          value: {
            runs: [],
            live_count: 0,
            ...(gate === undefined ? {} : { gate_id: gate }),
            callback_token_fingerprint: '',
            timestamp: '2026-01-01T00:00:00.000Z',
          },
        },
});

it('is the gate that answered last, while one answers that says which it is', async () => {
  const sightings = createWorkerSightings();
  expect(sightings.gateAt(lane)).toBeUndefined();
  await sightings.lookNow(lane, async () => answersOf('gate-a'));
  expect(sightings.gateAt(lane)).toBe('gate-a');
  await sightings.lookNow(lane, async () => answersOf(null));
  expect(sightings.gateAt(lane)).toBe('gate-a');
  const stop = new AbortController().signal;
  await sightings.lookAside(lane, stop, async () => answersOf('gate-b'));
  expect(sightings.gateAt(lane)).toBe('gate-b');
  await sightings.lookNow(lane, async () => answersOf());
  expect(sightings.gateAt(lane)).toBeUndefined();
});
