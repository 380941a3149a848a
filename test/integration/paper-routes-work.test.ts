/**
 * Rewriting, batches, packages, the corpus and the files of papers over HTTP, with real papers.
 * Long because all of it is played on one service.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artifactNames } from '../../src/control/common/paper-tools.ts';
import { draftsReply, textReply } from '../../src/http/wire/paper-text.ts';
import { RawClient } from '../support/http.ts';
import { draftPaper, runProject, takeInIdea } from '../support/main-job.ts';
import {
  evidenceFolder,
  families,
  plantDraft,
  type Row,
  send,
  untilEvaluated,
} from '../support/paper-requests.ts';
import { startService, type TestService, token, until } from '../support/service.ts';
import { sampleFiles } from '../unit/papers/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.remove());

const automation = '/control/api/publication-automation';
const eventsOf = async (type: string, id: string): Promise<Row[]> => {
  const path = `/control/api/v1/events?event_type=${type}&entity_id=${id}`;
  return (await send(service, path)).body['rows'] as Row[];
};
const finalize = async (id: string): Promise<void> => {
  await untilEvaluated(service, id);
  const body = { dry_run: false, idempotency_key: `package-${id}-${performance.now()}` };
  const reply = await send(service, `${automation}/${id}/prepare-finalization-package`, body);
  expect([reply.status, reply.body['review_status']]).toEqual([200, 'finalized']);
};
/** As the timer of the paper watch has it, an hour after the last round. */
const lookAtPapers = () =>
  service.app.control!.context.actors.ask(
    { kind: 'paper_watch', id: 'main' },
    { type: 'LOOK_DUE' },
    { by: 'system' },
  );
const checkOf = (readiness: Row, name: string): Row | undefined =>
  (readiness['checks'] as Row[]).find((check) => check['name'] === name);
const reviewOf = async (id: string): Promise<Row> =>
  (await send(service, `${automation}/${id}`)).body['review'] as Row;

describe('a rewrite', () => {
  it('without local evidence is 424 with what was tried, and again the same under its key', async () => {
    const id = await plantDraft(service, 'gone');
    for (const path of ['results', 'run_notes.md'])
      rmSync(join(evidenceFolder(service, 'gone'), path), { recursive: true });
    const body = { idempotency_key: 'gone', requested_by: 'ann' };
    const first = await send(service, `${automation}/${id}/rewrite-draft`, body);
    expect([first.status, first.body['code']]).toEqual([424, 'evidence_missing']);
    expect(first.body['evidence_sync']).toMatchObject({ ok: false });
    const again = await send(service, `${automation}/${id}/rewrite-draft`, body);
    expect([again.status, again.replayed, again.body['detail']]).toEqual([
      424,
      true,
      first.body['detail'],
    ]);
    const detail = await send(service, `/control/api/v1/papers/${id}`);
    expect(detail.body['paper']).toMatchObject({ paper_status: 'draft_review' });
  });

  it.each(families)('through %s makes a publication draft, once per key', async (family) => {
    const id = await plantDraft(service, `rewrite-${family}`);
    const path = `/control/api/${family}/${id}/rewrite-draft`;
    const body = { idempotency_key: `rewrite-${family}`, requested_by: 'ann', force: false };
    const [first, meanwhile] = await Promise.all([
      send(service, path, body),
      send(service, path, body),
    ]);
    expect(first.body).toMatchObject({
      result: 'rewritten',
      paper_status: 'publication_draft',
      evidence_sync: null,
      review_put_back: false,
    });
    expect(meanwhile.text).toBe(first.text);
    const again = await send(service, path, body);
    expect([again.text, again.replayed]).toEqual([first.text, true]);
    expect(await eventsOf('paper_review.draft_rewritten', id)).toHaveLength(1);
    const conflict = await send(service, path, { ...body, force: true });
    expect([conflict.status, conflict.body['code']]).toEqual([409, 'idempotency_conflict']);
  });

  it('of a finalized paper is refused; with force the review is put back and the reply says so', async () => {
    const id = await plantDraft(service, 'final');
    const path = `${automation}/${id}/rewrite-draft`;
    const early = { idempotency_key: 'early', requested_by: 'ann' };
    const first = await send(service, path, early);
    await finalize(id);
    const refused = await send(service, path, { idempotency_key: 'late' });
    expect([refused.status, refused.body['reason']]).toEqual([409, 'already_finalized']);
    expect(refused.body['detail']).toContain('force');
    expect(await reviewOf(id)).toMatchObject({ review_status: 'finalized' });
    // What was answered before stays the answer.
    expect((await send(service, path, early)).text).toBe(first.text);
    const forced = await send(service, path, { idempotency_key: 'forced', force: true });
    expect(forced.body).toMatchObject({ result: 'rewritten', review_put_back: true });
    const review = await until(async () => {
      const row = await reviewOf(id);
      return row['review_status'] === 'queued' && row;
    }, 'the review is put back');
    expect(review).toMatchObject({ package_dir: null, ready_for_finalization: false });
    await finalize(id);
  });

  it('of a paper in the corpus is refused, even with force', async () => {
    const id = await plantDraft(service, 'imported');
    await finalize(id);
    const body = { paper_id: id, dry_run: false, idempotency_key: 'import' };
    const imported = await send(service, '/control/api/v1/corpus/import', body);
    expect(imported.status).toBe(200);
    const reply = await send(service, `${automation}/${id}/rewrite-draft`, { force: true });
    expect([reply.status, reply.body['reason']]).toEqual([409, 'already_imported']);
    expect(reply.body['detail']).toContain(String(imported.body['public_id']));
    expect(await eventsOf('paper.rewrite_started', id)).toHaveLength(0);
  });
});

describe('a rewrite batch', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (const project of ['batch-a', 'batch-b', 'batch-c'])
      ids.push(await plantDraft(service, project));
  });
  const path = `${automation}/rewrite-batch`;
  const mine = { requested_by: 'ann', search: 'batch' };
  const resultsOf = (body: Row): unknown[][] =>
    (body['results'] as Row[]).map((row) => [row['paper_id'], row['result'], row['code']]);

  it.each([
    ['no paper', { limit: 0 }, 'limit'],
    ['more than a batch holds', { limit: 201 }, 'limit'],
    ['half a paper', { limit: 1.5 }, 'limit'],
    ['a paper status there is not', { paper_status: 'done' }, 'paper_status'],
    ['a review status there is not', { review_status: 'done' }, 'review_status'],
  ])('of %s is refused', async (_, body, field) => {
    const reply = await send(service, path, body);
    expect(reply.status).toBe(422);
    expect((reply.body['errors'] as Row[])[0]).toMatchObject({ path: field });
  });

  it('as a dry run names exactly what is rewritten then, and changes nothing', async () => {
    rmSync(join(evidenceFolder(service, 'batch-b'), 'results'), { recursive: true });
    rmSync(join(evidenceFolder(service, 'batch-b'), 'run_notes.md'));
    const before = await send(service, '/control/api/v1/events?page_size=1');
    const body = { ...mine, idempotency_key: 'batch', limit: 10 };
    const preview = await send(service, path, body);
    const after = await send(service, '/control/api/v1/events?page_size=1');
    expect(after.body['rows']).toEqual(before.body['rows']);
    expect(preview.body).toMatchObject({ dry_run: true, selected_count: 3, rewritten_count: 0 });
    const live = { ...body, dry_run: false };
    const first = await send(service, path, live);
    expect((first.body['results'] as Row[]).map((row) => row['paper_id'])).toEqual(
      (preview.body['results'] as Row[]).map((row) => row['paper_id']),
    );
    expect(first.body).toMatchObject({ selected_count: 3, rewritten_count: 2, failed_count: 1 });
    expect(resultsOf(first.body)).toContainEqual([ids[1], 'failed', 'evidence_missing']);
    const again = await send(service, '/control/api/paper-reviews/rewrite-batch', live);
    expect([again.text, again.replayed]).toEqual([first.text, true]);
    const conflict = await send(service, path, { ...live, limit: 9 });
    expect([conflict.status, conflict.body['code']]).toEqual([409, 'idempotency_conflict']);
    for (const id of [ids[0]!, ids[2]!])
      expect(await eventsOf('paper_review.draft_rewritten', id)).toHaveLength(1);
  });

  it('leaves out what was rewritten, or says so where it was asked for', async () => {
    const rest = await send(service, path, mine);
    expect(resultsOf(rest.body)).toEqual([[ids[1], 'would_rewrite', null]]);
    const named = await send(service, path, { ...mine, paper_status: 'publication_draft' });
    expect(named.body).toMatchObject({ selected_count: 0, skipped_count: 2 });
    expect((named.body['results'] as Row[]).map((row) => row['code'])).toEqual([
      'already_rewritten',
      'already_rewritten',
    ]);
    const all = await send(service, path, { ...mine, skip_rewritten: false });
    expect(all.body).toMatchObject({ selected_count: 3 });
  });

  it('passes finalized papers over unless they are named and forced', async () => {
    await finalize(ids[0]!);
    const open = await send(service, path, { ...mine, skip_rewritten: false });
    expect(open.body).toMatchObject({ selected_count: 2 });
    const named = { ...mine, skip_rewritten: false, review_status: 'finalized' };
    const skipped = await send(service, path, named);
    expect(resultsOf(skipped.body)).toEqual([[ids[0], 'skipped', 'already_finalized']]);
    const forced = await send(service, path, { ...named, force: true });
    expect(resultsOf(forced.body)).toEqual([[ids[0], 'would_rewrite', null]]);
  });

  it('goes on when its caller goes away', async () => {
    const body = JSON.stringify({
      ...mine,
      skip_rewritten: false,
      dry_run: false,
      idempotency_key: 'left',
      limit: 2,
    });
    const client = await RawClient.open(service.port);
    client.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await until(async () => {
      const { rows } = (await send(service, '/control/api/v1/events?event_type=command.started'))
        .body as { rows: Row[] };
      return rows.some((row) => JSON.stringify(row).includes('"limit":2'));
    }, 'the batch has begun');
    client.socket.destroy();
    const reply = await send(service, path, JSON.parse(body) as object);
    expect(reply.body).toMatchObject({ selected_count: 2 });
    expect(reply.replayed).toBe(true);
  });
});

describe('a batch that nobody waits for', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (const project of ['later-a', 'later-b']) ids.push(await plantDraft(service, project));
  });
  const path = `${automation}/rewrite-batch`;
  const ask = { requested_by: 'ann', search: 'later', dry_run: false, async: true };

  it('answers at once, goes on by itself, and is one batch however often it is asked for', async () => {
    const body = { ...ask, idempotency_key: 'later' };
    const first = await send(service, path, body);
    expect(first.body).toMatchObject({
      selected_count: 2,
      rewritten_count: 0,
      batch: { status: 'running' },
    });
    const again = await send(service, path, body);
    expect([again.text, again.replayed]).toEqual([first.text, true]);
    const { path: where, batch_id: id } = first.body['batch'] as Row;
    const batch = await until(async () => {
      const reply = await send(service, String(where));
      return reply.body['status'] === 'done' && reply.body;
    }, 'the batch is done');
    expect(batch).toMatchObject({
      batch_id: id,
      progress: { total: 2, rewritten: 2, skipped: 0, failed: 0, left: 0, current_paper_id: null },
    });
    for (const paper of ids)
      expect(await eventsOf('paper_review.draft_rewritten', paper)).toHaveLength(1);
    expect(await eventsOf('rewrite_batch.completed', String(id))).toHaveLength(1);
    const late = await send(service, `${String(where)}/cancel`, {});
    expect([late.status, late.body['reason']]).toEqual([409, 'already_ended']);
  });

  it('is listed with how far it is, the last started first, by status, words and page', async () => {
    const list = '/control/api/v1/rewrite-batches';
    const page = async (query: string) => {
      const { status, body } = await send(service, `${list}?${query}`);
      expect([query, status]).toEqual([query, 200]);
      const { next_cursor: next, has_more: isMore } = body['page'] as Row;
      return { rows: body['rows'] as Row[], next, isMore };
    };
    const [first] = (await page('')).rows;
    const more = { ...ask, skip_rewritten: false, idempotency_key: 'later-again', limit: 1 };
    const { batch_id: second } = (await send(service, path, more)).body['batch'] as Row;
    const done = await until(async () => {
      const found = await page('status=done');
      return found.rows.length === 2 && found;
    }, 'both batches are done');
    expect(done.rows.map(({ batch_id: id }) => id)).toEqual([second, first?.['batch_id']]);
    const { papers: _, ...told } = (await send(service, `${list}/${String(second)}`)).body;
    expect({ ok: true, ...done.rows[0] }).toEqual(told);
    expect([done.isMore, (await page('status=running')).rows]).toEqual([false, []]);

    const newest = await page('status=done&page_size=1');
    expect([newest.rows, newest.isMore]).toEqual([[done.rows[0]], true]);
    const rest = await page(`status=done&page_size=1&cursor=${String(newest.next)}`);
    expect(rest).toEqual({ rows: [done.rows[1]], next: null, isMore: false });
    const whole = await page('page_size=1');
    expect((await page(`page_size=1&cursor=${String(whole.next)}`)).rows).toEqual([first]);
    for (const query of ['status=lost', `cursor=${String(newest.next)}`, 'cursor=batch-1.0'])
      expect((await send(service, `${list}?${query}`)).status).toBe(422);
    expect((await page('search=ann')).rows).toEqual(done.rows);
    expect((await page('search=nobody')).rows).toEqual([]);
  });

  it('is none where no paper is chosen, and none is known by another name', async () => {
    const none = await send(service, path, { ...ask, search: 'nothing like it' });
    expect(none.body).toMatchObject({ selected_count: 0, batch: null });
    const unknown = await send(service, '/control/api/v1/rewrite-batches/batch-unknown');
    expect([unknown.status, unknown.body['code']]).toEqual([404, 'rewrite_batch_not_found']);
  });
});

describe('a file of evidence that is no longer what it was', () => {
  it('turns the paper red, and no gate lets it through', async () => {
    const id = await plantDraft(service, 'drifting');
    const trace = `/control/api/v1/papers/${id}/trace`;
    expect((await send(service, trace)).body).toMatchObject({ state: 'sound' });
    const said = (await send(service, `/control/api/v1/papers/${id}/text`)).body;
    expect(textReply.safeParse(said).error).toBeUndefined();
    expect(JSON.stringify(said['children'])).toMatch(/"claim":"C\d+"/);
    const drafts = `/control/api/v1/papers/${id}/drafts`;
    const only = (await send(service, drafts)).body;
    expect(draftsReply.safeParse(only).error).toBeUndefined();
    expect(only).toMatchObject({ earlier: [], since: null });
    const unknown = await send(service, `${drafts}?from=${'f'.repeat(64)}`);
    expect([unknown.status, unknown.body['code']]).toEqual([404, 'artifact_not_found']);
    const findings = `/control/api/v1/papers/${id}/findings`;
    const none = { count: 0, findings: [] };
    expect((await send(service, findings)).body).toMatchObject({
      lint: none,
      audit: { verdict: 'strict_pass', ...none },
    });
    await untilEvaluated(service, id);
    const folder = join(evidenceFolder(service, 'drifting'), 'papers', id.replace('--draft', ''));
    const file = join(folder, 'evidence/results/summary.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('12.48193', '12.5'));
    expect((await send(service, trace)).body).toMatchObject({ state: 'drifted' });
    const { audit } = (await send(service, findings)).body as Row & { audit: Row };
    expect(audit['verdict']).not.toBe('strict_pass');
    expect(JSON.stringify(audit['findings'])).toContain('evidence/results/summary.json');
    const named = await send(service, `${trace}?file=evidence/results/summary.json`);
    expect((named.body['files'] as Row[])[0]).toMatchObject({ state: 'changed' });
    const path = `${automation}/${id}/prepare-finalization-package`;
    const refused = await send(service, path, { dry_run: false });
    expect([refused.status, refused.body['code']]).toEqual([409, 'gates_failed']);
    expect(JSON.stringify(refused.body['problems'])).toContain('evidence/results/summary.json');
    // The refusal has it evaluated anew.
    const review = await until(async () => {
      const row = await reviewOf(id);
      return row['audit_verdict'] !== null && row['audit_verdict'] !== 'strict_pass' && row;
    }, 'the review says so');
    expect(review['package_dir']).toBeNull();
    writeFileSync(file, before);
    await send(service, `${automation}/${id}/move`, { move: 'evaluate' });
    await until(async () => (await reviewOf(id))['audit_verdict'] === 'strict_pass', 'it is sound');
    expect((await send(service, path, { dry_run: false })).status).toBe(200);
  });

  it('is seen without being asked about, and said with cause and act', async () => {
    const id = await plantDraft(service, 'unasked');
    const folder = join(evidenceFolder(service, 'unasked'), 'papers', id.replace('--draft', ''));
    const file = join(folder, 'evidence/results/summary.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('12.48193', '12.6'));
    await lookAtPapers();
    const drift = 'evidence/results/summary.json changed';
    const review = await until(async () => {
      const row = await reviewOf(id);
      return row['drift'] === drift && row;
    }, 'the review says so');
    expect(review['audit_verdict']).not.toBe('strict_pass');
    expect(await eventsOf('paper_review.drifted', id)).toMatchObject([{ payload: { drift } }]);
    const readiness = await send(service, '/control/api/v1/automation-readiness');
    const check = checkOf(readiness.body, 'papers_unchanged');
    expect(check).toMatchObject({
      status: 'failing',
      action: expect.stringContaining('put the files back'),
    });
    expect(check).toHaveProperty(
      'evidence.drifted',
      expect.arrayContaining([expect.objectContaining({ id, drift, where: 'draft' })]),
    );
    const overview = await send(service, '/control/api/v1/overview');
    expect(overview.body['reasons']).toContainEqual(
      expect.objectContaining({
        code: 'papers_unchanged',
        detail: check?.['detail'],
        act: expect.objectContaining({ verb: 'restore_files' }),
      }),
    );
    writeFileSync(file, before);
    await lookAtPapers();
    await until(async () => (await reviewOf(id))['drift'] === null, 'it is sound');
    expect(await reviewOf(id)).toMatchObject({ audit_verdict: 'strict_pass' });
    expect(await eventsOf('paper_review.sound_again', id)).toHaveLength(1);
  });
});

describe('the files of a paper', () => {
  let id: string;
  beforeAll(async () => {
    id = await plantDraft(service, 'files');
  });

  it.each([
    ['a name that is not a paper file', 'run_notes.md', 422],
    ['a path', '..%2f..%2fcontrol.db', 422],
  ])('%s is refused', async (_, name, status) => {
    const reply = await send(service, `/control/api/v1/papers/${id}/artifacts/${name}`);
    expect(reply.status).toBe(status);
  });

  it.each(artifactNames)('%s is served as it is on disk', async (name) => {
    const reply = await send(service, `/control/api/v1/papers/${id}/artifacts/${name}`);
    expect(reply.status).toBe(200);
    if (name.endsWith('.json')) expect(Object.keys(reply.body).length).toBeGreaterThan(3);
    else if (name.endsWith('.pdf')) expect(reply.text).toMatch(/^%PDF-1\.7/);
    else expect(reply.text).toContain('Memory files');
  });

  it('a page may bring its style, and load or run nothing', async () => {
    const url = `http://127.0.0.1:${service.port}/control/api/v1/papers/${id}/artifacts/paper.html`;
    const { headers } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
  });

  it('are 404 when they are gone, and for a paper nobody knows', async () => {
    rmSync(
      join(evidenceFolder(service, 'files'), 'papers', id.replace('--draft', ''), 'paper.tex'),
    );
    const gone = await send(service, `/control/api/v1/papers/${id}/artifacts/paper.tex`);
    expect([gone.status, gone.body['code']]).toEqual([404, 'artifact_not_found']);
    const nobody = await send(service, '/control/api/v1/papers/nobody/artifacts/paper.md');
    expect([nobody.status, nobody.body['code']]).toEqual([404, 'paper_not_found']);
    for (const part of ['findings', 'text', 'drafts']) {
      const reply = await send(service, `/control/api/v1/papers/nobody/${part}`);
      expect([reply.status, reply.body['code']]).toEqual([404, 'paper_not_found']);
    }
  });
});

describe('the corpus', () => {
  it('says that it is empty and that its index is unknown, not that it holds zero', async () => {
    const fresh = await startService();
    try {
      const { body } = await send(fresh, '/control/api/v1/corpus');
      expect(body).toMatchObject({
        counts: { indexed_artifacts: null, lint_passes: null, strict_audit_passes: null },
        state: {
          explicit: true,
          import: { state: 'empty' },
          index: { state: 'not_built' },
          lint: { state: 'unknown' },
          audit: { state: 'unknown' },
        },
        rows: [],
      });
      const other = await send(fresh, '/control/api/v1/corpus?status=lost');
      expect(other.status).toBe(422);
    } finally {
      await fresh.remove();
    }
  });

  it('counts what was imported, and refuses a paper finalized by hand', async () => {
    const id = await plantDraft(service, 'by-hand');
    await send(service, `${automation}/${id}/status`, { review_status: 'finalized' });
    const body = { paper_id: id, dry_run: false, idempotency_key: 'by-hand' };
    const refused = await send(service, '/control/api/v1/corpus/import', body);
    expect([refused.status, refused.body['code']]).toEqual([409, 'gates_failed']);
    expect(refused.body['detail']).toContain('by hand');
    const { body: corpus } = await send(service, '/control/api/v1/corpus');
    expect(corpus).toMatchObject({
      counts: { indexed_artifacts: 1, lint_passes: 1, strict_audit_passes: 1, imported: 1 },
      state: {
        explicit: true,
        import: { state: 'complete' },
        index: { state: 'built' },
        lint: { state: 'pass' },
        audit: { state: 'pass' },
      },
    });
    expect((corpus['rows'] as Row[])[0]).toMatchObject({ status: 'imported' });
  });
});

describe('removal from the corpus', () => {
  const remove = '/control/api/v1/corpus/remove';
  const put = '/control/api/v1/corpus/import';
  const ledgerOf = async (id: string): Promise<Row> =>
    (await send(service, `/control/api/v1/papers/${id}`)).body['corpus_entry'] as Row;

  it('needs a reason and a paper that is there, and is a dry run unless it is told', async () => {
    const id = await plantDraft(service, 'not-there');
    const silent = await send(service, remove, { paper_id: id, reason: ' ' });
    expect(silent.status).toBe(422);
    expect((silent.body['errors'] as Row[])[0]).toMatchObject({ path: 'reason' });
    const never = await send(service, remove, { paper_id: id, reason: 'wrong' });
    expect([never.status, never.body['reason']]).toEqual([409, 'not_imported']);
  });

  it('leaves a tombstone, and the paper comes back by an explicit wish under another id', async () => {
    const id = await plantDraft(service, 'withdrawn');
    await finalize(id);
    const first = await send(service, put, { paper_id: id, dry_run: false });
    const publicId = String(first.body['public_id']);
    const preview = await send(service, remove, { paper_id: id, reason: 'wrong data' });
    expect(preview.body).toMatchObject({ dry_run: true, would_pass: true, public_id: publicId });
    const body = {
      paper_id: id,
      reason: 'wrong data',
      dry_run: false,
      idempotency_key: 'withdraw',
      requested_by: 'ann',
    };
    const removed = await send(service, remove, body);
    expect(removed.body).toMatchObject({
      result: 'removed',
      public_id: publicId,
      removed_by: 'ann',
      reason: 'wrong data',
    });
    const again = await send(service, remove, body);
    expect([again.text, again.replayed]).toEqual([removed.text, true]);
    expect(await ledgerOf(id)).toMatchObject({
      status: 'removed',
      removal_reason: 'wrong data',
      former_public_ids: [publicId],
    });
    const tombstone = join(service.dir, 'state', 'corpus', 'tombstones', `${publicId}.json`);
    expect(JSON.parse(readFileSync(tombstone, 'utf8'))).toMatchObject({ removed_by: 'ann' });
    const explained = await send(service, `/control/api/v1/explain/paper/${id}`);
    expect(JSON.stringify(explained.body)).toContain('was removed from the corpus by ann');
    const refused = await send(service, put, { paper_id: id, dry_run: false });
    expect([refused.status, refused.body['code']]).toEqual([409, 'gates_failed']);
    expect(JSON.stringify(refused.body['problems'])).toContain(`${publicId} was removed at`);
    const next = await send(service, '/control/papers/publish-next', {});
    expect(next.body['paper_id']).not.toBe(id);
    // Its review is set back: an import would be refused, and what is advised leads there all the same.
    await send(service, `${automation}/${id}/status`, { review_status: 'unreviewed' });
    const advised = async () => {
      await untilEvaluated(service, id);
      const { body: why } = await send(service, `/control/api/v1/explain/paper/${id}`);
      const { request } = why['unblock'] as { request: { path: string; body: Row } };
      return { why, request, reply: await send(service, request.path, request.body) };
    };
    const step = await advised();
    expect(step.why).toMatchObject({
      code: 'removed',
      reason: expect.stringMatching(/by ann: wrong data; .* has no finalization package yet$/),
      unblock: {
        action: 'Nothing, unless it is wanted there again: prepare its finalization package',
      },
    });
    expect(step.reply.body['review_status']).toBe('finalized');
    const { request, reply: back } = await advised();
    expect(request).toMatchObject({ path: put, body: { accept_duplicate: true } });
    expect(back.body['result']).toBe('imported');
    expect(back.body['public_id']).not.toBe(publicId);
  });

  it('is for a person: what drifts in the corpus is named, and stays there', async () => {
    const id = await plantDraft(service, 'shelved');
    await finalize(id);
    const { body: imported } = await send(service, put, { paper_id: id, dry_run: false });
    const shelf = join(service.dir, 'state', 'corpus', 'papers');
    const slug = readdirSync(shelf).find((name) =>
      readFileSync(join(shelf, name, 'corpus_record.json'), 'utf8').includes(id),
    );
    const file = join(shelf, String(slug), 'paper.md');
    const before = readFileSync(file, 'utf8');
    const untilDrift = (drift: string | null) =>
      until(async () => {
        const entry = await ledgerOf(id);
        return entry['drift'] === drift && entry;
      }, `the ledger says ${drift}`);
    appendFileSync(file, 'Another conclusion.\n');
    await lookAtPapers();
    const entry = await untilDrift('paper.md does not match its checksum');
    expect(entry).toMatchObject({ status: 'imported', public_id: imported['public_id'] });
    expect(entry).not.toHaveProperty('looked_mark');
    expect(await eventsOf('corpus.drifted', id)).toHaveLength(1);
    const readiness = await send(service, '/control/api/v1/automation-readiness');
    expect(checkOf(readiness.body, 'papers_unchanged')).toMatchObject({
      status: 'failing',
      // The corpus stands before drafts.
      detail: expect.stringContaining(`${id} is in the corpus not as it was imported`),
    });
    const explained = await send(service, `/control/api/v1/explain/paper/${id}`);
    expect(explained.text).toContain('and not as it was imported: paper.md does not match');
    writeFileSync(file, before);
    await lookAtPapers();
    await untilDrift(null);
  });

  it('of a duplicate is not needed: it is refused with the paper that says the same', async () => {
    const files = { ...sampleFiles, 'results/latency_summary.json': '{"mean_ms": 3.25}' };
    const ids: string[] = [];
    for (const project of ['twin-a', 'twin-b']) {
      const id = await plantDraft(service, project, files, 7);
      await finalize(id);
      ids.push(id);
    }
    const [one, two] = ids as [string, string];
    const first = await send(service, put, { paper_id: one, dry_run: false });
    expect(first.body).toMatchObject({ result: 'imported', duplicate_of: null });
    const preview = await send(service, put, { paper_id: two });
    expect(preview.body).toMatchObject({ would_pass: false });
    const refused = await send(service, put, { paper_id: two, dry_run: false });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body['problems'])).toContain(
      `duplicate: ${String(first.body['public_id'])}`,
    );
    const wished = await send(service, put, {
      paper_id: two,
      dry_run: false,
      accept_duplicate: true,
    });
    expect(wished.body).toMatchObject({ duplicate_of: first.body['public_id'] });
  });
});

describe('a plan', () => {
  const differencesOf = (body: Row): unknown[] => [body['code'], ...(body['differences'] as Row[])];

  it('of a package is carried out as it was previewed, and not when a file has changed', async () => {
    const id = await plantDraft(service, 'planned');
    await untilEvaluated(service, id);
    const path = `${automation}/${id}/prepare-finalization-package`;
    const preview = await send(service, path, { idempotency_key: 'planned-1' });
    expect(preview.body['plan']).toMatchObject({
      eligible: [{ kind: 'paper_review', id, act: 'package' }],
    });
    const planned = { dry_run: false, plan_id: preview.body['plan_id'] };
    const other = { ...planned, idempotency_key: 'planned-2', target_label: 'elsewhere' };
    expect(differencesOf((await send(service, path, other)).body)).toContainEqual(
      expect.objectContaining({ kind: 'request', member: 'target_label', planned: 'corpus' }),
    );
    const done = await send(service, path, { ...planned, idempotency_key: 'planned-3' });
    expect([done.status, done.body['review_status']]).toEqual([200, 'finalized']);
    const again = await send(service, path, { ...planned, idempotency_key: 'planned-4' });
    expect(differencesOf(again.body)).toContainEqual(
      expect.objectContaining({ kind: 'paper_review', id, member: 'version' }),
    );
  });

  it('of an import is carried out once; then its paper is in the corpus', async () => {
    const id = await plantDraft(service, 'planned-import');
    await finalize(id);
    const path = '/control/api/v1/corpus/import';
    const preview = await send(service, path, { paper_id: id });
    const planned = { paper_id: id, dry_run: false, plan_id: preview.body['plan_id'] };
    const done = await send(service, path, { ...planned, idempotency_key: 'planned-import' });
    expect(done.body).toMatchObject({ result: 'imported', paper_id: id });
    const again = await send(service, path, { ...planned, idempotency_key: 'planned-again' });
    expect([again.status, ...differencesOf(again.body)]).toEqual(
      expect.arrayContaining([409, 'plan_changed']),
    );
    expect((await send(service, path, { paper_id: id })).body).not.toHaveProperty('plan_id');
  });
});

describe('the rank', () => {
  const termsOf = (review: Row): unknown[] =>
    (review['rank_reasons'] as Row[]).map((reason) => reason['term']);

  it('follows a text that went missing, as soon as a package or a person finds out', async () => {
    const id = await plantDraft(service, 'ranked');
    expect(termsOf(await reviewOf(id))).toEqual(expect.arrayContaining(['drafts', 'lint']));
    const folder = join(evidenceFolder(service, 'ranked'), 'papers', id.replace('--draft', ''));
    const text = readFileSync(join(folder, 'paper.tex'));
    rmSync(join(folder, 'paper.tex'));
    const path = `${automation}/${id}`;
    const refused = await send(service, `${path}/prepare-finalization-package`, { dry_run: false });
    expect(refused.status).toBe(409);
    await until(async () => !termsOf(await reviewOf(id)).includes('drafts'), 'it lost its rank');
    writeFileSync(join(folder, 'paper.tex'), text);
    const asked = await send(service, `${path}/move`, { move: 'evaluate' });
    expect(asked.status).toBe(200);
    await until(
      async () => termsOf(await reviewOf(id)).includes('drafts'),
      'it has its rank again',
    );
  });
});

describe('an import that cannot be', () => {
  it('is told of by its dry run, without any path of the server, and has a way on', async () => {
    const id = await plantDraft(service, 'spoiled');
    await finalize(id);
    const importing = (dryRun: boolean) =>
      send(service, '/control/api/v1/corpus/import', { paper_id: id, dry_run: dryRun });
    expect((await importing(true)).body).toMatchObject({ would_pass: true, problems: [] });

    const folder = join(evidenceFolder(service, 'spoiled'), 'packages', id);
    writeFileSync(join(folder, 'package', 'paper.md'), 'something else');
    for (const problem of ['paper.md does not match its checksum', 'its package is gone']) {
      if (problem.includes('gone')) rmSync(folder, { recursive: true });
      const dry = await importing(true);
      expect(dry.body).toMatchObject({ would_pass: false, already_imported: false });
      const live = await importing(false);
      expect([live.status, live.body['code']]).toEqual([409, 'gates_failed']);
      for (const reply of [dry, live]) {
        expect(reply.text).toContain(problem);
        expect(reply.text).not.toContain(service.dir);
      }
    }
    await send(service, `${automation}/${id}/status`, { review_status: 'in_review' });
    await finalize(id);
    expect((await importing(false)).body).toMatchObject({ result: 'imported' });
    expect((await importing(true)).body).toMatchObject({
      would_pass: false,
      already_imported: true,
    });
  });
});

describe('with evidence sync', () => {
  it('the reply says what was fetched, and a 424 what was tried', async () => {
    const synced = await startService({ config: () => ({ paper_evidence_sync_enabled: true }) });
    try {
      await takeInIdea(synced.api, 'synced');
      await runProject(synced.api, 'synced');
      const id = await draftPaper(synced.api);
      const path = `${automation}/${id}/rewrite-draft`;
      const reply = await send(synced, path, { idempotency_key: 'sync' });
      expect(reply.body['evidence_sync']).toMatchObject({ ok: true, error: null });
      const { fetched, unchanged } = reply.body['evidence_sync'] as Record<string, string[]>;
      // All of it came when the run was over, and is the same still.
      expect(fetched).toEqual([]);
      expect(unchanged).toEqual(expect.arrayContaining(['run_notes.md', 'results/summary.json']));
      // The worker forgets the project, and so does this side.
      rmSync(join(synced.dir, 'projects', 'synced'), { recursive: true });
      for (const gone of ['results', 'run_notes.md'])
        rmSync(join(evidenceFolder(synced, 'synced'), gone), { recursive: true });
      const missing = await send(synced, path, { idempotency_key: 'sync-2' });
      expect([missing.status, missing.body['code']]).toEqual([424, 'evidence_missing']);
      expect(missing.body['evidence_sync']).toMatchObject({ ok: false, fetched: [] });
    } finally {
      await synced.remove();
    }
  });
});

describe('draft-next', () => {
  it('never fails for missing evidence: noop, each candidate with its reason', async () => {
    const own = await startService();
    try {
      await takeInIdea(own.api, 'bare');
      await runProject(own.api, 'bare');
      for (const gone of ['results', 'run_notes.md'])
        rmSync(join(evidenceFolder(own, 'bare'), gone), { recursive: true });
      for (const body of [{}, { dry_run: false }, { dry_run: false, force: true }]) {
        const reply = await send(own, '/control/papers/draft-next', body);
        expect([reply.status, reply.body['action']]).toEqual([200, 'noop']);
        expect(reply.body['skipped']).toMatchObject([{ project_id: 'bare' }]);
      }
    } finally {
      await own.remove();
    }
  });

  it('drafts one paper per key and repeats its answer', async () => {
    const own = await startService();
    try {
      await takeInIdea(own.api, 'one');
      await runProject(own.api, 'one');
      const dry = await send(own, '/control/papers/draft-next', { idempotency_key: 'd' });
      expect(dry.body).toMatchObject({ action: 'dry_run_draft', paper: null });
      const body = { idempotency_key: 'd', dry_run: false };
      const first = await send(own, '/control/papers/draft-next', body);
      expect(first.body).toMatchObject({ action: 'drafted', candidate: { project_id: 'one' } });
      const again = await send(own, '/control/papers/draft-next', body);
      expect([again.text, again.replayed]).toEqual([first.text, true]);
      const other = await send(own, '/control/papers/draft-next', { dry_run: false });
      expect(other.body['action']).toBe('noop');
    } finally {
      await own.remove();
    }
  });
});
