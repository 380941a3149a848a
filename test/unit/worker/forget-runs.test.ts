/** Which runs a gate forgets: those that are over, of which all was delivered, and which are not their project's newest. */
import { expect, it } from 'vitest';
import type { ActorAddress, ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { RejectReason } from '../../../src/actors/runtime/definition.ts';
import { forgetRuns } from '../../../src/worker/forget-runs.ts';
import type { AskActor, GateRunReader } from '../../../src/worker/ports.ts';

type Run = NonNullable<Awaited<ReturnType<GateRunReader['get']>>>;
const runOf = (id: string): Run => {
  const dispatch_fingerprint = id.startsWith('x') ? null : 'f';
  return { run_id: id, project_id: id.slice(0, 1), dispatch_fingerprint } as Run;
};
const signal = new AbortController().signal;

function gate(
  statuses: Readonly<Record<string, string>>,
  {
    refusing = [],
    living = [],
    rejecting = {},
  }: {
    refusing?: readonly string[];
    living?: readonly string[];
    rejecting?: Readonly<Record<string, RejectReason>>;
  } = {},
) {
  const told: string[] = [];
  const ask = (async ({ kind, id }: ActorAddress, { type }: ActorEvent) => {
    told.push(`${kind}/${id} ${type}`);
    const rejected = rejecting[`${kind}/${id}`];
    if (rejected !== undefined) return { ok: false, rejected, detail: 'it broke' };
    const refusal = refusing.includes(`${kind}/${id}`) ? { code: 'no', message: 'no' } : null;
    return { ok: true, replayed: false, outcome: { refusal, status: 'x' } };
  }) as unknown as AskActor;
  const forget = (pages: readonly (readonly string[])[]) =>
    forgetRuns(
      {
        ask,
        living: async () => new Set(living),
        runs: { get: async (id) => runOf(id), latestOf: async (project) => runOf(`${project}9`) },
        delivery: async (id) =>
          statuses[id] === undefined ? undefined : { status: statuses[id] as 'drained' },
        aged: {
          ended: async ({ after }) => {
            const page = after === '' ? 0 : Number(after);
            const next = page + 1 < pages.length ? String(page + 1) : null;
            return { ids: pages[page] ?? [], next };
          },
        },
      },
      '2026-01-01T00:00:00.000Z',
      signal,
    );
  return { told, forget };
}

it('keeps the newest run of a project, and one with a callback that waits', async () => {
  const { told, forget } = gate({ a1: 'drained', a2: 'parked', b1: 'delivering' });
  expect(
    await forget([
      ['a1', 'a2'],
      ['a9', 'b1', 'b2'],
    ]),
  ).toEqual({ gate_runs: 2 });
  // The run goes last: dying between the two, the next sweep finds it again.
  expect(told).toEqual(['callback_delivery/a1 FORGET', 'gate_run/a1 FORGET', 'gate_run/b2 FORGET']);
});

it('keeps a run that had a callback just now', async () => {
  const { told, forget } = gate({ a1: 'drained' }, { refusing: ['callback_delivery/a1'] });
  expect(await forget([['a1']])).toEqual({ gate_runs: 0 });
  expect(told).toEqual(['callback_delivery/a1 FORGET']);
});

it('keeps a run of which a process lives, and one that must never start', async () => {
  const { told, forget } = gate({}, { living: ['a1'] });
  expect(await forget([['a1', 'a2', 'x1']])).toEqual({ gate_runs: 1 });
  expect(told).toEqual(['gate_run/a2 FORGET']);
});

it('passes by one that is out of service, run or deliveries, and goes on behind it', async () => {
  const rejecting = {
    'gate_run/a1': 'quarantined',
    'callback_delivery/a2': 'quarantined',
  } as const;
  const { told, forget } = gate({ a2: 'drained' }, { rejecting });
  expect(await forget([['a1', 'a2', 'a3']])).toEqual({ gate_runs: 1 });
  expect(told).toEqual(['gate_run/a1 FORGET', 'callback_delivery/a2 FORGET', 'gate_run/a3 FORGET']);
});

it('fails, and does not pass it by, where a turn breaks or the store is away', async () => {
  for (const rejected of ['failed', 'store_failed', 'overloaded'] as const) {
    const { forget } = gate({}, { rejecting: { 'gate_run/a1': rejected } });
    await expect(forget([['a1', 'a2']])).rejects.toThrow('FORGET of gate_run a1: it broke');
  }
});
