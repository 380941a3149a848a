/** What goes wrong among three planes and their database, drawn from the seed, and how long take-overs took. */
import { between, pick } from '../../../src/soak/chance.ts';
import type { Stage } from '../../../src/soak/stage.ts';
import { monotonicMs, pause } from '../../../src/soak/time.ts';
import { troubles } from './link.ts';
import { activeSince, type Plane, type PlanesWorld } from './world.ts';

type PlanesStage = Stage<PlanesWorld>;

/** From the moment that the plane that wrote was taken away until one did the work again. */
export interface TakeOver {
  readonly fault: string;
  readonly ms: number;
}

/** What faults share. */
export interface Trouble {
  readonly stage: PlanesStage;
  readonly takeOvers: TakeOver[];
  /** The one that stands still, whatever else goes on. */
  stopped: Plane | null;
  /** Its end; resolved while nobody stands still. */
  woken: Promise<void>;
}

export const beginTrouble = (stage: PlanesStage): Trouble => ({
  stage,
  takeOvers: [],
  stopped: null,
  woken: Promise.resolve(),
});

const stopMsMax = 60_000;
const takeOverMsMax = 180_000;
const clockStepMsMax = 45_000;
/** Part of the faults that do not wait until a plane writes. */
const intoTakeOver = 0.25;
/** Between two looks at which plane writes; with the time that a look takes, what a take-over is measured to. */
const lookMs = 50;

interface Active {
  readonly plane: Plane;
  readonly since: string;
}

export async function findActive({ stage, stopped }: Trouble): Promise<Active | null> {
  const awake = stage.world.planes.filter((plane) => plane !== stopped);
  const found = await Promise.all(
    awake.map(async (plane) => ({ plane, since: await activeSince(plane) })),
  );
  const isActive = (each: (typeof found)[number]): each is Active => each.since !== null;
  // One that has just woken may not know yet that it no longer is.
  const [latest] = found
    .filter(isActive)
    .sort((left, right) => (left.since < right.since ? 1 : -1));
  return latest ?? null;
}

/**
 * Waits until a plane writes by another lease than `former`, which must come about: another one, or the same that was
 * started again and knows that what it held is free.
 */
async function awaitActive(trouble: Trouble, former: string | null): Promise<Active | null> {
  const endMs = monotonicMs() + takeOverMsMax;
  while (monotonicMs() < endMs) {
    const active = await findActive(trouble);
    if (active !== null && (former === null || active.since > former)) return active;
    await pause(lookMs);
  }
  trouble.stage.wrong(`no plane wrote for ${takeOverMsMax / 1000} s`);
  return null;
}

/** Takes the plane that writes away by `take`, and measures until one does again. */
async function takeAway(
  trouble: Trouble,
  fault: string,
  take: (plane: Plane) => void,
): Promise<Plane | null> {
  const active = await awaitActive(trouble, null);
  if (active === null) return null;
  const startedMs = monotonicMs();
  take(active.plane);
  if ((await awaitActive(trouble, active.since)) !== null)
    trouble.takeOvers.push({ fault, ms: Math.round(monotonicMs() - startedMs) });
  return active.plane;
}

const anyOf = ({ stage, stopped }: Trouble, random: () => number): Plane =>
  pick(
    random,
    stage.world.planes.filter((plane) => plane !== stopped),
  );

interface Fault {
  readonly name: string;
  /** How often beside the others. */
  readonly weight: number;
  readonly play: (trouble: Trouble, random: () => number) => Promise<void>;
}

const faults: readonly Fault[] = [
  {
    name: 'kill -9 of the plane that writes',
    weight: 4,
    async play(trouble) {
      await takeAway(trouble, this.name, ({ child }) => void child.signal('SIGKILL'));
    },
  },
  {
    name: 'kill -9 of any plane',
    weight: 2,
    async play(trouble, random) {
      anyOf(trouble, random).child.signal('SIGKILL');
    },
  },
  {
    name: 'SIGTERM of the plane that writes',
    weight: 1,
    async play(trouble) {
      await takeAway(trouble, this.name, ({ child }) => void child.signal('SIGTERM'));
    },
  },
  {
    name: 'the plane that writes stands still',
    weight: 3,
    async play(trouble, random) {
      // Others are disturbed meanwhile; that two stand still would leave nobody to take over from.
      if (trouble.stopped !== null) return;
      const stillMs = between(random, 1_000, stopMsMax);
      const stop = (plane: Plane): void => {
        plane.child.signal('SIGSTOP');
        trouble.stopped = plane;
        trouble.woken = pause(stillMs).then(() => {
          plane.child.signal('SIGCONT');
          trouble.stopped = null;
        });
      };
      // A short stand is no reason to take over.
      if (stillMs > 15_000) await takeAway(trouble, this.name, stop);
      else {
        const active = await findActive(trouble);
        if (active !== null) stop(active.plane);
      }
    },
  },
  {
    name: 'the plane that writes loses its database',
    weight: 3,
    async play(trouble, random) {
      const state = pick(random, ['reset', 'blackhole'] as const);
      const cut = await takeAway(trouble, `${this.name} (${state})`, ({ toDatabase }) =>
        toDatabase.set(state),
      );
      await pause(between(random, 0, 10_000));
      cut?.toDatabase.set('pass');
    },
  },
  {
    name: 'the network between a plane and the database',
    weight: 3,
    async play(trouble, random) {
      const { toDatabase } = anyOf(trouble, random);
      toDatabase.set(pick(random, troubles));
      await pause(between(random, 200, 8_000));
      toDatabase.set('pass');
    },
  },
  {
    name: 'the network between clients and a plane',
    weight: 3,
    async play(trouble, random) {
      const { front } = anyOf(trouble, random);
      front.set(pick(random, troubles));
      await pause(between(random, 200, 15_000));
      front.set('pass');
    },
  },
  {
    name: 'the clock of a plane steps',
    weight: 2,
    async play(trouble, random) {
      const ms = between(random, -clockStepMsMax, clockStepMsMax);
      anyOf(trouble, random).stepClock(ms);
    },
  },
  {
    name: 'the database is started again (fast)',
    weight: 1,
    play: ({ stage }) => stage.world.database.restart('fast'),
  },
  {
    name: 'the database crashes and is started again',
    weight: 1,
    play: ({ stage }) => stage.world.database.restart('immediate'),
  },
  {
    name: 'failover to the replica',
    weight: 2,
    async play({ stage }) {
      const { database, planes } = stage.world;
      await database.failOver(() => {
        for (const { toDatabase } of planes) toDatabase.lead(database.port);
      });
    },
  },
];

const draws = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));

/** One after the other until the stage stops; then everything is whole again. */
export async function playFaults(trouble: Trouble, everyMs: number): Promise<void> {
  const { stage } = trouble;
  const random = stage.random('faults');
  // The rare ones are in the shortest chaos, too: a round of all comes first, in an order of its own.
  const first = [...faults].map((fault) => ({ fault, at: random() }));
  const round = first.sort((left, right) => left.at - right.at).map(({ fault }) => fault);
  while (stage.running) {
    // On a slow machine a service that is never let alone would do nothing; some faults meet a take-over all the same.
    if (random() > intoTakeOver) await awaitActive(trouble, null);
    const fault = round.pop() ?? pick(random, draws);
    stage.meters.fault(fault.name);
    stage.count(`fault: ${fault.name}`);
    await fault.play(trouble, random);
    await pause(everyMs * (0.5 + random()));
  }
  await trouble.woken;
  for (const plane of stage.world.planes) {
    plane.stepClock(0);
    plane.front.set('pass');
    plane.toDatabase.set('pass');
  }
}
