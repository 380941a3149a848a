/** How long it takes from a cause to a message that a phone took, by the defaults, on an injected clock. */
import { afterEach, describe, expect, it } from 'vitest';
import { AlertingWorld, type Ring } from '../../support/alerting-world.ts';

const minute = 60_000;
const worlds: AlertingWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function begin(seed: number, checkIntervalMs?: number): Promise<AlertingWorld> {
  const world = new AlertingWorld({
    seed,
    ...(checkIntervalMs === undefined ? {} : { checkIntervalMs }),
  });
  worlds.push(world);
  await world.start();
  return world;
}
const about = (kind: string) => (ring: Ring) =>
  ring.message.news === 'firing' && ring.message.alert_kind === kind;
/** The time that 95 of 100 keep. */
function p95(times: readonly (number | null)[]): number {
  const sorted = times.map((time) => time ?? Infinity).sort((one, other) => one - other);
  return sorted[Math.ceil(0.95 * sorted.length) - 1]!;
}
/** The cause comes at another place between two looks each time. */
const phases = Array.from({ length: 20 }, (_, index) => index * 1_733);

describe('a phone', () => {
  it('rings within a minute of the death of a worker, whenever it dies, and says when it is back', async () => {
    for (const [seed, phaseMs] of phases.entries()) {
      const world = await begin(seed + 1);
      await world.pass(minute + phaseMs);
      expect(world.rings).toEqual([]);
      world.isKilled = true;
      const tookMs = await world.untilRing(2 * minute, about('worker_unreachable'));
      expect(tookMs, `killed after ${phaseMs} ms`).not.toBeNull();
      expect(tookMs).toBeLessThanOrEqual(minute);
      if (seed > 0) continue;
      world.isKilled = false;
      await world.pass(30 * minute);
      expect(world.rings.map(({ message }) => [message.news, message.title])).toEqual([
        ['firing', 'Worker default does not answer'],
        ['resolved', 'Over: Worker default does not answer'],
      ]);
    }
  });

  it('stays silent when a worker only starts anew', async () => {
    for (const [seed, phaseMs] of phases.entries()) {
      const world = await begin(seed + 1);
      await world.pass(minute + phaseMs);
      world.isKilled = true;
      await world.pass(10_000);
      world.isKilled = false;
      await world.pass(5 * minute);
      expect(world.rings).toEqual([]);
    }
  });

  it.each<[string, string, (world: AlertingWorld) => Promise<void>]>([
    ['a run that nobody knows of', 'stale_item', (world) => world.loseRun()],
    [
      'a store that takes no writes',
      'readiness',
      async (world) => {
        world.writeTrouble = 'disk full';
      },
    ],
  ])('rings within 30 s of %s (p95)', async (_words, kind, cause) => {
    const times: (number | null)[] = [];
    for (const [seed, phaseMs] of phases.entries()) {
      const world = await begin(seed + 1);
      await world.pass(minute + phaseMs);
      await cause(world);
      times.push(await world.untilRing(2 * minute, about(kind)));
    }
    expect(p95(times)).toBeLessThanOrEqual(30_000);
  });

  it('rings at most three times in a day in which a worker comes and goes every five minutes', async () => {
    const world = await begin(1, minute);
    for (let time = 0; time < 24 * 60; time += 10) {
      world.isKilled = true;
      await world.pass(5 * minute);
      world.isKilled = false;
      await world.pass(5 * minute);
    }
    await world.pass(60 * minute);
    expect(world.rings.length).toBeLessThanOrEqual(3);
    expect(world.rings.map(({ message }) => message.news)).toEqual(['firing', 'resolved']);
  });
});
