/** What goes wrong in a soak, drawn from its seed: parts that die, stand still, lie, or are flooded. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { livingAgents } from './agents.ts';
import { between, pick } from './chance.ts';
import { honest } from './door.ts';
import { judgePoliteEnd } from './endings.ts';
import { flood } from './flood.ts';
import { loadLoop } from './loops.ts';
import type { Worker } from './programs.ts';
import type { Stage } from './stage.ts';
import { pause } from './time.ts';
import { createTricks } from './tricks.ts';

interface Fault {
  readonly name: string;
  /** How often beside the others. */
  readonly weight: number;
  readonly play: (stage: Stage, random: () => number) => Promise<void>;
}

const workerOf = (stage: Stage, random: () => number): Worker => pick(random, stage.world.workers);

/** Ends the control plane and serves again; polite ends must be clean. */
async function restartControl(stage: Stage, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { control } = stage.world;
  await stage.disturb(async () => {
    const end = await control.end(signal);
    if (signal === 'SIGTERM') judgePoliteEnd(stage, control, end);
    await stage.world.serve(control);
  });
}

async function restartWorker(
  stage: Stage,
  { child, isSimulated }: Worker,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  const end = await child.end(signal);
  if (signal === 'SIGTERM' && !isSimulated) judgePoliteEnd(stage, child, end);
  await stage.world.serve(child);
}

/** Only the soft limit, which the same account may lift again; no right of root is needed. */
const setFileLimit = (pid: number, bytes: number | 'unlimited') =>
  promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);

/** How often a service is asked whether it stays before that is no longer waited for. */
const asksOfOneLeavingMax = 60;

/** Nothing more can be written for a while, as on a full disk; a service that ends is started again. */
async function fillDisk(stage: Stage, random: () => number): Promise<void> {
  const { control } = stage.world;
  await stage.disturb(async () => {
    const { pid } = control;
    if (pid === null) return;
    await setFileLimit(pid, 4096);
    await pause(between(random, 1000, 3000));
    if (control.pid === pid) await setFileLimit(pid, 'unlimited');
    stage.count(`full disk: ${control.alive ? 'lived on' : 'ended'}`);
    // It may be on its way out; what it says then is its end.
    await Promise.race([control.ended, pause(3000)]);
    for (let asks = 0; control.alive && asks < asksOfOneLeavingMax; asks += 1) {
      const outcome = await stage.ask('read', '/control/health');
      if (outcome.kind === 'answer' && outcome.status === 200) break;
      await Promise.race([control.ended, pause(500)]);
    }
    if (!control.alive) await stage.world.serve(control);
  });
}

async function spoil(stage: Stage, random: () => number, side: 'toWorker' | 'toControl') {
  const door = workerOf(stage, random)[side];
  const tricks = createTricks(random);
  const name = pick(random, Object.keys(tricks));
  stage.count(`fault: ${side === 'toWorker' ? 'worker' : 'callback way'} ${name}`);
  door.trick = tricks[name]!;
  await pause(between(random, 1000, 8000));
  door.trick = honest;
}

const faults: readonly Fault[] = [
  {
    name: 'kill -9 of the control plane',
    weight: 4,
    play: (stage) => restartControl(stage, 'SIGKILL'),
  },
  {
    name: 'SIGTERM of the control plane',
    weight: 1,
    play: (stage) => restartControl(stage, 'SIGTERM'),
  },
  {
    name: 'the control plane stands still',
    weight: 1,
    async play(stage, random) {
      const { control } = stage.world;
      await stage.disturb(async () => {
        control.signal('SIGSTOP');
        await pause(between(random, 500, 4000));
        control.signal('SIGCONT');
      });
    },
  },
  {
    name: 'kill -9 of a worker',
    weight: 3,
    play: (stage, random) => restartWorker(stage, workerOf(stage, random), 'SIGKILL'),
  },
  {
    name: 'SIGTERM of a worker',
    weight: 1,
    play: (stage, random) => restartWorker(stage, workerOf(stage, random), 'SIGTERM'),
  },
  {
    name: 'a worker stands still',
    weight: 1,
    async play(stage, random) {
      const { child } = workerOf(stage, random);
      child.signal('SIGSTOP');
      await pause(between(random, 1000, 8000));
      child.signal('SIGCONT');
    },
  },
  {
    name: 'kill -9 of an agent',
    weight: 1,
    async play(stage) {
      for (const pid of stage.world.workers.flatMap(livingAgents)) {
        process.kill(pid, 'SIGKILL');
        stage.count('agents killed');
      }
    },
  },
  { name: 'evil worker', weight: 3, play: (stage, random) => spoil(stage, random, 'toWorker') },
  {
    name: 'callbacks go astray',
    weight: 3,
    play: (stage, random) => spoil(stage, random, 'toControl'),
  },
  { name: 'flood', weight: 2, play: flood },
  { name: 'full disk', weight: 1, play: fillDisk },
];

const draws = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));

/**
 * One fault after the other, `everyMs` apart on average at full pace, until the stage stops; between them a look
 * at who has ended unasked.
 */
export async function playFaults(stage: Stage, everyMs: number): Promise<void> {
  const random = stage.random('faults');
  await loadLoop(
    stage,
    () => everyMs * (0.5 + random()),
    async () => {
      const fault = pick(random, draws);
      stage.meters.fault(fault.name);
      stage.count(`fault: ${fault.name}`);
      await fault.play(stage, random);
      await keepAlive(stage);
    },
  );
}

/** Starts again what has ended although nobody ended it, and says so: nothing ends by itself. */
export async function keepAlive(stage: Stage): Promise<void> {
  for (const child of [stage.world.control, ...stage.world.workers.map(({ child }) => child)]) {
    if (child.alive) continue;
    stage.wrong(`${child.name} ended by itself: ${child.tail.slice(-1500)}`);
    await stage.world.serve(child);
  }
}
