/** What the volatile host promises: turns, effects, timers, answers and the way an actor ends. */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import type { EffectContext } from '../../../../src/actors/volatile/kind.ts';
import { createProbeHost, createProbeKind, settle } from './probe.ts';

describe('a turn', () => {
  it('is taken within the call that tells something, and refuses what the state has no use for', async () => {
    const { host } = createProbeHost();
    const probe = host.spawn(createProbeKind(), 'a', { sum: 1 });
    expect(probe.tell({ type: 'ADD', n: 2 } as never)).toBe('queued');
    expect(probe.snapshot().context.sum).toBe(3);
    expect(await probe.ask({ type: 'LEAVE' })).toMatchObject({ ok: true, accepted: false });
    expect(await probe.ask({ type: 'REST' })).toMatchObject({ ok: true, accepted: true });
    expect(host.tell({ kind: 'probe', id: 'b' }, { type: 'REST' })).toBe('unknown_actor');
  });

  it('ends with what its effects answer at once, before the sender is answered', async () => {
    const { host } = createProbeHost();
    const kind = createProbeKind({ echo: () => ({ type: 'ADD', n: 5 }) });
    const probe = host.spawn(kind, 'a', { sum: 0 });
    const reply = await probe.ask({ type: 'ECHO' });
    expect(reply.ok && reply.snapshot.context).toMatchObject({ sum: 5 });
  });

  it('fails when its effects answer for ever', async () => {
    const { host, failures } = createProbeHost();
    const probe = host.spawn(createProbeKind({ echo: () => ({ type: 'ECHO' }) }), 'a', { sum: 0 });
    expect(await probe.ask({ type: 'ECHO' })).toEqual({ ok: false, rejected: 'failed' });
    expect(failures).toEqual([expect.stringContaining('answered 100 times')]);
  });

  it('is fair: each ready actor has one before any has its next, and the event loop goes round', async () => {
    const { host, resume, hold } = createProbeHost({ held: true });
    const order: string[] = [];
    const kind = createProbeKind({
      echo: (_: never, { address }: EffectContext) => void order.push(address.id),
    });
    for (const id of ['a', 'b', 'c']) host.spawn(kind, id, { sum: 0 });
    hold();
    for (const id of ['a', 'a', 'a', 'b', 'c']) host.tell({ kind: 'probe', id }, { type: 'ECHO' });
    while (resume());
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('answers in a later one when the machine keeps the sender waiting', async () => {
    const { host } = createProbeHost();
    const probe = host.spawn(createProbeKind(), 'a', { sum: 0 });
    const kept = probe.ask({ type: 'KEEP' });
    expect(probe.snapshot().context.kept).toHaveLength(1);
    probe.tell({ type: 'FREE' });
    expect(await kept).toMatchObject({ ok: true, body: 'free' });
    const other = probe.ask({ type: 'KEEP' });
    await probe.stop();
    expect(await other).toEqual({ ok: false, rejected: 'stopped' });
  });
});

describe('an effect', () => {
  it('of a state brings its result to the state, and its failure fails the actor', async () => {
    const { host, failures } = createProbeHost();
    const results = [() => 7, () => Promise.reject(new Error('job'))];
    const kind = createProbeKind({ job: async () => await results.shift()!() });
    const probe = host.spawn(kind, 'a', { sum: 0 });
    probe.tell({ type: 'WORK' });
    await settle();
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 7 } });
    probe.tell({ type: 'WORK' });
    await settle();
    expect(failures).toEqual(['probe/a Error: job: restart']);
    expect(host.actors()).toEqual([
      {
        kind: 'probe',
        id: 'a',
        status: 'idle',
        inner: [],
        waiting: 0,
        restarts: 1,
        last_failure: {
          at: expect.any(String) as string,
          event: expect.any(String) as string,
          reason: 'job',
        },
      },
    ]);
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 0 } });
  });

  it('is told to abort when its state is left, and what it brings then counts for nothing', async () => {
    const { host } = createProbeHost();
    const signals: AbortSignal[] = [];
    const ends: ((n: number) => void)[] = [];
    const job = (_: never, { signal }: EffectContext) => {
      signals.push(signal);
      return new Promise<number>((resolve) => ends.push(resolve));
    };
    const probe = host.spawn(createProbeKind({ job }), 'a', { sum: 0 });
    probe.tell({ type: 'WORK' });
    probe.tell({ type: 'LEAVE' });
    expect(signals[0]!.aborted).toBe(true);
    probe.tell({ type: 'WORK' });
    ends[0]!(1);
    await settle();
    expect(probe.snapshot()).toMatchObject({ value: 'working', context: { sum: 0 } });
    ends[1]!(2);
    await settle();
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 2 } });
    expect(signals[1]!.aborted).toBe(false);
  });

  it('counts for nothing also when its state is left between its result and the turn for it', async () => {
    const { host, resume, hold } = createProbeHost({ held: true });
    const ends: ((n: number) => void)[] = [];
    const job = () => new Promise<number>((resolve) => ends.push(resolve));
    const probe = host.spawn(createProbeKind({ job }), 'a', { sum: 0 });
    probe.tell({ type: 'WORK' });
    hold();
    probe.tell({ type: 'LEAVE' }, { lane: 'system' });
    probe.tell({ type: 'WORK' }, { lane: 'system' });
    ends[0]!(5);
    await settle();
    expect(host.actors()[0]).toMatchObject({ id: 'a', waiting: 3 });
    while (resume());
    expect(probe.snapshot()).toMatchObject({ value: 'working', context: { sum: 0 } });
  });

  it('nobody carries out is refused by name and place', () => {
    const { host } = createProbeHost();
    const kind = createProbeKind({}, { handlers: () => ({ shout: () => null }) });
    expect(() => host.spawn(kind, 'a', { sum: 0 })).toThrow(
      'probe: nobody carries out echo (probe), job (probe.working)',
    );
    const nameless = setup({}).createMachine({ id: 'odd', entry: () => {} });
    const odd = { kind: 'odd', machine: nameless, handlers: () => ({}) };
    expect(() => host.spawn(odd, 'a', undefined as never)).toThrow('without a name');
    expect(host.has({ kind: 'odd', id: 'a' })).toBe(false);
  });
});

describe('a timer', () => {
  it('fires once after its delay, and not when its state was left', () => {
    const { host, clock } = createProbeHost();
    const probe = host.spawn(createProbeKind(), 'a', { sum: 0 });
    probe.tell({ type: 'REST' });
    clock.advance(99);
    probe.tell({ type: 'LEAVE' });
    clock.advance(100);
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 0 } });
    probe.tell({ type: 'REST' });
    clock.advance(100);
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 1000 } });
    expect(clock.pendingCount).toBe(0);
  });

  it('that fell due does not fire into the same state entered anew', () => {
    const { host, clock, resume, hold } = createProbeHost({ held: true });
    const probe = host.spawn(createProbeKind(), 'a', { sum: 0 });
    probe.tell({ type: 'REST' });
    hold();
    probe.tell({ type: 'LEAVE' }, { lane: 'system' });
    probe.tell({ type: 'REST' }, { lane: 'system' });
    clock.advance(100);
    expect(host.actors()[0]).toMatchObject({ id: 'a', waiting: 3 });
    while (resume());
    expect(probe.snapshot()).toMatchObject({ value: 'resting', context: { sum: 0 } });
    clock.advance(100);
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 1000 } });
  });

  it('is heard however full the lane is that it comes by', () => {
    const { host, clock, resume, hold } = createProbeHost({ held: true });
    const laneBounds = { system: 1, control: 1, command: 1, telemetry: 1 };
    const probe = host.spawn(createProbeKind({}, { laneBounds }), 'a', { sum: 0 });
    probe.tell({ type: 'REST' });
    hold();
    const add = { type: 'ADD', n: 1 } as never;
    expect(probe.tell(add, { lane: 'system' })).toBe('queued');
    expect(probe.tell(add, { lane: 'system' })).toBe('overloaded');
    clock.advance(100);
    expect(probe.tell(add, { lane: 'system' })).toBe('overloaded');
    expect(host.actors()[0]).toMatchObject({ id: 'a', waiting: 2 });
    while (resume());
    expect(probe.snapshot()).toMatchObject({ value: 'idle', context: { sum: 1001 } });
  });
});

describe('a full lane', () => {
  it('says so; in the telemetry lane the newest of a key takes the place of the one before', async () => {
    const { host, resume, hold } = createProbeHost({ held: true });
    const laneBounds = { system: 1, control: 1, command: 1, telemetry: 1 };
    const probe = host.spawn(createProbeKind({}, { laneBounds }), 'a', { sum: 0 });
    const add = (n: number) => ({ type: 'ADD', n }) as never;
    hold();
    probe.tell(add(2));
    const telemetry = { lane: 'telemetry', coalesceKey: 'k' } as const;
    const early = probe.ask(add(10), telemetry);
    expect(await probe.ask(add(20), { lane: 'telemetry' })).toMatchObject({
      rejected: 'overloaded',
    });
    const late = probe.ask(add(30), telemetry);
    expect(await early).toEqual({ ok: false, rejected: 'coalesced' });
    while (resume());
    expect(await late).toMatchObject({ ok: true, accepted: true });
    expect(probe.snapshot().context.sum).toBe(32);
  });
});
