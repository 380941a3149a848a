/** Effects of a plane that stood still while another may have taken over. */
import { afterEach, expect, it, vi } from 'vitest';
import type { EffectContext } from '../../../src/actors/runtime/effect-handler.ts';
import { begunWhileSure, startedWhileSure } from '../../../src/app/plane/while-sure.ts';
import { HostedPlane } from '../../../src/store/hosted/plane.ts';

afterEach(() => void vi.useRealTimers());

const holder = { fence: 7, boot: 'one', address: null, since: '2026-01-01T00:00:00.000Z' };

/** One that holds the lease; the server answers each renewal by `renew`. */
async function planeWhose(renew: () => Promise<boolean>) {
  const faults: unknown[] = [];
  const plane = new HostedPlane({
    lease: {
      take: async () => holder,
      renew,
      release: async () => {},
      holder: async () => holder,
      close: async () => {},
    },
    source: { epochs: async () => [] },
    following: { look: async () => null },
    epoch: () => '',
    openWriter: () => Promise.reject(new Error('not opened here')),
    onHeld: () => {},
    onFault: (error) => void faults.push(error),
  });
  await plane.tryToTake();
  return { plane, faults };
}

/** As a machine that was suspended: only the clock on the wall has gone on. */
const wakeUpLater = (): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });

const contextOf = (signal: AbortSignal): EffectContext => ({
  effectId: 'one',
  address: { kind: 'toy', id: 'one' },
  attempt: 1,
  resumed: false,
  correlationId: 'one',
  causeId: null,
  signal,
});

it('begins no effect after a standstill before the server has said who holds the lease', async () => {
  let asked = 0;
  const { plane, faults } = await planeWhose(async () => {
    asked += 1;
    return true;
  });
  const askedBefore: number[] = [];
  const effects = begunWhileSure(plane, {
    act: {
      async run() {
        askedBefore.push(asked);
        return null;
      },
    },
  });
  const context = contextOf(new AbortController().signal);
  await effects['act']!.run({}, context);
  wakeUpLater();
  await effects['act']!.run({}, context);
  await effects['act']!.run({}, context);
  expect([askedBefore, faults]).toEqual([[0, 1, 1], []]);
  await plane.handOver();
});

it('begins none once another has taken over', async () => {
  const { plane, faults } = await planeWhose(async () => false);
  wakeUpLater();
  const run = vi.fn(async () => null);
  const effects = begunWhileSure(plane, { act: { run } });
  const begun = effects['act']!.run({}, contextOf(new AbortController().signal));
  await expect(begun).rejects.toThrow('another process has taken over');
  expect([run.mock.calls, faults.length]).toEqual([[], 1]);
  await plane.handOver();
});

it('tells a worker to start nothing, whatever went before it', async () => {
  const { plane } = await planeWhose(async () => false);
  const dispatch = vi.fn();
  const targets = [{ name: 'default', client: { dispatch } }] as never;
  const [target] = startedWhileSure(plane, targets);
  await target!.client.dispatch({} as never);
  wakeUpLater();
  await expect(target!.client.dispatch({} as never)).rejects.toThrow('has taken over');
  expect(dispatch).toHaveBeenCalledOnce();
  await plane.handOver();
});

it('gives up waiting for a server that does not answer when the service stops', async () => {
  const { plane } = await planeWhose(() => new Promise<never>(() => {}));
  wakeUpLater();
  const run = vi.fn(async () => null);
  const stopping = new AbortController();
  const begun = begunWhileSure(plane, { act: { run } })['act']!.run({}, contextOf(stopping.signal));
  stopping.abort(new Error('the service stops'));
  await expect(begun).rejects.toThrow('the service stops');
  expect(run).not.toHaveBeenCalled();
});
