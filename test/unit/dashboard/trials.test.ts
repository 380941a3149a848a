/** What a dry run came to, in words; what cannot be done has no plan to carry out. */
import { expect, it } from 'vitest';
import {
  archiveTrial,
  differenceWords,
  dispatchTrial,
  draftTrial,
  endTrial,
  followupTrial,
  importTrial,
  packageTrial,
  publishTrial,
  rewriteManyTrial,
  rewriteTrial,
} from '../../../src/dashboard/acts/trials.ts';

it('offers nothing where nothing would be done, and says why', () => {
  const noop = {
    action: 'noop',
    reason: 'nothing is queued',
    candidate: null,
    plan_id: 'p',
  } as const;
  expect(dispatchTrial(noop)).toMatchObject({ planId: null, sentence: 'nothing is queued.' });
  expect(
    packageTrial({ dry_run: true, would_pass: false, problems: ['lint'], plan_id: 'p' }),
  ).toMatchObject({ planId: null, problems: ['lint'] });
  expect(
    importTrial({ dry_run: true, would_pass: true, already_imported: true, plan_id: 'p' }),
  ).toMatchObject({ planId: null, sentence: 'The corpus has it already.' });
  expect(importTrial({})).toMatchObject({ planId: null });
});

it('never takes a rewrite of another paper for the one that was asked for', () => {
  const results = [{ paper_id: 'a', result: 'would_rewrite' }] as const;
  expect(rewriteTrial({ results, plan_id: 'p' }, 'a').planId).toBe('p');
  expect(rewriteTrial({ results, plan_id: 'p' }, 'b').planId).toBeNull();
  const both = [...results, { paper_id: 'b', result: 'would_rewrite' }] as const;
  expect(rewriteTrial({ results: both, plan_id: 'p' }, 'a').planId).toBeNull();
});

it('ends a process only by the plan of what was shown', () => {
  const told = { message: 'process 7 (node) would be ended', consequence: 'It is killed.' };
  expect(endTrial({ ...told, plan_id: 'p' })).toMatchObject({
    planId: 'p',
    sentence: 'Process 7 (node) would be ended.',
    consequence: 'It is killed.',
  });
  expect(endTrial({ message: 'no live process has it', consequence: null }).planId).toBeNull();
});

it('shows worker, checks and exact prompt of a dispatch', () => {
  const trial = dispatchTrial({
    action: 'dry_run_dispatch',
    reason: 'x would be dispatched to box',
    candidate: { project_id: 'x', worker_target: 'box', mode: 'exec', route_reason: 'default' },
    checks: ['wake_gate_healthz'],
    prompt: ' Measure it. ',
    plan_id: 'p',
  });
  expect(trial).toMatchObject({
    planId: 'p',
    prompt: ' Measure it. ',
    checks: ['Worker gate'],
  });
  expect(Object.fromEntries(trial.facts)).toMatchObject({ Worker: 'box', Session: 'a new one' });
  expect(trial.consequence).toContain('box');
});

it('says what has changed since', () => {
  expect(
    differenceWords({
      differences: [
        { kind: 'queue_item', id: 'x', member: 'worker_target', planned: 'a', now: null },
      ],
    }),
  ).toEqual(['x: worker target was a, and is nothing now.']);
  expect(differenceWords(null)).toEqual([]);
});

it('drafts nothing where there is no candidate, and says what it passed over', () => {
  const skipped = [{ project_id: 'a', run_id: 'r', reason: 'its decision is negative' }];
  const told = {
    action: 'noop',
    reason: 'nothing to write',
    candidate: null,
    plan_id: 'p',
  } as const;
  expect(draftTrial({ ...told, skipped, skipped_count: 3 })).toMatchObject({
    planId: null,
    sentence: 'Nothing to write.',
    problems: ['a: its decision is negative', 'passed over as well: 2'],
  });
  const candidate = { project_id: 'b', project_name: 'B', run_id: 'r', paper_id: 'r--draft' };
  const trial = draftTrial({ ...told, action: 'dry_run_draft', candidate });
  expect(trial).toMatchObject({ planId: 'p', problems: [] });
  expect(trial.facts).toContainEqual(['Paper', 'r--draft']);
});

it('queues a follow-up only by the plan of what was shown, with every word of its agent', () => {
  const followup = { project_id: 'b', parent_project_id: 'a', title: 'Again', prompt: ' Do it. ' };
  const told = { reason: 'a asks for one', followup, plan_id: 'p' };
  expect(followupTrial({ ...told, action: 'noop' }).planId).toBeNull();
  const trial = followupTrial({ ...told, action: 'dry_run_followup' });
  expect(trial).toMatchObject({ planId: 'p', prompt: ' Do it. ', sentence: 'A asks for one.' });
  expect(trial.facts).toContainEqual(['Follows on', 'a']);
});

it('takes a step of publication only by the plan of what was shown, and says what keeps others from theirs', () => {
  const told = {
    action: 'dry_run_step',
    step: 'import',
    paper_id: 'p1',
    reason: 'import is next for p1',
    skipped: [{ paper_id: 'p2', reason: 'the lint does not pass' }],
    skipped_count: 3,
    held_up: null,
  } as const;
  expect(publishTrial({ ...told, plan_id: 'p' })).toMatchObject({
    planId: 'p',
    sentence: 'p1 would take its next step: the corpus takes its package.',
    problems: ['p2: the lint does not pass', 'passed over as well: 2'],
    consequence: expect.stringContaining('corpus'),
  });
  expect(publishTrial(told).planId).toBeNull();
  const noop = { ...told, action: 'noop', step: null, paper_id: null, plan_id: 'p' } as const;
  expect(publishTrial(noop).planId).toBeNull();
});

it('names each draft of a batch, and why not the others', () => {
  const results = [
    { paper_id: 'a', result: 'would_rewrite', title: 'A' },
    { paper_id: 'b', result: 'skipped', detail: 'it was rewritten' },
  ] as const;
  expect(rewriteManyTrial({ results, plan_id: 'p', selection_complete: true })).toMatchObject({
    planId: 'p',
    sentence: 'One draft would be written anew, one after another.',
    facts: [['a', 'A']],
    problems: ['b: it was rewritten'],
  });
  expect(rewriteManyTrial({})).toMatchObject({
    planId: null,
    sentence: 'No draft would be written anew.',
  });
});

it('moves into files the events that were shown, and none where none is old enough', () => {
  const told = {
    due_count: 4,
    due_to: 9,
    archived_to: 5,
    files: 1,
    bytes: 2 ** 20,
    after_days: 90,
  };
  expect(archiveTrial({ ...told, waits_for: null, scheduled: true })).toMatchObject({
    planId: '9',
    sentence: '4 events would be moved, up to event 9.',
    problems: [],
  });
  expect(archiveTrial({ ...told, due_count: 0, waits_for: 'the full text' })).toMatchObject({
    planId: null,
    problems: ['others that are old wait for the full text'],
  });
  expect(archiveTrial({})).toMatchObject({ planId: null });
});
