/** What becomes of a volatile actor that fails, and of those beside it. */
import { describe, expect, it } from 'vitest';
import { createProbeHost, createProbeKind, settle } from './probe.ts';

const intensity = { failuresMax: 2, windowMs: 1000 };
const add = (n: number) => ({ type: 'ADD', n }) as never;

describe('an actor that fails', () => {
  it('begins anew with its inbox kept, its timers and effects called off', async () => {
    const { host, failures, resume, clock, hold } = createProbeHost({ held: true });
    const signals: AbortSignal[] = [];
    const kind = createProbeKind({
      job: (_: never, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    const probe = host.spawn(kind, 'a', { sum: 1 });
    probe.tell({ type: 'WORK' });
    hold();
    const failed = probe.ask({ type: 'THROW' });
    probe.tell(add(5));
    probe.tell({ type: 'REST' });
    while (resume());
    expect(await failed).toEqual({ ok: false, rejected: 'failed' });
    expect(failures).toEqual(['probe/a Error: machine: restart']);
    expect(signals[0]!.aborted).toBe(true);
    expect(probe.snapshot()).toMatchObject({ value: 'resting', context: { sum: 6 } });
    probe.tell({ type: 'THROW' });
    expect(clock.pendingCount).toBe(0);
  });

  it('in an effect, at once or later, is the same; what it does after that is nobody’s', async () => {
    const { host, failures } = createProbeHost();
    let isLate = false;
    const shout = (): unknown => {
      if (isLate) return Promise.reject(new Error('late'));
      throw new Error('at once');
    };
    const probe = host.spawn(createProbeKind({ shout }), 'a', { sum: 1 });
    expect(await probe.ask({ type: 'SHOUT' })).toMatchObject({ rejected: 'failed' });
    isLate = true;
    expect(await probe.ask({ type: 'SHOUT' })).toMatchObject({ ok: true });
    await settle();
    probe.tell({ type: 'SHOUT' });
    await probe.stop();
    await settle();
    expect(failures).toEqual(['probe/a Error: at once: restart', 'probe/a Error: late: restart']);
  });

  it('begins with what its kind makes of what it had reached', () => {
    const { host } = createProbeHost();
    const kind = createProbeKind(
      {},
      { restartInput: (_, { context }) => ({ sum: context.sum * 10 }) },
    );
    const probe = host.spawn(kind, 'a', { sum: 1 });
    probe.tell(add(2));
    probe.tell({ type: 'THROW' });
    expect(probe.snapshot().context.sum).toBe(30);
  });

  it('too often is stopped: its owner is told, the others go on', async () => {
    const { host, failures } = createProbeHost();
    const kind = createProbeKind({}, { intensity });
    const ends: string[] = [];
    const bad = host.spawn(kind, 'bad', { sum: 0 }, (how) => ends.push(how));
    const good = host.spawn(kind, 'good', { sum: 0 });
    for (let count = 0; count < 3; count += 1) bad.tell({ type: 'THROW' });
    expect(ends).toEqual(['gave_up']);
    expect(failures.map((failure) => failure.split(': ').at(-1))).toEqual([
      'restart',
      'restart',
      'stop',
    ]);
    expect(await bad.ask(add(1))).toEqual({ ok: false, rejected: 'unknown_actor' });
    good.tell(add(1));
    expect(good.snapshot().context.sum).toBe(1);
    expect(host.actors()).toMatchObject([{ id: 'good', restarts: 0 }]);
  });

  it('now and then goes on for ever', () => {
    const { host, clock } = createProbeHost();
    const probe = host.spawn(createProbeKind({}, { intensity }), 'a', { sum: 0 });
    for (let count = 0; count < 20; count += 1) {
      probe.tell({ type: 'THROW' });
      clock.advance(500);
    }
    expect(host.actors()).toMatchObject([{ restarts: 20 }]);
  });

  it('before its first state is no actor at all', () => {
    const { host } = createProbeHost();
    const kind = createProbeKind({}, { intensity });
    const input = null as never;
    expect(() => host.spawn(kind, 'a', input)).toThrow('failed each time it was started');
    expect(host.has({ kind: 'probe', id: 'a' })).toBe(false);
  });
});

describe('an actor that ends', () => {
  it('by a final state answers its sender, refuses what waited and is gone', async () => {
    const { host, resume, hold } = createProbeHost({ held: true });
    const ends: string[] = [];
    const probe = host.spawn(createProbeKind(), 'a', { sum: 0 }, (how) => ends.push(how));
    hold();
    const replies = [probe.ask({ type: 'END' }), probe.ask(add(1))];
    while (resume());
    expect(await Promise.all(replies)).toMatchObject([
      { ok: true, snapshot: { value: 'over' } },
      { ok: false, rejected: 'stopped' },
    ]);
    expect(ends).toEqual(['done']);
    host.spawn(createProbeKind(), 'a', { sum: 0 });
    expect(probe.tell(add(1))).toBe('unknown_actor');
  });

  it('resolves its stop, and the host’s close, when its handlers have returned', async () => {
    const { host } = createProbeHost();
    const ends: (() => void)[] = [];
    const job = () => new Promise<void>((resolve) => ends.push(resolve));
    const done: string[] = [];
    for (const id of ['a', 'b']) {
      const probe = host.spawn(createProbeKind({ job }), id, { sum: 0 });
      probe.tell({ type: 'WORK' });
      if (id === 'a') void probe.stop().then(() => done.push('a'));
    }
    void host.close().then(() => done.push('host'));
    await settle();
    expect(done).toEqual([]);
    ends[0]!();
    await settle();
    expect(done).toEqual(['a']);
    ends[1]!();
    await settle();
    expect(done).toEqual(['a', 'host']);
    expect(host.tell({ kind: 'probe', id: 'b' }, add(1))).toBe('shutting_down');
    expect(() => host.spawn(createProbeKind(), 'c', { sum: 0 })).toThrow('closed');
  });

  it('within its own turn is gone, also when its owner throws on hearing of it', () => {
    const { host, failures } = createProbeHost();
    const kind = createProbeKind({ echo: () => void probe.stop() });
    const probe = host.spawn(kind, 'a', { sum: 0 }, () => {
      throw new Error('owner');
    });
    probe.tell({ type: 'ECHO' });
    expect(host.has(probe.address)).toBe(false);
    expect(failures).toEqual(['probe/a Error: owner: listener']);
  });
});
