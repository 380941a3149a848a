/**
 * Publication automation: moves, notes, checklist, evaluation and packaging. Long because all of it is played from one
 * set of events.
 */
import { describe, expect, it } from 'vitest';
import type { ChecklistEntry } from '../../../src/domain/records.ts';
import {
  checklistItemIds,
  reviewStatuses,
  settableReviewStatuses,
} from '../../../src/domain/statuses.ts';
import type { PaperReviewEvent } from '../../../src/machines/paper-review/events.ts';
import { paperReviewMachine } from '../../../src/machines/paper-review/machine.ts';
import { paperReviewSpec } from '../../../src/machines/paper-review/spec.ts';
import { isPackaging } from '../../../src/machines/paper-review/stored.ts';
import { createPlay, type Given, minute, transitionsOf } from './support.ts';

type Event = Given<PaperReviewEvent>;
const play = createPlay(paperReviewSpec, 'r1--draft');
const changed: Event = {
  type: 'PAPER_CHANGED',
  paper_id: 'r1--draft',
  project_id: 'p',
  run_id: 'r1',
  title: 'A title',
  paper_status: 'publication_draft',
};
const claim: Event = { type: 'CLAIM', claimed_by: 'ada' };
const block: Event = { type: 'BLOCK', blocker: 'numbers differ' };
const reject: Event = { type: 'REJECT', note: 'not new' };
const requeue: Event = { type: 'REQUEUE', note: null };
const defer: Event = { type: 'DEFER', note: 'later' };
const setTo = (status: (typeof reviewStatuses)[number], note: string | null = null): Event => ({
  type: 'SET_STATUS',
  review_status: status,
  note,
  blocker: null,
});
const prepare: Event = { type: 'PREPARE_PACKAGE', target_label: 'corpus' };
const packaged: Event = {
  type: 'PACKAGED',
  package_dir: 'd',
  package_archive: 'd.tar.gz',
  package_sha256: 'abc',
  report: { files: 3 },
};
const refused: Event = { type: 'PACKAGE_REFUSED', problems: ['lint fails', 'audit fails'] };
const entry = (
  item: ChecklistEntry['item_id'],
  status: ChecklistEntry['status'],
): ChecklistEntry => ({
  item_id: item,
  status,
  required: false,
  evaluated_by: 'orrery',
  finding: `found ${status}`,
  note: null,
  updated_at: minute(9),
});
const evaluated = (...checklist: ChecklistEntry[]): Event => ({
  type: 'EVALUATED',
  lint_passes: true,
  lint_finding_count: 0,
  audit_verdict: 'strict_pass',
  rank_score: 140,
  rank_reasons: [{ term: 'audit', points: 20, reason: 'strict audit passed' }],
  checklist,
});
const check = (status: ChecklistEntry['status'], note: string | null): Event => ({
  type: 'SET_CHECKLIST',
  item_id: 'reproducibility',
  status,
  note,
});
const itemOf = (state: { checklist: ChecklistEntry[] }, id: string) =>
  state.checklist.find((item) => item.item_id === id);

describe('what publication automation refuses', () => {
  it.each<[string, Event[], Event, string]>([
    ['anything about a paper it does not know', [], claim, 'paper_not_found'],
    ['blocked without a reason', [changed], setTo('blocked'), 'note_required'],
    [
      'changes requested without a reason',
      [changed],
      setTo('changes_requested', ' '),
      'note_required',
    ],
    ['rejected without a reason', [changed], { type: 'REJECT', note: '' }, 'note_required'],
    ['a failing item without a note', [changed], check('fail', null), 'note_required'],
    ['an accepted risk without a note', [changed], check('accepted_risk', ''), 'note_required'],
    [
      'an item that does not exist',
      [changed],
      { ...check('pass', null), item_id: 'beauty' } as unknown as Event,
      'unknown_checklist_item',
    ],
    ['a claim of what is claimed', [changed, claim], claim, 'transition_refused'],
    ['a package of a blocked item', [changed, block], prepare, 'transition_refused'],
    ['a package of a finalized item', [changed, prepare, packaged], prepare, 'already_finalized'],
    [
      'a move while the package is prepared',
      [changed, prepare],
      setTo('rejected', 'no'),
      'package_in_progress',
    ],
    ['a second package while one is prepared', [changed, prepare], prepare, 'package_in_progress'],
    ['a package result nobody asked for', [changed, claim], packaged, 'transition_refused'],
  ])('%s', (_, history, event, code) => {
    const { accepted, refusal } = play(history, event);
    expect([accepted, refusal?.code]).toEqual([false, code]);
  });
});

describe('a gate that fails', () => {
  const failing: Event = {
    ...evaluated(entry('formatting_quality', 'fail')),
    lint_passes: false,
  } as Event;
  const asked = {
    to: { kind: 'paper', id: 'r1--draft' },
    event: {
      type: 'REQUEST_HUMAN_REVIEW',
      reason: 'the packaging lint fails: found fail',
    },
  };

  it('sends a publication draft to a person, with the obstacle', () => {
    const { state, told } = play([changed], failing);
    expect(told).toEqual([asked]);
    expect(state.gate_obstacle).toBe('the packaging lint fails: found fail');
  });

  it.each<[string, Partial<Extract<Event, { type: 'EVALUATED' }>>, string]>([
    [
      'audit',
      { audit_verdict: 'blocked_empty_claims' },
      'the strict audit says blocked_empty_claims',
    ],
    [
      'verifier',
      { checklist: [entry('claim_evidence_alignment', 'fail')] },
      'the verifier refuses it: found fail',
    ],
  ])('may be the %s', (_, change, reason) => {
    const { told } = play([changed], { ...evaluated(), ...change } as Event);
    expect(told).toMatchObject([{ event: { reason } }]);
  });

  it('leaves a draft alone that is still to be rewritten', () => {
    const draft = { ...changed, paper_status: 'draft_review' } as Event;
    expect(play([draft], failing).told).toEqual([]);
  });

  it('is told of once until the text is written anew or passes', () => {
    const looked = { ...changed, same_text: true } as Event;
    expect(play([changed, failing, looked], failing).told).toEqual([]);
    expect(play([changed, failing, changed], failing).told).toEqual([asked]);
    const passing = evaluated();
    expect(play([changed, failing], passing).state.gate_obstacle).toBeNull();
    expect(play([changed, failing, passing], failing).told).toEqual([asked]);
  });
});

describe('how publication automation moves', () => {
  it.each<[Event[], Event, string]>([
    [[], changed, 'queued'],
    [[changed], claim, 'claimed'],
    [[changed, claim], { type: 'RELEASE' }, 'queued'],
    [[changed], block, 'blocked'],
    [[changed, claim], block, 'blocked'],
    [[changed, block], requeue, 'queued'],
    [[changed, block], claim, 'claimed'],
    [[changed], defer, 'deferred'],
    [[changed, defer], requeue, 'queued'],
    [[changed, defer], reject, 'rejected'],
    [[changed], { type: 'APPROVE', note: null }, 'approved_for_finalization'],
    [[changed], prepare, 'claimed'],
    [[changed, prepare], packaged, 'finalized'],
    [[changed, prepare], refused, 'queued'],
    [[changed, setTo('in_review'), prepare], refused, 'in_review'],
    [
      [changed, claim, prepare],
      { type: 'EFFECT_FAILED', effect: 'review.package', error: 'disk full' },
      'claimed',
    ],
    [[changed, setTo('triage_ready')], claim, 'claimed'],
  ])('%#: to %3$s', (history, event, status) => {
    const { accepted, state, records } = play(history, event);
    expect([accepted, state.status]).toEqual([true, status]);
    expect(records.length).toBeGreaterThan(0);
  });

  it('sets every settable status from every status, and says who and why', () => {
    for (const from of reviewStatuses) {
      for (const to of settableReviewStatuses) {
        const { state, actions } = play([changed, setTo(from, 'start')], setTo(to, 'because'));
        expect(state.status).toBe(to);
        expect(actions.find((action) => action.type === 'record')?.params).toEqual({
          event_type: 'paper_review.status_changed',
          payload: { note: 'because', blocker: null, who: 'ada' },
          stamp_move: true,
        });
      }
    }
  });

  it('has fewer than 40 transitions', () => {
    expect(transitionsOf(paperReviewMachine.root).length).toBeLessThan(40);
  });

  it('names the blocker while blocked and forgets it afterwards', () => {
    const { before, state } = play([changed, block], requeue);
    expect(before.blocker).toBe('numbers differ');
    expect(state.blocker).toBeNull();
  });
});

describe('checklist and evaluation', () => {
  it('starts with every item pending, judgement items not required', () => {
    const { checklist } = play([], changed).state;
    expect(checklist.map((item) => item.item_id)).toEqual([...checklistItemIds]);
    expect(new Set(checklist.map((item) => item.status))).toEqual(new Set(['pending']));
    const optional = checklist.filter((item) => !item.required).map((item) => item.item_id);
    expect(optional).toEqual(['novelty_significance', 'target_venue_fit']);
  });

  it('evaluates when the paper changes, and forgets what was found about the paper before', () => {
    const { performed, state } = play([changed, evaluated()], changed);
    expect(performed).toMatchObject([
      { effect: 'review.evaluate', input: { paper_status: 'publication_draft' } },
    ]);
    expect(state).toMatchObject({ lint_passes: null, audit_verdict: null, evaluated_at: null });
  });

  it('does not evaluate again for what is no input of the rank', () => {
    expect(play([changed], check('pass', null)).performed).toEqual([]);
    expect(play([changed], claim).performed).toEqual([]);
  });

  it('keeps who decided an item and why, and records both sides', () => {
    const { state, actions } = play([changed], check('accepted_risk', 'seed fixed'));
    expect(itemOf(state, 'reproducibility')).toMatchObject({
      status: 'accepted_risk',
      note: 'seed fixed',
      evaluated_by: 'ada',
      updated_at: minute(1),
      required: true,
    });
    expect(actions.find((action) => action.type === 'record')?.params).toMatchObject({
      event_type: 'paper_review.checklist_updated',
      payload: {
        item_id: 'reproducibility',
        from: 'pending',
        to: 'accepted_risk',
        note: 'seed fixed',
        who: 'ada',
      },
    });
  });

  it('merges an evaluation without losing a risk that a person accepted', () => {
    const failing = evaluated(
      entry('reproducibility', 'fail'),
      entry('formatting_quality', 'pass'),
    );
    const { state } = play([changed, check('accepted_risk', 'known')], failing);
    expect(itemOf(state, 'reproducibility')).toMatchObject({
      status: 'accepted_risk',
      finding: 'found fail',
    });
    expect(itemOf(state, 'formatting_quality')).toMatchObject({ status: 'pass', required: true });
    const passing = evaluated(entry('reproducibility', 'pass'));
    const later = play([changed, check('accepted_risk', 'known'), failing], passing);
    expect(itemOf(later.state, 'reproducibility')).toMatchObject({ status: 'pass' });
    expect(later.state).toMatchObject({
      rank_score: 140,
      lint_passes: true,
      evaluated_at: minute(3),
    });
  });

  it('says once that files drifted, and once that they are what they were again', () => {
    const finding = (drift: string | null): Event =>
      ({ ...evaluated(), mark: 'm', drift }) as Event;
    const first = play([changed], finding('results.json changed'));
    expect(first.records).toEqual(['paper_review.evaluated', 'paper_review.drifted']);
    expect(first.state).toMatchObject({
      drift: 'results.json changed',
      drift_since: minute(1),
      evaluated_mark: 'm',
    });
    const more = play([changed, finding('results.json changed')], finding('notes.md is gone'));
    expect(more.records).toEqual(['paper_review.evaluated']);
    expect(more.state).toMatchObject({ drift: 'notes.md is gone', drift_since: minute(1) });
    const sound = play([changed, finding('notes.md is gone')], finding(null));
    expect(sound.records).toEqual(['paper_review.evaluated', 'paper_review.sound_again']);
    expect(sound.state).toMatchObject({ drift: null, drift_since: null });
  });

  it('approving marks it ready and gives the final approval', () => {
    const { state, records } = play([changed], { type: 'APPROVE', note: 'fine' });
    expect(state.ready_for_finalization).toBe(true);
    expect(itemOf(state, 'final_approval')).toMatchObject({ status: 'pass', evaluated_by: 'ada' });
    expect(records).toEqual(['paper_review.approved_for_finalization']);
  });
});

describe('packaging', () => {
  it('asks for the package and keeps the caller waiting', () => {
    const { performed, actions, state } = play([changed], prepare);
    expect(performed).toMatchObject([
      { effect: 'review.package', input: { target_label: 'corpus' } },
    ]);
    expect(actions.at(-1)?.type).toBe('defer');
    expect(state).toMatchObject({ status: 'claimed', claimed_by: 'ada', pending_request: 'k1' });
    expect(isPackaging(state)).toBe(true);
  });

  it('finalizes with the package, recorded and answered', () => {
    const { state, answers, records } = play([changed, prepare], packaged);
    expect(state).toMatchObject({
      package_sha256: 'abc',
      finalized_at: minute(2),
    });
    expect(isPackaging(state)).toBe(false);
    expect(answers).toMatchObject([
      { key: 'k1', body: { result: 'packaged', report: { files: 3 } } },
    ]);
    expect(records).toEqual([
      'paper_review.finalization_package_prepared',
      'paper_review.status_changed',
    ]);
  });

  it('tells the caller every problem of a refused package, and has the paper evaluated again', () => {
    const { answers, state, performed } = play([changed, prepare], refused);
    expect(answers).toMatchObject([
      { key: 'k1', body: { result: 'refused', problems: ['lint fails', 'audit fails'] } },
    ]);
    expect(state.last_error).toBe('lint fails; audit fails');
    expect(performed.map((one) => one.effect)).toEqual(['review.evaluate']);
  });

  it('leaves the item to nobody after a refusal, or to whom it belonged before', () => {
    expect(play([changed, prepare], refused).state.claimed_by).toBeNull();
    expect(play([changed, { ...claim, claimed_by: 'eve' }, prepare], refused).state).toMatchObject({
      status: 'claimed',
      claimed_by: 'eve',
    });
  });

  it('stays under way when another effect fails', () => {
    const { state, records } = play([changed, prepare], {
      type: 'EFFECT_FAILED',
      effect: 'review.evaluate',
      error: 'no evidence',
    });
    expect(isPackaging(state)).toBe(true);
    expect(records).toEqual(['paper_review.effect_failed']);
  });
});

describe('a paper that was set to finalized by hand', () => {
  const byHand = [changed, setTo('finalized')];

  it('can still be packaged, which finalizes it', () => {
    const { performed, state } = play(byHand, prepare);
    expect(performed.map((one) => one.effect)).toEqual(['review.package']);
    expect(isPackaging(state)).toBe(true);
    expect(play([...byHand, prepare], packaged).state).toMatchObject({
      status: 'finalized',
      package_sha256: 'abc',
    });
  });

  it('is as it was when the package is refused, and nobody holds it', () => {
    const { state } = play([...byHand, prepare], refused);
    expect(state).toMatchObject({ status: 'finalized', claimed_by: null, package_dir: null });
  });
});

describe('a package', () => {
  it('is none any more once the paper is written anew, in whatever status', () => {
    const back = [changed, prepare, packaged, setTo('in_review')];
    expect(play(back, changed).state).toMatchObject({ package_dir: null, finalized_at: null });
    expect(play([...back, changed, setTo('finalized')], prepare).accepted).toBe(true);
    const same: Event = { ...changed, same_text: true };
    expect(play(back, same).state).toMatchObject({ package_sha256: 'abc' });
  });
});

describe('a finalized paper that changes', () => {
  const final: Event[] = [changed, { type: 'APPROVE', note: 'read' }, prepare, packaged];

  it('goes back into the queue when it is written anew, without package and approval', () => {
    const { state, records, performed } = play(final, changed);
    expect(state).toMatchObject({
      status: 'queued',
      ready_for_finalization: false,
      package_dir: null,
      package_archive: null,
      package_sha256: null,
      finalized_at: null,
      lint_passes: null,
    });
    expect(itemOf(state, 'final_approval')).toMatchObject({ status: 'pending' });
    expect(records).toEqual(['paper_review.status_changed', 'paper_review.paper_changed']);
    expect(performed.map((one) => one.effect)).toEqual(['review.evaluate']);
    expect(state.note).toContain('package');
  });

  it('stays finalized when only its status changed', () => {
    const { state } = play(final, { ...changed, same_text: true });
    expect(state).toMatchObject({ status: 'finalized', package_sha256: 'abc' });
  });

  it('stays finalized when it is only archived', () => {
    const { state } = play(final, { ...changed, paper_status: 'archived' });
    expect(state).toMatchObject({ status: 'finalized', package_sha256: 'abc' });
  });
});
