/** The bench's use cases where a running service cannot be brought to: cut-off attempts, lost stores. */
import { describe, expect, it } from 'vitest';
import { mend } from '../../../src/control/bench/mend.ts';
import { listActorEntries } from '../../../src/control/bench/read.ts';
import type { Bench } from '../../../src/control/common/bench-port.ts';
import type { ActorSystem } from '../../../src/control/common/ports.ts';
import { createTestControl } from '../../support/control-context.ts';
import { openTestStore, someTime } from '../../support/store-fixtures.ts';

const { reads } = openTestStore();
const quarantine = {
  kind: 'run',
  id: 'x',
  event: null,
  reason: 'boom',
  since: someTime,
  mark: 'as-shown',
};
const letter = {
  sequence: 3,
  kind: 'run',
  id: 'x',
  message: '{"type":"PREPARE"}',
  reason: 'boom',
  at: someTime,
  source: 'ask',
  by: 'ann',
  correlation_id: 'c',
  cause_id: null,
  mark: 'as-shown',
};
const order = {
  mark: 'as-shown',
  reason: 'mended',
  dry_run: false,
  requested_by: 'ann',
} as const;
const released = { ...order, subject: { act: 'release', kind: 'run', id: 'x' } } as const;
const trial = { result: 'failed', error: 'boom' } as const;

/** Keeps what a command keeps of its steps, as the command's actor does. */
function createKeeper(): ActorSystem {
  const kept = new Map<string, unknown>();
  const outcomeOf = (body: unknown) => ({
    ok: true as const,
    replayed: false,
    outcome: {
      accepted: true,
      refusal: null,
      status: 'running',
      version: 1,
      event_id: 1,
      at: someTime,
      body: body as never,
    },
  });
  return {
    ask: async (_to, event, options) => {
      const { key } = options!.idempotency!;
      if (!kept.has(key)) kept.set(key, (event as unknown as { readonly body: unknown }).body);
      return outcomeOf(kept.get(key));
    },
    recall: async (key) => (kept.has(key) ? outcomeOf(kept.get(key)) : undefined),
  };
}

describe('mending under a key', () => {
  /** The log as it is after the release: one event, of this request unless told otherwise. */
  const readsWith = (reason: string) => ({
    ...reads,
    events: async () => {
      if (isOut) return [];
      const payload = { reason };
      return [{ event_id: 9, event_type: 'actor.released', actor: 'ann', payload } as never];
    },
  });
  let isOut = true;
  const bench: Partial<Bench> = {
    quarantines: () => (isOut ? [quarantine] : []),
    try: () => Promise.resolve(trial),
    release: () => {
      isOut = false;
      // Done, and then the process ends before it can say so.
      throw new Error('cut off');
    },
  };

  it.each([
    ['mended', { event_id: 9, message: 'run/x is back in service.' }],
    ['another reason, by another request', 'bench_entry_not_found'],
  ])('answers for what an attempt that was cut off did (%s)', async (reason, expected) => {
    isOut = true;
    const control = createTestControl({ reads: readsWith(reason), bench, actors: createKeeper() });
    const key = 'command/one';
    await expect(mend(control, released, { key, repeated: false })).rejects.toThrow('cut off');
    const again = mend(control, released, { key, repeated: true });
    if (typeof expected === 'string') await expect(again).rejects.toMatchObject({ code: expected });
    else await expect(again).resolves.toMatchObject({ dry_run: false, ...expected });
  });
});

describe('what the runtime answers', () => {
  const retried = { ...order, subject: { act: 'retry', sequence: 3, event: null } } as const;
  const performing = (change: Partial<Bench>) =>
    createTestControl({
      reads,
      bench: {
        deadLetters: () => Promise.resolve([letter]),
        try: () => Promise.resolve(trial),
        ...change,
      },
    });

  it('is a refusal to try again later when the event did not reach its actor', async () => {
    const control = performing({
      retry: () => Promise.resolve({ ok: false, reason: 'failed', detail: 'the lane is full' }),
    });
    await expect(mend(control, retried, null)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it.each([
    ['changed', 'bench_entry_changed'],
    ['gone', 'bench_entry_not_found'],
  ] as const)('is %s when somebody else was faster', async (reason, code) => {
    const control = performing({
      retry: () => Promise.resolve({ ok: false, reason, detail: 'somebody was faster' }),
    });
    await expect(mend(control, retried, null)).rejects.toMatchObject({ code });
  });

  it('is not asked for where nothing may be written', async () => {
    const control = performing({});
    const bench = { ...control.bench, isReadOnly: true };
    const attempt = mend({ ...control, bench }, retried, null);
    await expect(attempt).rejects.toMatchObject({ code: 'read_only' });
  });
});

describe('a list of actors out of service', () => {
  const page = { cursor: null, page_size: 5 };
  const failing = (error: Error) =>
    createTestControl({
      reads: { ...reads, get: () => Promise.reject(error) },
      bench: { quarantines: () => [quarantine] },
    });

  it('has no status for one whose stored text is damaged', async () => {
    const { rows } = await listActorEntries(failing(new SyntaxError('Unexpected end')), page);
    expect(rows).toMatchObject([{ id: 'x', status: null, reason: 'boom' }]);
  });

  it('fails where the store cannot be read', async () => {
    const list = listActorEntries(failing(new Error('disk I/O error')), page);
    await expect(list).rejects.toThrow('disk I/O error');
  });
});
