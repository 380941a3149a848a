/** An effect in which the process ended twice is parked at the third start, by name. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EffectContext } from '../../../src/actors/runtime/effect-handler.ts';
import { createEffectMarks, withMarks } from '../../../src/control/papers/effect-marks.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'marks-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const context = (effectId: string) => ({ effectId }) as EffectContext;
/** A process that begins the effect and never comes to its end. */
function endInside(effectId: string): void {
  createEffectMarks(dir).begin(effectId);
}
function start(run: () => Promise<{ type: string } | null>) {
  const handlers = withMarks({ 'paper.draft': { run } }, createEffectMarks(dir));
  return handlers['paper.draft']!.run({}, context('e1'));
}
const done = async () => ({ type: 'DRAFTED' });

it('carries it out again after one such end', async () => {
  endInside('e1');
  expect(await start(done)).toEqual({ type: 'DRAFTED' });
  expect(readdirSync(dir)).toEqual([]);
});
it('parks it after two, and nothing else', async () => {
  endInside('e1');
  endInside('e1');
  endInside('another');
  let runs = 0;
  const event = await start(async () => {
    runs += 1;
    return { type: 'DRAFTED' };
  });
  expect(runs).toBe(0);
  expect(event).toMatchObject({
    type: 'EFFECT_FAILED',
    effect: 'paper.draft',
    code: 'work_given_up',
    error: expect.stringContaining('the service ended 2 times in the middle of it'),
  });
  // Asked for anew it is a new effect; under the same name nothing is left behind.
  expect(await start(done)).toEqual({ type: 'DRAFTED' });
});
it('does not count an effect that failed or was stopped', async () => {
  for (let count = 0; count < 5; count += 1)
    await expect(start(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
  expect(await start(done)).toEqual({ type: 'DRAFTED' });
});
