/** How long it takes from a cause to a message that a phone took, by the defaults, on an injected clock. */
import { afterEach, describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { alertPromises, type PromisedAlert } from '../../support/alert-promises.ts';
import { AlertingWorld, type Ring } from '../../support/alerting-world.ts';

type Options = ConstructorParameters<typeof AlertingWorld>[0];
const minute = 60_000;
const worlds: AlertingWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function begin(options: Options): Promise<AlertingWorld> {
  const world = new AlertingWorld(options);
  worlds.push(world);
  await world.start();
  return world;
}
const about = (kind: string) => (ring: Ring) =>
  ring.message.news === 'firing' && ring.message.alert_kind === kind;
/** The cause comes at another place between two looks each time. */
const phases = Array.from({ length: 20 }, (_, index) => index * 1_733);
const fewPhases = phases.filter((_, index) => index % 5 === 0);

interface Cause {
  readonly options?: Omit<Options, 'seed'>;
  /** Ends when the time begins to count. */
  readonly happens: (world: AlertingWorld) => void | Promise<void>;
}
const budget = (warnPercent: number): Omit<Options, 'seed'> => ({
  budgets: { limits: { day_wall_sec: 600 }, warnPercent },
});
/** A run that its worker carries out. */
async function run(world: AlertingWorld): Promise<void> {
  world.starts = 'accepted';
  world.workerSays = { runs: [{ run_id: 'a-1', live: true } as never], live_count: 1 };
  await world.startRun();
}

/** Of every promise what it is about; one without a cause does not compile. */
const causes: { readonly [Kind in PromisedAlert]: Cause } = {
  stale_item: { happens: (world) => world.startRun() },
  dispatch_errors: {
    async happens(world) {
      world.starts = 'refused';
      for (const id of ['a', 'b', 'c']) await world.startRun(id);
    },
  },
  readiness_grave: {
    happens(world) {
      world.writeTrouble = 'less than 64 MiB are left';
    },
  },
  budget_warned: {
    options: budget(80),
    async happens(world) {
      await run(world);
      await world.pass(480_000);
    },
  },
  budget_spent: {
    options: budget(100),
    async happens(world) {
      await run(world);
      await world.pass(600_000);
    },
  },
  hanging_item: {
    options: { hangAfterMs: 300_000 },
    async happens(world) {
      await run(world);
      await world.pass(300_000);
    },
  },
  worker_unreachable: {
    happens(world) {
      world.isKilled = true;
    },
  },
  callback_undeliverable: {
    happens(world) {
      const at = toIsoTime(world.clock.now());
      world.workerSays = { callbacks: { waiting: 1, parked: 1, oldest_at: at } };
    },
  },
  worker_telemetry_stale: {
    happens(world) {
      world.sampledAt = toIsoTime(world.clock.now());
    },
  },
  worker_out_of_service: {
    happens(world) {
      world.workerSays = { bench: { out_of_service: 1, dead_letters: 0 } };
    },
  },
  papers_wait: { happens: (world) => world.holdPaper() },
  readiness: {
    happens(world) {
      world.corpusTrouble = 'EACCES';
    },
  },
};

describe('a phone', () => {
  it('rings within a minute of the death of a worker, whenever it dies, and says when it is back', async () => {
    for (const [seed, phaseMs] of phases.entries()) {
      const world = await begin({ seed: seed + 1 });
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
      const world = await begin({ seed: seed + 1 });
      await world.pass(minute + phaseMs);
      world.isKilled = true;
      await world.pass(10_000);
      world.isKilled = false;
      await world.pass(5 * minute);
      expect(world.rings).toEqual([]);
    }
  });

  it.each(Object.entries(causes) as [PromisedAlert, Cause][])(
    'rings of %s as soon as is promised',
    async (promised, { options = {}, happens }) => {
      const { withinSec } = alertPromises[promised];
      const kind = promised === 'readiness_grave' ? 'readiness' : promised;
      for (const [seed, phaseMs] of fewPhases.entries()) {
        const world = await begin({ seed: seed + 1, ...options });
        await world.pass(minute + phaseMs);
        await happens(world);
        const tookMs = await world.untilRing(2 * withinSec * 1000, about(kind));
        expect(tookMs ?? Infinity, `after ${phaseMs} ms`).toBeLessThanOrEqual(withinSec * 1000);
        // A name of a setting stays as it is written.
        const lines = world.rings
          .filter(about(kind))
          .flatMap(({ message }) => message.text.split('\n'));
        for (const line of lines) expect(line).toMatch(/^(?:[A-Z0-9]|\w+_).*[.!?]$/);
      }
    },
  );

  it('rings at most three times in a day in which a worker comes and goes every five minutes', async () => {
    const world = await begin({ seed: 1, checkIntervalMs: minute });
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
