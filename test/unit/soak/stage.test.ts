/** How long a soak asks again for one change, and what it says of one that was never answered. */
import { describe, expect, it } from 'vitest';
import type { HttpClient, Outcome } from '../../../src/soak/http-client.ts';
import { Meters } from '../../../src/soak/meters.ts';
import { Stage } from '../../../src/soak/stage.ts';
import { monotonicMs } from '../../../src/soak/time.ts';
import type { Scene } from '../../../src/soak/world.ts';

const busy: Outcome = {
  kind: 'answer',
  status: 503,
  text: '{"detail":"later"}',
  replayed: false,
  ms: 1,
};
const broken: Outcome = { kind: 'lost', reason: 'socket hang up', ms: 1 };
const done: Outcome = { kind: 'answer', status: 200, text: '{}', replayed: false, ms: 1 };

/** A stage that gives up at once, and a service that answers these in turn, the last one for ever. */
function stageBefore(...outcomes: readonly Outcome[]): { stage: Stage<Scene>; asked: string[] } {
  const asked: string[] = [];
  const client: Pick<HttpClient, 'send'> = {
    send: async ({ body = '' }) => outcomes[asked.push(body) - 1] ?? outcomes.at(-1)!,
  };
  const world = { client } as Scene;
  const options = { seed: 1, pace: 100, patienceMs: 1 };
  return { stage: new Stage(world, new Meters(monotonicMs), options), asked };
}

describe('a change that a soak asks for', () => {
  it('is asked for with the same key while the service is disturbed, for however long', async () => {
    const { stage, asked } = stageBefore(busy, broken, done);
    await stage.disturb(async () => {
      expect(await stage.change('paper', '/path', { force: true })).toBe(done);
    });
    expect(asked).toHaveLength(3);
    expect(new Set(asked)).toEqual(new Set(['{"idempotency_key":"soak-1-1","force":true}']));
    expect(stage.wrongs).toEqual([]);
    expect(stage.acknowledged).toHaveLength(1);
  });

  it('is wrong where nothing disturbs the service, with what was heard instead', async () => {
    const { stage } = stageBefore(busy);
    expect(await stage.change('paper', '/path', {})).toBeNull();
    expect(stage.wrongs).toEqual([
      '/path with key soak-1-1 was not answered in 0.001 s undisturbed, but 1 times 503 later',
    ]);
    expect(stage.acknowledged).toEqual([]);
  });
});
