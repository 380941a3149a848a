/** What the queue item may conclude from a worker's word about a process that it was asked to end. */
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import type { EndProcessInput } from '../../../src/machines/queue-item/effects.ts';
import type { WorkerClient, WorkerResult } from '../../../src/worker-client/client.ts';
import { createEndProcessEffect } from '../../../src/worker-client/end-process.ts';
import type { EndProcessReply } from '../../../src/worker-wire/wire-processes.ts';

const wish: EndProcessInput = {
  run_id: 'p-1',
  worker_target: 'gpu-1',
  pid: 200,
  start_ticks: 1200,
  boot_id: 'boot-1',
  requested_by: 'ann',
  request_id: 'command/1',
  answers: 'k',
  looking_up: false,
};
const good: EndProcessReply = {
  run_id: 'p-1',
  pid: 200,
  start_ticks: 1200,
  boot_id: 'boot-1',
  outcome: 'ended',
  name: 'node',
  rss_mib: 64,
  detail: null,
  replayed: false,
  timestamp: 'now',
};
const ok = (change: Partial<EndProcessReply> = {}) =>
  ({ kind: 'ok', value: { ...good, ...change } }) as const;
const refusal = (code: ErrorCode, more: object = {}): WorkerResult<never> => ({
  kind: 'refused',
  code,
  status: 409,
  detail: 'no',
  problem: { status: 409, code, ...more },
});
const lost: WorkerResult<never> = { kind: 'unknown', error: 'it was cut', status: null };
const notSent: WorkerResult<never> = { kind: 'not_sent', error: 'refused' };

async function perform(
  answer: WorkerResult<EndProcessReply>,
  given: { wish?: Partial<EndProcessInput>; attempt?: number; resumed?: boolean } = {},
) {
  const client = { endProcess: async () => answer } as unknown as WorkerClient;
  const effect = createEndProcessEffect({ clientForTarget: () => client });
  const context = { attempt: 1, resumed: false, signal: new AbortController().signal, ...given };
  const told = await effect.run({ ...wish, ...given.wish }, context as never);
  return (told as unknown as { readonly end: object }).end;
}

describe('the word of a worker about a process', () => {
  it('is taken about the very process it was asked about', async () => {
    const known = { name: 'node', rss_mib: 64, detail: null };
    expect(await perform(ok())).toEqual({ outcome: 'ended', ...known });
  });

  it.each([{ run_id: 'p-2' }, { pid: 201 }, { start_ticks: 1 }, { boot_id: 'boot-2' }])(
    'is unclear where it is about another one: %o',
    async (change) => {
      expect(await perform(ok(change))).toMatchObject({ outcome: 'unknown' });
    },
  );

  it('is passed on where it refuses, with what is there now', async () => {
    const changed = refusal('process_changed', { field: 'start_ticks', found: '99' });
    expect(await perform(changed)).toMatchObject({
      outcome: 'refused',
      code: 'process_changed',
      field: 'start_ticks',
      found: '99',
    });
  });

  it.each([{ field: 'everything', found: '1' }, { field: 'pid', found: {} }, {}])(
    'is taken without what it should not say: %o',
    async (more) => {
      const told = await perform(refusal('process_changed', more));
      expect(Object.keys(told).sort()).toEqual(['code', 'detail', 'name', 'outcome', 'rss_mib']);
    },
  );

  it('is cut where it is long', async () => {
    const told = await perform({ kind: 'unknown', error: 'x'.repeat(1e6), status: 200 });
    expect(JSON.stringify(told).length).toBeLessThan(1000);
  });

  it('that nothing was sent holds only of the first question', async () => {
    expect(await perform(notSent)).toMatchObject({ outcome: 'not_sent' });
    for (const later of [{ resumed: true }, { attempt: 6, wish: { looking_up: true } }])
      expect(await perform(notSent, later)).toMatchObject({ outcome: 'unknown' });
  });

  it('proves nothing where the worker has forgotten the run since', async () => {
    expect(await perform(refusal('run_not_found'))).toMatchObject({ outcome: 'refused' });
    expect(await perform(refusal('run_not_found'), { resumed: true })).toMatchObject({
      outcome: 'unknown',
    });
  });

  it('is told as unclear at once, then asked for again, and given up at last', async () => {
    expect(await perform(lost)).toMatchObject({ outcome: 'unknown', detail: 'it was cut' });
    const again = { looking_up: true };
    await expect(perform(lost, { wish: again, attempt: 5 })).rejects.toThrow('it was cut');
    expect(await perform(lost, { wish: again, attempt: 6 })).toMatchObject({ outcome: 'unknown' });
    expect(await perform(ok(), { wish: again, attempt: 3 })).toMatchObject({ outcome: 'ended' });
  });

  it('is not made up by a question that was given up with the service', async () => {
    const client = { endProcess: async () => lost } as unknown as WorkerClient;
    const effect = createEndProcessEffect({ clientForTarget: () => client });
    const context = { attempt: 1, resumed: false, signal: AbortSignal.abort() };
    await expect(effect.run(wish as never, context as never)).rejects.toThrow();
  });
});
