/** Publication automation over HTTP: its lists, the next paper, and what operators decide. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checklistItemIds,
  checklistStatuses,
  reviewStatuses,
  settableReviewStatuses,
} from '../../src/domain/statuses.ts';
import {
  families,
  plantDraft,
  plantReview,
  type Row,
  type Sent,
  send,
} from '../support/paper-requests.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.remove());

const idOf = (project: string): string => `${project}-20260101T000000000--draft`;
const rowsOf = (reply: Sent): Row[] => reply.body['rows'] as Row[];
const fieldOf = (reply: Sent): unknown =>
  (reply.body['errors'] as Row[] | undefined)?.[0]?.['path'];

describe.each(families)('%s refuses', (family) => {
  const base = `/control/api/${family}`;
  const known = idOf(`refuse-${family}`);
  beforeAll(() => plantReview(service, known));

  it.each<[string, string, string]>([
    ['a status there is not', '?review_status=done', 'review_status'],
    ['a paper status there is not', '?paper_status=done', 'paper_status'],
    ['a page of no rows', '?page_size=0', 'page_size'],
    ['a page of too many rows', '?page_size=501', 'page_size'],
    ['page 0', '?page=0', 'page'],
    ['a flag that is neither', '?include_rank_reasons=perhaps', 'include_rank_reasons'],
    ['a parameter there is not', '?colour=red', 'colour'],
    ['an order there is not', '?sort=colour', 'sort'],
  ])('%s', async (_, query, field) => {
    const reply = await send(service, `${base}${query}`);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(field);
  });

  const decisions: [string, string, Row, number, string][] = [
    [
      'an approval without a key',
      'approve-finalization',
      { requested_by: 'ann' },
      422,
      'idempotency_key',
    ],
    [
      'an approval by nobody',
      'approve-finalization',
      { idempotency_key: 'k' },
      422,
      'requested_by',
    ],
    ['a status that cannot be set', 'status', { review_status: 'claimed' }, 422, 'review_status'],
    ['a block without a reason', 'status', { review_status: 'blocked' }, 422, 'note'],
    [
      'changes without a reason',
      'status',
      { review_status: 'changes_requested', note: '  ' },
      422,
      'note',
    ],
    ['a rejection without a reason', 'status', { review_status: 'rejected' }, 422, 'note'],
    ['a failing item without a note', 'checklist/reproducibility', { status: 'fail' }, 422, 'note'],
    [
      'a risk without a note',
      'checklist/reproducibility',
      { status: 'accepted_risk' },
      422,
      'note',
    ],
    ['an item status there is not', 'checklist/reproducibility', { status: 'good' }, 422, 'status'],
  ];
  it.each(decisions)('%s', async (_, path, body, status, field) => {
    const reply = await send(service, `${base}/${known}/${path}`, body);
    expect([reply.status, fieldOf(reply)]).toEqual([status, field]);
  });

  it('a checklist item there is not, with those there are', async () => {
    const reply = await send(service, `${base}/${known}/checklist/beauty`, { status: 'pass' });
    expect([reply.status, reply.body['code']]).toEqual([404, 'checklist_item_not_found']);
    for (const item of checklistItemIds) expect(reply.body['detail']).toContain(item);
  });

  it.each<[string, object | undefined]>([
    ['', undefined],
    ['/approve-finalization', { idempotency_key: 'k', requested_by: 'ann' }],
    ['/status', { review_status: 'in_review' }],
    ['/checklist/reproducibility', { status: 'pass' }],
    ['/rewrite-draft', {}],
    ['/prepare-finalization-package', {}],
  ])('a paper nobody knows: %s', async (path, body) => {
    const reply = await send(service, `${base}/nobody${path}`, body);
    expect([reply.status, reply.body['code']]).toEqual([404, 'paper_not_found']);
  });

  it('a caller without the token, before anything is said about the paper', async () => {
    const headers = { authorization: 'Bearer wrong' };
    for (const path of ['', '/next', '/nobody'])
      expect((await send(service, `${base}${path}`, undefined, headers)).status).toBe(401);
    expect((await send(service, `${base}/rewrite-batch`, {}, headers)).status).toBe(401);
  });
});

describe('the list of publication automation', () => {
  beforeAll(async () => {
    for (const status of reviewStatuses) await plantReview(service, idOf(`is-${status}`), status);
    await plantReview(service, idOf('draft'), 'queued', 'draft_review');
  });

  it.each(reviewStatuses)('finds %s papers, canonical or legacy', async (status) => {
    const [one, other] = await Promise.all(
      families.map((family) =>
        send(service, `/control/api/${family}?review_status=${status}&search=is-${status}`),
      ),
    );
    expect(rowsOf(one!).map((row) => row['paper_id'])).toEqual([idOf(`is-${status}`)]);
    expect(rowsOf(one!)[0]).toMatchObject({ review_status: status });
    expect(other!.body).toMatchObject({ rows: [{ review_status: status }], total: 1 });
  });

  it('has the best ranked first, with reasons, checklist, age and links', async () => {
    const reply = await send(service, '/control/api/paper-reviews');
    const ranks = rowsOf(reply).map((row) => Number(row['rank_score']));
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    const [row] = rowsOf(reply);
    expect((row!['rank_reasons'] as Row[]).length).toBeGreaterThan(0);
    expect((row!['checklist'] as Row[]).map((item) => item['item_id'])).toEqual(checklistItemIds);
    expect(row!['age_seconds']).toBeGreaterThanOrEqual(0);
    expect(row!['links']).toMatchObject({
      paper: `/control/api/v1/papers/${String(row!['paper_id'])}`,
    });
    const sum = (row!['rank_reasons'] as Row[]).reduce(
      (all, one) => all + Number(one['points']),
      0,
    );
    expect(sum).toBe(row!['rank_score']);
  });

  it('leaves the reasons out when asked', async () => {
    const reply = await send(service, '/control/api/paper-reviews?include_rank_reasons=false');
    for (const row of rowsOf(reply)) expect(row).not.toHaveProperty('rank_reasons');
  });

  it('pages without gap or repetition and counts all', async () => {
    const whole = await send(service, '/control/api/paper-reviews?page_size=500');
    const seen: unknown[] = [];
    for (let page = 1; page <= Number(whole.body['total']) / 3 + 1; page += 1) {
      const part = await send(service, `/control/api/paper-reviews?page_size=3&page=${page}`);
      expect(part.body['total']).toBe(whole.body['total']);
      seen.push(...rowsOf(part).map((row) => row['paper_id']));
    }
    expect(seen).toEqual(rowsOf(whole).map((row) => row['paper_id']));
  });

  it('finds by paper status and by words together', async () => {
    const reply = await send(
      service,
      '/control/api/paper-reviews?paper_status=draft_review&review_status=queued&search=About',
    );
    expect(rowsOf(reply).map((row) => row['paper_id'])).toEqual([idOf('draft')]);
  });
});

describe('the next paper', () => {
  it.each(families)('of %s is open, a publication draft, and the best ranked', async (family) => {
    const next = await send(service, `/control/api/${family}/next`);
    const list = await send(service, `/control/api/${family}?paper_status=publication_draft`);
    const open = rowsOf(list).filter(
      (row) => !['finalized', 'rejected'].includes(String(row['review_status'])),
    );
    expect(next.body['review']).toMatchObject({
      paper_id: open[0]!['paper_id'],
      paper_status: 'publication_draft',
    });
  });

  it('takes other paper statuses, or any, when they are named', async () => {
    const draft = await send(service, '/control/api/paper-reviews/next?paper_status=draft_review');
    expect(draft.body['review']).toMatchObject({ paper_id: idOf('draft') });
    const any = await send(service, '/control/api/paper-reviews/next?paper_status=&search=draft');
    expect(any.status).toBe(200);
  });

  it.each([
    ['review_status=finalized', 'never next'],
    ['review_status=rejected', 'never next'],
    ['paper_status=archived', 'paper_status archived'],
    ['search=zebra', 'the search words'],
  ])('is 404 with words for %s', async (query, words) => {
    const reply = await send(service, `/control/api/publication-automation/next?${query}`);
    expect([reply.status, reply.body['code']]).toEqual([404, 'review_not_found']);
    expect(reply.body['detail']).toContain(words);
  });
});

describe('a move', () => {
  const move = (id: string, body: Row) =>
    send(service, `/control/api/publication-automation/${id}/move`, body);

  it.each([
    ['a block without a reason', { move: 'block' }, 'note'],
    ['a rejection for blanks', { move: 'reject', note: '  ' }, 'note'],
    ['a move there is not', { move: 'finalize' }, 'move'],
  ])('refuses %s', async (_, body, field) => {
    const reply = await move(idOf('draft'), body);
    expect([reply.status, fieldOf(reply)]).toEqual([422, field]);
  });

  it('leads through every status of automation, and the event says who and why', async () => {
    const id = idOf('moved');
    await plantReview(service, id);
    for (const [name, note, to] of [
      ['claim', null, 'claimed'],
      ['release', null, 'queued'],
      ['defer', 'later', 'deferred'],
      ['requeue', 'now', 'queued'],
      ['block', 'numbers differ', 'blocked'],
      ['claim', null, 'claimed'],
      ['reject', 'not new', 'rejected'],
    ] as const) {
      const reply = await move(id, { move: name, note, requested_by: 'ann' });
      expect([name, reply.status]).toEqual([name, 200]);
      expect(reply.body).toMatchObject({ paper_id: id, review_status: to, move: name, note });
      const event = await send(service, `/control/api/v1/events/${Number(reply.body['event_id'])}`);
      expect(event.body['event']).toMatchObject({
        event_type: 'paper_review.status_changed',
        payload: { to, who: 'ann' },
      });
    }
    const late = await move(id, { move: 'claim' });
    expect([late.status, late.body['code']]).toEqual([409, 'transition_refused']);
  });
});

describe('a paper', () => {
  it('is held for a person, goes on as it was, and is put away', async () => {
    const id = await plantDraft(service, 'held');
    const path = `/control/api/v1/papers/${id}/move`;
    const paperOf = async () => (await send(service, `/control/api/v1/papers/${id}`)).body;
    const early = await send(service, path, { move: 'end_human_review' });
    expect([early.status, early.body['code']]).toEqual([409, 'transition_refused']);
    const unsaid = await send(service, path, { move: 'request_human_review' });
    expect([unsaid.status, fieldOf(unsaid)]).toEqual([422, 'note']);
    for (const [move, status] of [
      ['request_human_review', 'human_review_required'],
      ['end_human_review', 'draft_review'],
      ['request_human_review', 'human_review_required'],
      ['archive', 'archived'],
    ] as const) {
      const reply = await send(service, path, { move, note: 'looked', requested_by: 'ann' });
      expect(reply.body).toMatchObject({ paper_id: id, paper_status: status, requested_by: 'ann' });
      expect((await paperOf())['paper']).toMatchObject({ paper_status: status });
      if (status !== 'human_review_required') continue;
      const packaged = await send(
        service,
        `/control/api/publication-automation/${id}/prepare-finalization-package`,
        { dry_run: false },
      );
      expect([packaged.status, packaged.body['code']]).toEqual([409, 'gates_failed']);
      expect(packaged.text).toContain('human review');
    }
  });
});

describe.each(families)('a decision through %s', (family) => {
  const id = idOf(`decide-${family}`);
  const base = `/control/api/${family}/${id}`;
  beforeAll(() => plantReview(service, id));

  it('sets every status that can be set, and the event says who and why', async () => {
    for (const status of settableReviewStatuses) {
      const reply = await send(service, `${base}/status`, {
        review_status: status,
        note: `because ${status}`,
        requested_by: 'ann',
      });
      expect(reply.body).toMatchObject({ ok: true, paper_id: id, review_status: status });
      const event = await send(service, `/control/api/v1/events/${Number(reply.body['event_id'])}`);
      expect(event.body['event']).toMatchObject({
        event_type: 'paper_review.status_changed',
        payload: { to: status, note: `because ${status}`, who: 'ann' },
      });
      const detail = await send(service, base);
      expect(detail.body['review']).toMatchObject({ review_status: status });
    }
  });

  it('takes a blocker in place of a note', async () => {
    const reply = await send(service, `${base}/status`, {
      review_status: 'blocked',
      blocker: 'numbers differ',
    });
    expect(reply.status).toBe(200);
    expect((await send(service, base)).body['review']).toMatchObject({ blocker: 'numbers differ' });
  });

  it('updates a checklist item to every status', async () => {
    for (const status of checklistStatuses) {
      const reply = await send(service, `${base}/checklist/target_venue_fit`, {
        status,
        note: 'looked at',
      });
      expect(reply.body).toMatchObject({ item_id: 'target_venue_fit', status, note: 'looked at' });
      const review = (await send(service, base)).body['review'] as Row;
      const item = (review['checklist'] as Row[]).find(
        (one) => one['item_id'] === 'target_venue_fit',
      );
      expect(item).toMatchObject({ status, note: 'looked at' });
    }
  });

  it('approves, which is the final approval', async () => {
    await send(service, `${base}/status`, { review_status: 'in_review' });
    const reply = await send(service, `${base}/approve-finalization`, {
      idempotency_key: `approve-${family}`,
      requested_by: 'ann',
      note: 'read it',
    });
    expect(reply.body).toMatchObject({
      review_status: 'approved_for_finalization',
      ready_for_finalization: true,
    });
    const review = (await send(service, base)).body['review'] as Row;
    const item = (review['checklist'] as Row[]).find((one) => one['item_id'] === 'final_approval');
    expect(item).toMatchObject({ status: 'pass', evaluated_by: 'ann' });
  });

  it('repeated with its key is answered byte for byte, and does nothing again', async () => {
    const other = family === 'paper-reviews' ? 'publication-automation' : 'paper-reviews';
    const requests: [string, Row, Row][] = [
      ['status', { review_status: 'in_review' }, { review_status: 'unreviewed' }],
      ['checklist/novelty_significance', { status: 'pass' }, { status: 'not_applicable' }],
      ['approve-finalization', { note: 'once' }, { note: 'twice' }],
    ];
    for (const [path, body, changed] of requests) {
      const keyed = { idempotency_key: `again-${id}`, requested_by: 'ann', ...body };
      const first = await send(service, `${base}/${path}`, keyed);
      expect([path, first.status, first.replayed]).toEqual([path, 200, false]);
      await send(service, `${base}/status`, { review_status: 'triage_ready' });
      const again = await send(service, `/control/api/${other}/${id}/${path}`, keyed);
      expect([again.text, again.replayed]).toEqual([first.text, true]);
      const detail = await send(service, base);
      expect(detail.body['review']).toMatchObject({ review_status: 'triage_ready' });
      const conflict = await send(service, `${base}/${path}`, { ...keyed, ...changed });
      expect([conflict.status, conflict.body['code']]).toEqual([409, 'idempotency_conflict']);
    }
  });

  it('takes its key from the header as well', async () => {
    const headers = { 'idempotency-key': `header-${id}` };
    const body = { review_status: 'in_review' };
    const first = await send(service, `${base}/status`, body, headers);
    const again = await send(service, `${base}/status`, body, headers);
    expect([again.text, again.replayed]).toEqual([first.text, true]);
  });
});
