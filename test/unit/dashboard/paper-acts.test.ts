/** Acts upon a paper: each is a request that the service takes, and only what it says it takes is offered. */
import { describe, expect, it } from 'vitest';
import { legalEvents } from '../../../src/actors/machine/refusal.ts';
import { paperActRows, paperActs } from '../../../src/dashboard/papers/paper-acts.ts';
import {
  possibleActs,
  proposedBy,
  triedWords,
} from '../../../src/dashboard/papers/paper-possible.ts';
import { paperStatuses, reviewStatuses } from '../../../src/domain/statuses.ts';
import { routesOf } from '../../../src/http/routes/all.ts';
import { paperMachine } from '../../../src/machines/paper/machine.ts';
import { paperReviewMachine } from '../../../src/machines/paper-review/machine.ts';

const routes = routesOf({ control: true, worker: false });
const machines = { paper: paperMachine, paper_review: paperReviewMachine };
const statuses = { paper: paperStatuses, paper_review: reviewStatuses };

describe.each(paperActs)('%s', (name) => {
  const { label, effect, note, how, takenBy, request } = paperActRows[name];

  it('is a request that its route takes, with the words of a person where there are some', () => {
    const given = { requested_by: 'dashboard', idempotency_key: 'key' };
    for (const said of note === 'needed' ? ['why'] : [null, 'why']) {
      const { path, body } = request('paper-1', said);
      const route = routes.find(
        ({ method, path: pattern }) =>
          method === 'POST' && new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
      );
      expect(route?.path).toBeDefined();
      const dry = how === 'tried' ? { dry_run: false } : {};
      expect(route?.body?.safeParse({ ...body, ...given, ...dry })).toMatchObject({
        success: true,
      });
    }
  });

  it('says what follows', () => {
    expect(label).toMatch(/^\p{Lu}/u);
    expect(effect).toMatch(/\.$/);
  });

  it.runIf(takenBy !== null)('is an event that its machine takes in some status', () => {
    const [machine, event] = takenBy!;
    const takers = statuses[machine].filter((status) =>
      legalEvents(machines[machine], status).includes(event),
    );
    expect(takers).not.toEqual([]);
  });
});

const takesOf = (paper: string, review: string) => ({
  paper: legalEvents(paperMachine, paper),
  paper_review: legalEvents(paperReviewMachine, review),
});

describe('what is possible', () => {
  it('is nothing while the service does not say', () => {
    expect(possibleActs({ paper: { paper_status: 'human_review_required' } }, {})).toEqual([]);
  });

  it('cancels what is being written, and only that', () => {
    const paper = { paper_status: 'draft_generating' } as const;
    const possible = possibleActs({ paper }, takesOf('draft_generating', 'queued'));
    expect(possible[0]).toBe('cancel_writing');
    const held = takesOf('human_review_required', 'queued');
    expect(possibleActs({ paper }, held)).not.toContain('cancel_writing');
  });

  it('ends the wait of a paper that is held', () => {
    const facts = {
      paper: { paper_status: 'human_review_required' },
      review: { review_status: 'queued' },
    } as const;
    const possible = possibleActs(facts, takesOf('human_review_required', 'queued'));
    expect(possible).toEqual(expect.arrayContaining(['end_human_review', 'archive', 'reject']));
    expect(possible).not.toContain('request_human_review');
    expect(possible).not.toContain('remove');
  });

  it('takes out of the corpus only what is in it, and up again only what was turned down', () => {
    const takes = takesOf('publication_draft', 'rejected');
    const facts = { review: { review_status: 'rejected' } } as const;
    expect(possibleActs(facts, takes)).toContain('take_up');
    expect(possibleActs({ corpus_entry: { status: 'imported' } }, takes)).toContain('remove');
    expect(possibleActs({ corpus_entry: { status: 'removed' } }, takes)).toContain('bring_back');
    const twice = { review: {}, replication: { status: 'waiting' } } as const;
    expect(possibleActs(twice, takes)).not.toContain('replicate');
  });
});

it('finds the act that an explanation proposes', () => {
  const of = (path: string, body = {}) =>
    proposedBy({ unblock: { action: 'x', request: { method: 'POST', path, body } } });
  expect(of('/control/api/v1/papers/p/move', { move: 'archive' })).toEqual({ act: 'archive' });
  expect(of('/control/api/v1/papers/p/replicate')).toEqual({ act: 'replicate' });
  expect(of('/control/api/publication-automation/p/rewrite-draft')).toEqual({ trial: 'rewrite' });
  expect(of('/control/api/v1/corpus/import')).toEqual({ trial: 'import' });
  expect(of('/control/api/v1/corpus/import', { accept_duplicate: true })).toEqual({
    act: 'bring_back',
  });
  expect(of('/control/api/v1/papers/p/move', { move: 'unheard of' })).toBeNull();
  expect(proposedBy({ unblock: { action: 'Wait' } })).toBeNull();
});

it('takes no dry run that names a problem for a yes', () => {
  expect(triedWords('remove', { would_pass: false, problems: ['it is failed'] })).toEqual({
    passes: false,
    words: 'It would not be done: it is failed.',
  });
  expect(triedWords('replicate', { child_project_id: 'p-again', seed: 7 })).toMatchObject({
    passes: true,
    words: expect.stringContaining('p-again'),
  });
});
