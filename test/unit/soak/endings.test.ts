/** A part of a soak that ends untidily is told, and what a busy machine excuses is excused only where times are not judged. */
import { describe, expect, it } from 'vitest';
import { judgePoliteEnd } from '../../../src/soak/endings.ts';
import { Meters } from '../../../src/soak/meters.ts';
import { Stage } from '../../../src/soak/stage.ts';
import type { World } from '../../../src/soak/world.ts';

const gaveUp =
  '{"level":40,"waited_sec":20,"msg":"requests were under way for longer than a stop waits, and were cut off"}\n{"clean":false,"msg":"stopped"}\n';

function judged(judgesTimes: boolean, code: number | null, tail: string): Stage {
  const stage = new Stage({} as World, new Meters(() => 0), { seed: 1, pace: 100, judgesTimes });
  const signal = code === null ? 'SIGSEGV' : null;
  judgePoliteEnd(stage, { name: 'the control plane', tail }, { code, signal });
  return stage;
}

describe('the end of a part that was asked to end', () => {
  it('is nothing to tell of when it is clean', () => {
    expect(judged(true, 0, '').wrongs).toEqual([]);
  });

  it('is wrong when it gave requests up on a machine whose times are judged, and counted elsewhere', () => {
    expect(judged(true, 1, gaveUp).wrongs).toEqual([
      'the control plane ended with 1 after SIGTERM',
    ]);
    const { wrongs, counts } = judged(false, 1, gaveUp);
    expect(wrongs).toEqual([]);
    expect(counts.get('ended: gave requests up')).toBe(1);
  });

  it('is wrong everywhere when it says nothing of requests, said so of the end before, or ended with another code', () => {
    expect(judged(false, 1, 'TypeError: …').wrongs).toHaveLength(1);
    expect(judged(false, 1, `${gaveUp}Orrery could not start: …\n`).wrongs).toHaveLength(1);
    expect(judged(false, 4, gaveUp).wrongs).toHaveLength(1);
    expect(judged(false, null, '').wrongs).toEqual([
      'the control plane ended with SIGSEGV after SIGTERM',
    ]);
  });
});
