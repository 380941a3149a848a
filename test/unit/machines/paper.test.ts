/** A paper: one writer at a time, every failure returns to where it was. */
import { describe, expect, it } from 'vitest';
import { createRestoring } from '../../../src/actors/machine/restore.ts';
import { paperStatuses } from '../../../src/domain/statuses.ts';
import type { PaperEvent } from '../../../src/machines/paper/events.ts';
import { paperSpec } from '../../../src/machines/paper/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<PaperEvent>;
const play = createPlay(paperSpec, 'r1--draft');
const draft: Event = {
  type: 'DRAFT',
  paper_id: 'r1--draft',
  project_id: 'p',
  project_name: 'P',
  project_dir: 'p',
  run_id: 'r1',
  decision: {
    project_decision: 'finalize_positive',
    research_outcome: 'paper_positive',
    hypothesis_status: 'supported',
  },
};
const artifacts = {
  title: 'A title',
  draft_markdown_path: 'a/paper.md',
  draft_latex_path: 'a/paper.tex',
  evidence_bundle_path: 'a/evidence_bundle.json',
  claim_ledger_path: 'a/claim_ledger.json',
  manifest_path: 'a/paper_manifest.json',
  artifact_sha256: { 'paper.md': 'a'.repeat(64) },
  report: { synced: true },
};
const drafted: Event = { type: 'DRAFTED', artifacts };
const rewrite: Event = { type: 'REWRITE', project_name: 'P', project_dir: 'p', force: false };
const rewritten: Event = {
  type: 'REWRITTEN',
  artifacts: { ...artifacts, title: 'A better title' },
};
const failed: Event = {
  type: 'GENERATION_FAILED',
  error: 'no evidence',
  code: 'evidence_missing',
  details: { tried: ['http'] },
};
const contradicted: Event = { ...failed, code: 'gates_failed', for_a_person: true };
const gaveUp: Event = { type: 'EFFECT_FAILED', effect: 'paper.draft', error: 'gave up' };
const archive: Event = { type: 'ARCHIVE', reason: null };
const release: Event = { type: 'END_HUMAN_REVIEW', reason: 'it is fine' };
const review: Event = { type: 'REQUEST_HUMAN_REVIEW', reason: 'lint fails' };

describe('what a paper refuses', () => {
  it.each<[string, Event[], Event, string]>([
    ['a second draft while one is written', [draft], draft, 'generation_in_progress'],
    ['archiving while it is written', [draft], archive, 'generation_in_progress'],
    ['a second draft once there is one', [draft, drafted], draft, 'already_drafted'],
    ['a rewrite of what was never drafted', [], rewrite, 'transition_refused'],
    [
      'a rewrite while one is written',
      [draft, drafted, rewrite],
      rewrite,
      'generation_in_progress',
    ],
    ['a late result', [draft, drafted], drafted, 'transition_refused'],
    ['a draft while it is held', [draft, contradicted], draft, 'human_review_required'],
    ['everything once archived', [draft, drafted, archive], rewrite, 'archived'],
  ])('%s', (_, history, event, code) => {
    const { accepted, refusal } = play(history, event);
    expect([accepted, refusal?.code]).toEqual([false, code]);
  });
});

describe('a paper that is held for a contradiction', () => {
  it('keeps the reason, answers who waits, and tells the review only where there is one', () => {
    const first = play([draft], contradicted);
    expect(first.records).toEqual(['paper.draft_failed', 'paper.human_review_requested']);
    expect(first.answers).toMatchObject([{ body: { result: 'failed', code: 'gates_failed' } }]);
    expect(first.told).toEqual([]);
    expect(first.state.last_error).toBe('no evidence');
    const again = play([draft, drafted, rewrite], contradicted);
    expect(again.told).toMatchObject([
      { event: { type: 'EVALUATE' } },
      { event: { type: 'PAPER_CHANGED', paper_status: 'human_review_required' } },
    ]);
  });

  it('of an earlier edition had a text, and goes back to it', () => {
    const { state } = play([draft, drafted], review);
    const { machine_state: _, ...stored } = state as typeof state & { machine_state?: unknown };
    const restored = createRestoring(paperSpec).restore(stored, 2);
    const released = createPlay(paperSpec, 'r1--draft', restored)([], release);
    expect(released.state.status).toBe('draft_review');
  });
});

describe('a writing that is canceled', () => {
  const cancel = (reason: string | null): Event => ({ type: 'CANCEL_WRITING', reason });
  const stopped: Event = { ...contradicted, error: 'its writing was canceled by ada' };

  it('is refused where nobody writes, and where it is canceled already', () => {
    expect(play([], cancel(null)).refusal?.code).toBe('nothing_is_written');
    expect(play([draft, drafted], cancel(null)).refusal?.code).toBe('nothing_is_written');
    expect(play([draft, cancel(null)], cancel(null)).refusal?.code).toBe('already_canceled');
  });

  it('waits for the word of its writer, and nobody else is let in meanwhile', () => {
    const { state, records, performed } = play([draft], cancel('it costs too much'));
    expect(state).toMatchObject({
      status: 'draft_generating',
      cancel_requested: 'ada: it costs too much',
    });
    expect([records, performed]).toEqual([['paper.cancel_requested'], []]);
    expect(play([draft, cancel(null)], draft).refusal?.code).toBe('generation_in_progress');
    const { status, cancel_requested } = play([draft, cancel(null)], stopped).state;
    expect([status, cancel_requested]).toEqual(['human_review_required', null]);
  });

  it('whose text was there already has that text', () => {
    const { state, answers } = play([draft, drafted, rewrite, cancel(null)], rewritten);
    expect(state).toMatchObject({ status: 'publication_draft', cancel_requested: null });
    expect(answers).toMatchObject([{ body: { result: 'rewritten' } }]);
    expect(play([draft, drafted, rewrite, cancel(null)], failed).state.status).toBe('draft_review');
  });
});

describe('labels of a paper', () => {
  it('are those of the draft, the last one that was asked for', () => {
    const tagged = (tags: string[]): Event => ({ ...draft, tags });
    expect(play([], tagged(['a'])).state.tags).toEqual(['a']);
    expect(play([tagged(['a']), failed], tagged(['b'])).state.tags).toEqual(['b']);
    expect(play([tagged(['a']), drafted], rewrite).state.tags).toEqual(['a']);
    expect('tags' in play([], draft).state).toBe(false);
  });
});

describe('how a paper moves', () => {
  it.each<[Event[], Event, string]>([
    [[], draft, 'draft_generating'],
    [[draft], drafted, 'draft_review'],
    [[draft], failed, 'eligible'],
    [[draft], gaveUp, 'eligible'],
    [[draft, failed], draft, 'draft_generating'],
    [[draft, failed], archive, 'archived'],
    [[draft, drafted], rewrite, 'publication_generating'],
    [[draft, drafted, rewrite], rewritten, 'publication_draft'],
    [[draft, drafted, rewrite], failed, 'draft_review'],
    [[draft, drafted, rewrite, rewritten, rewrite], failed, 'publication_draft'],
    [[draft, drafted, rewrite, rewritten, rewrite], gaveUp, 'publication_draft'],
    [[draft, drafted], review, 'human_review_required'],
    [[draft, drafted, review], archive, 'archived'],
    [[draft, drafted, review], release, 'draft_review'],
    [[draft, drafted, rewrite, rewritten, review], release, 'publication_draft'],
    [[draft], contradicted, 'human_review_required'],
    [[draft, contradicted], release, 'eligible'],
    [[draft, contradicted], archive, 'archived'],
    [[draft, contradicted, release], draft, 'draft_generating'],
    [[draft, drafted, rewrite], contradicted, 'human_review_required'],
    [[draft, drafted, rewrite, contradicted], release, 'draft_review'],
  ])('%#: to %3$s', (history, event, status) => {
    expect(play(history, event).state.status).toBe(status);
  });
});

describe('what a paper asks for and tells', () => {
  it('a draft: the effect, and an answer later', () => {
    const { performed, actions, state } = play([], draft);
    expect(performed).toMatchObject([
      { effect: 'paper.draft', input: { paper_id: 'r1--draft', run_id: 'r1' } },
    ]);
    expect(actions.at(-1)?.type).toBe('defer');
    expect(state.pending_request).toBe('k0');
  });

  it('a drafted paper: the answer, the queue item and publication automation', () => {
    const { answers, told, records, state } = play([draft], drafted);
    expect(answers).toMatchObject([
      { key: 'k0', body: { result: 'drafted', title: 'A title', report: { synced: true } } },
    ]);
    expect(told).toEqual([
      {
        to: { kind: 'queue_item', id: 'p' },
        event: { type: 'PAPER_DRAFTED', paper_id: 'r1--draft', run_id: 'r1' },
      },
      {
        to: { kind: 'paper_review', id: 'r1--draft' },
        event: {
          type: 'PAPER_CHANGED',
          paper_id: 'r1--draft',
          project_id: 'p',
          run_id: 'r1',
          title: 'A title',
          paper_status: 'draft_review',
        },
      },
    ]);
    expect(records).toEqual(['paper.drafted']);
    expect(state).toMatchObject({
      generated_at: minute(1),
      pending_request: null,
    });
    expect(state).not.toHaveProperty('report');
  });

  it('a paper held and let go: the review hears that its text is the same', () => {
    for (const [history, event] of [
      [[draft, drafted], review],
      [[draft, drafted, review], release],
    ] as const) {
      expect(play(history, event).told).toMatchObject([{ event: { same_text: true } }]);
    }
    expect(play([draft, drafted, rewrite], rewritten).told[0]?.event).not.toHaveProperty(
      'same_text',
    );
  });

  it('a rewritten paper: recorded under its publication item', () => {
    const { actions, state } = play([draft, drafted, rewrite], rewritten);
    expect(actions.find((action) => action.type === 'record')?.params).toMatchObject({
      event_type: 'paper_review.draft_rewritten',
      entity_type: 'paper_review',
      entity_id: 'r1--draft',
    });
    expect(state).toMatchObject({ title: 'A better title', rewrite_count: 1 });
  });

  it('a failure: code and details for the caller, the error kept, the old artefacts too', () => {
    const { answers, state, told } = play([draft, drafted, rewrite], failed);
    expect(answers).toMatchObject([
      {
        key: 'k2',
        body: { result: 'failed', code: 'evidence_missing', details: { tried: ['http'] } },
      },
    ]);
    expect(state).toMatchObject({ last_error: 'no evidence', title: 'A title', rewrite_count: 0 });
    // The evidence may be another now.
    expect(told).toEqual([
      { to: { kind: 'paper_review', id: 'r1--draft' }, event: { type: 'EVALUATE' } },
    ]);
    expect(play([draft], failed).told).toEqual([]);
  });
});

describe('a paper as the first edition stored it', () => {
  const stored = (status: string, resume: string | null) => ({
    ...play([draft, drafted], archive).before,
    status,
    resume_status: resume,
  });
  const { restore } = createRestoring(paperSpec);

  it.each(['new', ...paperStatuses])('opens as %s', (status) => {
    const { resume_status: _resume, ...kept } = stored(status, null);
    // Held it had a text then; today it may be held before it has one, too.
    const held = { machine_state: { value: { drafted: 'human_review_required' } } };
    const more = status === 'human_review_required' ? held : {};
    expect(restore(stored(status, null), 1)).toEqual({ ...kept, status, ...more });
  });

  it.each(['draft_review', 'publication_draft'])(
    'goes back to %s when the rewrite under way fails',
    (status) => {
      const opened = restore(stored('publication_generating', status), 1);
      const again = createPlay(paperSpec, 'p', opened);
      for (const event of [failed, gaveUp]) expect(again([], event).state.status).toBe(status);
    },
  );
});
