/** Publication automation in a store: what the first edition stored, and what the log adds up to. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../../../src/actors/journal/memory.ts';
import { createRestoring } from '../../../src/actors/machine/restore.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { reviewStatuses } from '../../../src/domain/statuses.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { initialPaperReview } from '../../../src/machines/paper-review/context.ts';
import type { PaperReviewEvent } from '../../../src/machines/paper-review/events.ts';
import { paperReviewSpec } from '../../../src/machines/paper-review/spec.ts';
import { isPackaging } from '../../../src/machines/paper-review/stored.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { outcomeOf } from '../../support/toy-host.ts';
import { createPlay, minute } from './support.ts';

const { restore } = createRestoring(paperReviewSpec);
const address = { kind: 'paper_review', id: 'r1--draft' };

/** A state as the first edition stored it. */
const firstEdition = (status: string, resume: string | null = null) => ({
  ...initialPaperReview(address.id),
  project_id: 'p',
  run_id: 'r1',
  created_at: minute(0),
  updated_at: minute(1),
  status,
  resume_status: resume,
  pending_request: resume === null ? null : 'k1',
  claimed_by: resume === null ? null : 'ada',
});
/** A state of the first edition as it goes on after one event. */
const goOn = (stored: object, event: PaperReviewEvent) =>
  createPlay(paperReviewSpec, address.id, restore(stored, 1))([], event);

const packageable = [
  'queued',
  'claimed',
  'triage_ready',
  'unreviewed',
  'in_review',
  'changes_requested',
  'approved_for_finalization',
];
const refused: PaperReviewEvent = { type: 'PACKAGE_REFUSED', problems: ['lint fails'] };

describe('a state of the first edition', () => {
  it.each([...reviewStatuses])('that is %s opens as that and can be moved', (status) => {
    const stored = firstEdition(status);
    const opened = restore(stored, 1);
    const { resume_status: _resume, ...kept } = stored;
    expect(opened).toMatchObject(kept);
    expect(opened).not.toHaveProperty('resume_status');
    expect([isPackaging(stored), isPackaging({ ...opened })]).toEqual([false, false]);
    const event = { type: 'SET_STATUS', review_status: 'deferred', note: null } as const;
    expect(goOn(stored, { ...event, blocker: null }).state.status).toBe('deferred');
  });

  it.each(packageable)('whose package was asked for while %s waits for it', (status) => {
    const stored = firstEdition('claimed', status);
    const opened = restore(stored, 1);
    expect(opened.status).toBe('claimed');
    expect([isPackaging(stored), isPackaging({ ...opened })]).toEqual([true, true]);
    expect(goOn(stored, { type: 'REJECT', note: 'no' }).refusal?.code).toBe('package_in_progress');
    const { state, answers } = goOn(stored, refused);
    expect(state).toMatchObject({
      status,
      claimed_by: status === 'claimed' ? 'ada' : null,
      pending_request: null,
    });
    expect(answers).toMatchObject([{ key: 'k1', body: { result: 'refused' } }]);
  });
});

const unanswered = { run: async () => null };

async function startHost(journal: MemoryJournal) {
  const host = new ActorHost({
    journal,
    definitions: new Map([['paper_review', createMachineActor(paperReviewSpec)]]),
    effects: { 'review.evaluate': unanswered, 'review.package': unanswered },
    clock: systemClock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  return async (event: PaperReviewEvent) => {
    const outcome = outcomeOf(await host.ask(address, event, { by: 'ada' }));
    expect(outcome.accepted).toBe(true);
    return journal.log.findLast((written) => written.event_type.startsWith('paper_review.'))!;
  };
}
const appear: PaperReviewEvent = {
  type: 'PAPER_CHANGED',
  paper_id: address.id,
  project_id: 'p',
  run_id: 'r1',
  title: null,
  paper_status: 'draft_review',
};

describe('the log', () => {
  it('adds up to the stored state, also where that lost the states beside its status', async () => {
    const journal = createMemoryJournal();
    const tell = await startHost(journal);
    await tell(appear);
    await tell({ type: 'CLAIM', claimed_by: 'eve' });
    expect(journal.actors.get('paper_review/r1--draft')?.state).toHaveProperty('machine_state');
    await tell({ type: 'RELEASE' });
    expect(journal.actors.get('paper_review/r1--draft')?.state).not.toHaveProperty('machine_state');
    expect(await verifyJournal(journal)).toMatchObject({ ok: true, problems: [] });
  });

  it('goes on from a state of the first edition', async () => {
    const journal = createMemoryJournal();
    const state = firstEdition('claimed', 'in_review');
    const { kind, id } = address;
    const change = { kind, id, version: 1, state_version: 1, set: state };
    await journal.commit([
      {
        ...plainTurn(address, { expectedVersion: 0 }),
        next: { version: 1, stateVersion: 1, state: JSON.stringify(state) },
        events: [
          {
            event_type: 'paper_review.package_requested',
            entity_type: kind,
            entity_id: id,
            payload: canonicalJson({ change }),
            idempotency_key: null,
            actor: 'ada',
            cause_id: null,
            correlation_id: 'c',
            created_at: minute(1),
          },
        ],
      },
    ]);
    const tell = await startHost(journal);
    const written = await tell(refused);
    expect(written.payload).toMatchObject({ from: 'claimed', to: 'in_review' });
    await tell({ type: 'CLAIM', claimed_by: 'eve' });
    await tell({ type: 'RELEASE' });
    expect(await verifyJournal(journal)).toMatchObject({ ok: true, problems: [] });
  });

  it('says of every set status where it led from and where to', async () => {
    const tell = await startHost(createMemoryJournal());
    await tell(appear);
    const set = (status: (typeof reviewStatuses)[number]) =>
      tell({ type: 'SET_STATUS', review_status: status, note: 'why', blocker: null });
    for (const from of reviewStatuses) {
      for (const to of reviewStatuses) {
        await set(from);
        const { payload } = await set(to);
        expect(payload).toMatchObject({ from, to, note: 'why', blocker: null, who: 'ada' });
      }
    }
  });

  it('says from and to of the other moves as well', async () => {
    const journal = createMemoryJournal();
    const tell = await startHost(journal);
    await tell(appear);
    await tell({ type: 'CLAIM', claimed_by: 'eve' });
    await tell({ type: 'BLOCK', blocker: 'numbers' });
    await tell({ type: 'REQUEUE', note: null });
    await tell({ type: 'APPROVE', note: null });
    const asked = tell({ type: 'PREPARE_PACKAGE', target_label: 'x' });
    await tell(refused);
    await asked;
    await tell({ type: 'DEFER', note: 'later' });
    await tell({ type: 'REJECT', note: 'no' });
    const moves = journal.log.filter(({ payload }) => 'from' in payload);
    expect(moves.map(({ payload }) => [payload['from'], payload['to']])).toEqual([
      ['queued', 'claimed'],
      ['claimed', 'blocked'],
      ['blocked', 'queued'],
      ['queued', 'approved_for_finalization'],
      ['approved_for_finalization', 'claimed'],
      ['claimed', 'approved_for_finalization'],
      ['approved_for_finalization', 'deferred'],
      ['deferred', 'rejected'],
    ]);
  });
});
