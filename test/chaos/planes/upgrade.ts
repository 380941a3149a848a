/** Planes that were started as an earlier program become this one, one after the other, while all goes on. */
import { pause } from '../../../src/soak/time.ts';
import { findActive, type Trouble } from './faults.ts';

/** Those that stand by go first, as operators are told; so many milliseconds apart. */
export async function upgradePlanes(trouble: Trouble, apartMs: number): Promise<void> {
  const { stage } = trouble;
  const earlier = new Set(stage.world.planes);
  while (earlier.size > 0) {
    await pause(apartMs);
    if (!stage.running) return;
    const active = await findActive(trouble);
    const waiting = [...earlier];
    const plane = waiting.find((each) => each !== active?.plane) ?? waiting[0]!;
    plane.upgrade();
    // One that only starts, or is refused and tried again, has not got as far as to listen to more.
    const { kind } = await plane.direct.send({ method: 'GET', path: '/healthz' });
    plane.child.signal(kind === 'answer' ? 'SIGTERM' : 'SIGKILL');
    earlier.delete(plane);
    stage.count(`upgraded while ${plane === active?.plane ? 'it wrote' : 'another wrote'}`);
  }
}
