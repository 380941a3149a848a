/**
 * Processes that work on papers, handed from one service of a process of tests to the next: a fresh one takes a second of
 * a processor to load and most of another for its first paper.
 */
import type { PoolMember } from '../../src/lib/work-pool.ts';
import { startPaperProcess } from '../../src/papers/work/paper-work.ts';

interface Warm {
  readonly member: PoolMember;
  /** Of whoever has it; nobody hears what comes later. */
  hear: (message: unknown) => void;
}

const deaf = (): void => {};
const idle: Warm[] = [];

function startWarm(): Warm {
  const warm: Warm = { member: startPaperProcess((message) => warm.hear(message)), hear: deaf };
  void warm.member.ended.then(() => {
    const place = idle.indexOf(warm);
    if (place >= 0) idle.splice(place, 1);
  });
  return warm;
}

/** One that is free, or another: as it is told to close it goes back, and whoever had it hears that it has ended. */
export function borrowPaperProcess(onMessage: (message: unknown) => void): PoolMember {
  const warm = idle.pop() ?? startWarm();
  const { member } = warm;
  warm.hear = onMessage;
  let giveBack: (ended: null) => void;
  const returned = new Promise<null>((resolve) => {
    giveBack = resolve;
  });
  return {
    port: {
      postMessage(message) {
        if (message !== 'close') return member.port.postMessage(message);
        warm.hear = deaf;
        member.hold(false);
        idle.push(warm);
        giveBack(null);
      },
    },
    hold: (isNeeded) => member.hold(isNeeded),
    ended: Promise.race([returned, member.ended]),
    terminate: () => member.terminate(),
  };
}
