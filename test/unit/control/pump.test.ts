/** What the pump would do, in which order, and the reasons it gives where it does nothing. */
import { describe, expect, it } from 'vitest';
import type { CommandContext, ControlContext } from '../../../src/control/common/ports.ts';
import { createPumpEffects } from '../../../src/control/pump/effects.ts';
import { paperIdOf } from '../../../src/domain/ids.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { Paper, PumpTried, PumpWriting } from '../../../src/domain/records.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { initialPaper } from '../../../src/machines/paper/context.ts';
import { createTestControl, followupDecision, project } from '../../support/control-context.ts';
import {
  commitAll,
  openTestStore,
  queueTurn,
  someTime,
  stateTurn,
} from '../../support/store-fixtures.ts';

type Turns = Parameters<typeof commitAll>[1];
interface Given {
  readonly turns?: Turns;
  readonly pump?: Partial<ControlContext['settings']['pump']>;
  readonly live?: boolean;
  /** Why the evidence of no run is enough for a draft. */
  readonly missing?: string;
  readonly clock?: ManualClock;
  /** Texts that were begun before. */
  readonly writing?: readonly PumpWriting[];
}

/** Looks once; nothing may be asked of an actor. */
async function look({ turns = [], pump = {}, live = true, missing, clock, writing }: Given) {
  const { journal, reads } = openTestStore();
  await commitAll(journal, turns);
  const control = createTestControl({
    reads,
    liveDispatchEnabled: live,
    ...(clock === undefined ? {} : { clock }),
    pump: { drafts: true, publishes: true, followups: true, intervalMs: 60_000, ...pump },
  });
  const checkEvidence = async () =>
    missing === undefined ? null : { reason: missing, fatal: true };
  const plans = { keep: () => Promise.reject(new Error('a look leaves no plan')) };
  const context = {
    control: { ...control, plans },
    papers: { checkEvidence, lookAtImports: () => async () => [] },
  } as unknown as CommandContext;
  const before = await reads.head();
  const answer = await createPumpEffects(() => context)['pump.look']!.run(
    writing === undefined ? {} : { writing: [...writing] },
    {
      effectId: 'pump/main#1.0',
      address: { kind: 'pump', id: 'main' },
      attempt: 1,
      resumed: false,
      correlationId: 'c',
      causeId: null,
      signal: new AbortController().signal,
    },
  );
  expect(await reads.head(), 'a look writes nothing').toBe(before);
  await journal.close();
  const { found, tried, written } = answer as unknown as {
    found: string | null;
    tried: PumpTried[];
    written?: unknown;
  };
  return { found, tried, written, said: Object.fromEntries(tried.map((row) => [row.part, row])) };
}

const queued = queueTurn('waits');
const written = queueTurn('done', {
  status: 'completed',
  current_run_id: 'done-1',
  decision: followupDecision({
    project_decision: 'finalize_positive',
    research_outcome: 'paper_positive',
    followup_recommended: false,
  }),
  gate_verdict: {
    positive: true,
    field: 'project_decision',
    value: 'finalize_positive',
    reason: 'it says so',
  },
});
const parent = [
  stateTurn('project', 'parent', 1, project('parent')),
  queueTurn('parent', {
    status: 'completed',
    current_run_id: 'parent-1',
    decision: followupDecision({ followup_title: 'Deeper' }),
  }),
];
const control = (status: string) =>
  stateTurn('control', 'main', 1, {
    status,
    reason: 'new driver',
    changed_by: 'ann',
    created_at: someTime,
    updated_at: someTime,
  });

describe('a look of the pump', () => {
  it('finds nothing in an empty store, and says why for each part in order', async () => {
    const { found, tried } = await look({});
    expect(found).toBeNull();
    expect(tried.map(({ part, outcome }) => [part, outcome])).toEqual([
      ['draft', 'nothing'],
      ['dispatch', 'nothing'],
      ['publish', 'nothing'],
      ['followup', 'nothing'],
    ]);
    expect(tried[0]!.code).toBeNull();
    expect(tried[1]!.reason).toBe('Nothing is queued');
    for (const { reason } of tried) expect(reason).not.toBe('');
  });

  describe('where a writer takes minutes', () => {
    const begins = { beginsWriting: true };
    const paper = (change: Partial<Paper>) =>
      stateTurn('paper', paperIdOf('done-1'), 1, {
        ...initialPaper(paperIdOf('done-1')),
        created_at: someTime,
        updated_at: someTime,
        ...change,
      });

    it('finds an item to dispatch while a paper is being written', async () => {
      const turns = [queued, written, paper({ status: 'draft_generating' })];
      const { found, said } = await look({ turns, pump: begins });
      expect(found).toBe('dispatch');
      expect(said['draft']).toMatchObject({ outcome: 'nothing', code: null });
      expect(said['draft']!.reason).toMatch(/is being written/);
    });

    it('lets a draft that failed rest, and then finds it again', async () => {
      const clock = createManualClock();
      const failed = paper({
        status: 'eligible',
        last_error: 'the endpoint hangs',
        updated_at: toIsoTime(clock.now()),
      });
      const turns = [queued, written, failed];
      const soon = await look({ turns, pump: begins, clock });
      expect(soon.found).toBe('dispatch');
      expect(soon.said['draft']!.reason).toMatch(/the endpoint hangs\); it is begun again at /);
      clock.advance(limits.draftRestMs);
      expect((await look({ turns, pump: begins, clock })).found).toBe('draft');
    });
  });

  it('tells of texts that were begun: that one is there, that one is not, and nothing while it is written', async () => {
    const id = paperIdOf('done-1');
    const paper = (change: Partial<Paper>) => [
      stateTurn('paper', id, 1, {
        ...initialPaper(id),
        created_at: someTime,
        updated_at: someTime,
        ...change,
      }),
    ];
    const ended = async (part: PumpWriting['part'], change: Partial<Paper> | null) => {
      const turns = change === null ? [] : paper(change);
      return (await look({ turns, writing: [{ part, paper_id: id }] })).written;
    };
    expect(await ended('draft', { status: 'draft_generating' })).toBeUndefined();
    expect(await ended('publish', { status: 'publication_generating' })).toBeUndefined();
    const there = { part: 'draft', paper_id: id, error: null };
    expect(await ended('draft', { status: 'draft_review', generated_at: someTime })).toEqual([
      there,
    ]);
    expect(await ended('draft', { status: 'eligible', last_error: 'it hangs' })).toEqual([
      { ...there, error: `${id}: it hangs` },
    ]);
    const back = {
      status: 'draft_review',
      generated_at: someTime,
      last_error: 'it hangs',
    } as const;
    expect(await ended('publish', back)).toEqual([
      { part: 'publish', paper_id: id, error: `${id}: it hangs` },
    ]);
    // The draft was written; what failed since is the rewrite that somebody else began.
    expect(await ended('draft', back)).toEqual([there]);
    expect(await ended('draft', null)).toMatchObject([
      { error: expect.stringContaining('no such') },
    ]);
  });

  it('finds a paper to draft before an item to dispatch, and that before a follow-up', async () => {
    const all = [queued, written, ...parent];
    expect((await look({ turns: all })).found).toBe('draft');
    const noDrafts = await look({ turns: all, pump: { drafts: false } });
    expect(noDrafts.found).toBe('dispatch');
    expect(noDrafts.said['followup']).toMatchObject({ outcome: 'left' });
    expect((await look({ turns: parent })).found).toBe('followup');
  });

  it('passes by what cannot be drafted', async () => {
    const { found, said } = await look({ turns: [queued, written], missing: 'no results' });
    expect(found).toBe('dispatch');
    expect(said['draft']).toMatchObject({
      outcome: 'nothing',
      code: 'passed_over',
      reason: expect.stringMatching(/: done: no results$/),
    });
  });

  it('leaves alone what the configuration does not allow, and names the field', async () => {
    const { found, said } = await look({
      turns: [queued, written, ...parent],
      pump: { drafts: false, followups: false },
      live: false,
    });
    expect(found).toBeNull();
    expect(said['draft']).toMatchObject({
      outcome: 'off',
      reason: expect.stringContaining('queue_pump_paper_draft_enabled'),
    });
    expect(said['dispatch']!.reason).toContain('live_dispatch_enabled is false');
    expect(said['followup']!.reason).toContain('queue_pump_followup_launch_enabled');
  });

  it('dispatches nothing while the queue is paused, and drafts all the same', async () => {
    const paused = await look({ turns: [queued, control('paused')] });
    expect(paused.found).toBeNull();
    expect(paused.said['dispatch']!.reason).toContain('The queue is paused (new driver)');
    expect((await look({ turns: [written, control('paused')] })).found).toBe('draft');
  });

  it('does nothing at all in maintenance', async () => {
    const { found, tried } = await look({ turns: [queued, written, control('maintenance')] });
    expect(found).toBeNull();
    for (const row of tried)
      expect(row).toMatchObject({
        outcome: 'off',
        reason: expect.stringContaining('Maintenance mode is on'),
      });
  });

  it('keeps no reason longer than its bound', async () => {
    const long = `${'x'.repeat(limits.pumpReasonCharsMax)}y`;
    const { said } = await look({
      turns: [
        queued,
        stateTurn('control', 'main', 1, {
          status: 'paused',
          reason: long,
          changed_by: 'ann',
          created_at: someTime,
          updated_at: someTime,
        }),
      ],
    });
    expect(said['dispatch']!.reason).toHaveLength(limits.pumpReasonCharsMax);
  });
});
