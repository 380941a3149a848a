/** Applying a snapshot: what is left alone, what is said of refusals, and what is tried again. */
import { describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { Outcome, Reply } from '../../../src/actors/runtime/definition.ts';
import { createApplySnapshot } from '../../../src/core-service/apply-snapshot.ts';
import type { ApplySnapshotInput } from '../../../src/machines/core-snapshot/effects.ts';

const change = {
  project_id: 'a',
  version: 4,
  steps: [
    {
      event: { type: 'EDIT', fields: { dispatch_priority: 7 }, note: null },
      fields: ['dispatch_priority'],
    },
    { event: { type: 'CANCEL', note: null }, fields: ['status', 'manual_review_required'] },
  ],
} satisfies ApplySnapshotInput['changes'][number];
const input = { snapshot_id: 3, source: 'old', changes: [change] };

const answered = (outcome: Partial<Outcome> = {}): Reply => ({
  ok: true,
  replayed: false,
  outcome: {
    accepted: true,
    refusal: null,
    status: 'queued',
    version: 5,
    event_id: 1,
    at: '2026-01-01T00:00:00.000Z',
    body: null,
    ...outcome,
  },
});

/** Runs the effect on an item of that version; `replies` are what it answers, by event. */
async function apply(
  version: number,
  replies: Readonly<Record<string, Reply>> = {},
  begun = false,
) {
  const asked: {
    readonly event: ActorEvent;
    readonly key: string | undefined;
    readonly by: string | undefined;
  }[] = [];
  const effect = createApplySnapshot(() => ({
    reads: { get: async () => ({ version }) },
    actors: {
      recall: async () => (begun ? answered() : undefined),
      ask: async (_, event, { idempotency, by }) => {
        asked.push({ event, key: idempotency?.key, by });
        return replies[event.type] ?? answered();
      },
    },
  }));
  const result = effect.run(input, {
    effectId: 'e',
    address: { kind: 'core_snapshot', id: 'main' },
    attempt: 1,
    resumed: false,
    correlationId: 'c',
    causeId: null,
    signal: new AbortController().signal,
  });
  return { asked, result };
}
const result = (field: string, applied: boolean, message: unknown) => ({
  project_id: 'a',
  field,
  applied,
  message,
});

describe('an item that is to become what a snapshot says', () => {
  it('is left alone when it has changed since it was judged', async () => {
    const { asked, result: event } = await apply(5);
    const message = expect.stringContaining('changed to version 5');
    expect(await event).toEqual({
      type: 'APPLIED',
      results: [
        result('dispatch_priority', false, message),
        result('status', false, message),
        result('manual_review_required', false, message),
      ],
    });
    expect(asked).toEqual([]);
  });

  it('is gone on with when an earlier attempt had begun, whatever its version is now', async () => {
    const { asked, result: event } = await apply(5, {}, true);
    await event;
    expect(asked.map(({ key }) => key)).toEqual(['core:3:a:0', 'core:3:a:1']);
  });

  it('is asked in the name of the source, each step with a note and a key of its own', async () => {
    const { asked, result: event } = await apply(4);
    expect(await event).toMatchObject({
      results: [
        result('dispatch_priority', true, 'EDIT'),
        result('status', true, 'CANCEL'),
        result('manual_review_required', true, 'CANCEL'),
      ],
    });
    expect(asked).toEqual([
      {
        event: { ...change.steps[0]!.event, note: 'snapshot 3 of old' },
        key: 'core:3:a:0',
        by: 'core:old',
      },
      {
        event: { ...change.steps[1]!.event, note: 'snapshot 3 of old' },
        key: 'core:3:a:1',
        by: 'core:old',
      },
    ]);
  });

  it('answers for a step that its machine refuses, and for a run that could not be stopped', async () => {
    const refusal = { code: 'field_not_editable', message: 'It cannot be edited.' };
    const failed = { result: 'failed', error: 'no route to host' };
    const { result: event } = await apply(4, {
      EDIT: answered({ accepted: false, refusal }),
      CANCEL: answered({ status: 'running', body: failed }),
    });
    const stays = expect.stringContaining('(no route to host); the item stays running');
    expect(await event).toMatchObject({
      results: [
        result('dispatch_priority', false, 'It cannot be edited.'),
        result('status', false, stays),
        result('manual_review_required', false, stays),
      ],
    });
  });

  it('is tried again when it is only overloaded, and not when it is out of service', async () => {
    const no = (rejected: 'overloaded' | 'quarantined'): Reply => ({
      ok: false,
      rejected,
      detail: `it is ${rejected}`,
    });
    await expect((await apply(4, { EDIT: no('overloaded') })).result).rejects.toThrow('overloaded');
    const { result: event } = await apply(4, { EDIT: no('quarantined') });
    expect(await event).toMatchObject({
      results: [
        result('dispatch_priority', false, 'it is quarantined'),
        result('status', true, 'CANCEL'),
        result('manual_review_required', true, 'CANCEL'),
      ],
    });
  });
});
