/** A client's idempotency key never meets a key of the runtime itself. */
import { expect, it } from 'vitest';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { ask, settle, startHost } from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

it.each(['effect:purse/ann#1.0', '~effect:purse/ann#1.0', '~', '~~x'])(
  "the key %s is a client's own, whatever it looks like",
  async (key) => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    // A message of the runtime whose turn defers its answer under the key of that message.
    const row = {
      effect_id: 'purse/ann#1.0',
      name: 'tell',
      input: JSON.stringify({
        to: { kind: 'purse', id: 'bob' },
        event: { type: 'CHECK' },
        by: 'x',
      }),
      invoke_id: null,
      correlation_id: 'c',
      attempts: 0,
      not_before_ms: 0,
      last_error: null,
    };
    await journal.disk.commit([plainTurn({ kind: 'purse', id: 'ann' }, { effects: [row] })]);
    const second = await startHost({ journal });
    await settle();
    expect(journal.disk.answers.size).toBe(1);
    const once = { idempotency: { key, payload: 1 } };
    expect(await second.host.recall(key)).toBeUndefined();
    const reply = await ask(second.host, 'cid', { type: 'PUT', coins: 1 }, once);
    expect(reply).toMatchObject({ ok: true, replayed: false });
    expect(await ask(host, 'cid', { type: 'PUT', coins: 1 }, once)).toMatchObject({
      ok: true,
      replayed: true,
    });
    expect(await second.host.recall(key)).toMatchObject({ replayed: true });
  },
);
