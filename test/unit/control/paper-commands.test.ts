/** Drafting and rewriting batches as use cases: order, bounds, and what one failure does to others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/control/commands/commands.ts';
import type { RewriteBatchRequest } from '../../../src/control/publication/rewrite-batch.ts';
import { limits } from '../../../src/domain/limits.ts';
import {
  type PaperHost,
  paperIdOf,
  plantCandidate,
  plantPaper,
  startPaperHost,
} from '../../support/paper-host.ts';
import { openTestStore, type TestStore } from '../../support/store-fixtures.ts';

type Row = Readonly<Record<string, unknown>>;
let store: TestStore;
let papers: PaperHost | undefined;
let written: string[] = [];
let failing = new Set<string>();
let without = new Set<string>();

beforeEach(() => {
  store = openTestStore();
  written = [];
  failing = new Set();
  without = new Set();
});
afterEach(async () => {
  await papers?.host.drain(5000);
  papers = undefined;
  await store.journal.close();
});

async function start(): Promise<PaperHost> {
  papers = await startPaperHost({
    journal: store.journal,
    reads: store.reads,
    without,
    write: (paperId) => {
      written.push(paperId);
      if (failing.has(paperId)) throw new Error(`${paperId} cannot be written`);
    },
  });
  return papers;
}
const draftNext = async (key: string | null = null): Promise<Row> => {
  const { context } = papers ?? (await start());
  const request = { requested_by: 'ann', dry_run: false, force: false };
  return (await runCommand(context, 'draft_next', { key, by: 'ann', request })).body as Row;
};
const batch = async (change: Partial<RewriteBatchRequest>, key: string | null = null) => {
  const { context } = papers ?? (await start());
  const request: RewriteBatchRequest = {
    requested_by: 'ann',
    paper_status: '',
    review_status: '',
    search: '',
    limit: 10,
    force: false,
    dry_run: false,
    skip_rewritten: true,
    ...change,
  };
  return (await runCommand(context, 'rewrite_batch', { key, by: 'ann', request })).body as Row;
};
const resultsOf = (body: Row): unknown[][] =>
  (body['results'] as Row[]).map((row) => [row['paper_id'], row['result'], row['code']]);

describe('draft-next', () => {
  it('is a noop without candidates, and lists at most ten of those passed over', async () => {
    expect(await draftNext()).toMatchObject({ action: 'noop', skipped_count: 0, paper: null });
    for (let index = 0; index < 12; index += 1) {
      without.add(`p${index}`);
      await plantCandidate(store, `p${index}`);
    }
    const body = await draftNext();
    expect(body).toMatchObject({ action: 'noop', skipped_count: 12 });
    expect(body['skipped']).toHaveLength(limits.draftSkippedMax);
  });

  it('reaches a candidate behind more without evidence than five pages hold', async () => {
    for (let index = 0; index < limits.draftPageSize * 5 + 5; index += 1) {
      without.add(`a${index}`);
      await plantCandidate(store, `a${index}`);
    }
    await plantCandidate(store, 'last', '2026-02-01T00:00:00.000Z');
    expect(await draftNext()).toMatchObject({
      action: 'drafted',
      candidate: { project_id: 'last' },
    });
  });

  it('tries those that failed before after all others, so that they never block the way', async () => {
    const old = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const project of old) {
      failing.add(paperIdOf(project));
      await plantCandidate(store, project);
    }
    await plantCandidate(store, 'good', '2026-02-01T00:00:00.000Z');
    expect(await draftNext()).toMatchObject({ action: 'noop', skipped_count: 5 });
    expect(await draftNext()).toMatchObject({
      action: 'drafted',
      candidate: { project_id: 'good' },
    });
  });

  it('under one key drafts one paper, however often it is asked', async () => {
    await plantCandidate(store, 'a');
    await plantCandidate(store, 'b');
    const first = await draftNext('k');
    expect(await draftNext('k')).toEqual(first);
    expect(written).toEqual([paperIdOf('a')]);
    expect(await draftNext('other')).toMatchObject({ candidate: { project_id: 'b' } });
  });
});

describe('a rewrite batch', () => {
  it('takes the best ranked, up to the limit, in order', async () => {
    for (const [index, project] of ['a', 'b', 'c'].entries())
      await plantPaper(store, project, { review: { rank_score: index } });
    const body = await batch({ limit: 2 });
    expect(written).toEqual([paperIdOf('c'), paperIdOf('b')]);
    expect(body).toMatchObject({ selected_count: 2, rewritten_count: 2, selection_complete: true });
  });

  it('is answered for the others when one cannot be written', async () => {
    for (const project of ['a', 'b']) await plantPaper(store, project);
    failing.add(paperIdOf('b'));
    const body = await batch({});
    expect(resultsOf(body)).toEqual([
      [paperIdOf('b'), 'failed', 'evidence_missing'],
      [paperIdOf('a'), 'rewritten', null],
    ]);
    expect((body['results'] as Row[])[0]).toMatchObject({ evidence_sync: { ok: false } });
  });

  it('passes over, with the reason, what cannot be rewritten', async () => {
    const named = { paper: { status: 'archived' as const }, review: { rank_score: 9 } };
    await plantPaper(store, 'archived', named);
    const body = await batch({ paper_status: 'archived' });
    expect(resultsOf(body)).toEqual([[paperIdOf('archived'), 'skipped', 'not_rewritable']]);
    expect(written).toEqual([]);
  });

  it('leaves finalized and rejected papers alone unless they are named', async () => {
    await plantPaper(store, 'f', { review: { status: 'finalized' } });
    await plantPaper(store, 'r', { review: { status: 'rejected' } });
    expect(resultsOf(await batch({ force: true }))).toEqual([]);
    expect(resultsOf(await batch({ review_status: 'finalized' }))).toEqual([
      [paperIdOf('f'), 'skipped', 'already_finalized'],
    ]);
    const forced = await batch({ review_status: 'finalized', force: true });
    expect(resultsOf(forced)).toEqual([[paperIdOf('f'), 'rewritten', null]]);
  });

  it('keeps its selection: a repeat under its key does not take the next papers', async () => {
    for (const project of ['a', 'b', 'c']) await plantPaper(store, project);
    const first = await batch({ limit: 1 }, 'k');
    expect(await batch({ limit: 1 }, 'k')).toEqual(first);
    expect(written).toHaveLength(1);
    await expect(batch({ limit: 2 }, 'k')).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('as a dry run writes nothing and uses no key up', async () => {
    await plantPaper(store, 'a');
    const preview = await batch({ dry_run: true }, 'k');
    expect(resultsOf(preview)).toEqual([[paperIdOf('a'), 'would_rewrite', null]]);
    expect(written).toEqual([]);
    expect(await batch({}, 'k')).toMatchObject({ rewritten_count: 1 });
  });
});
