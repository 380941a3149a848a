/**
 * A draft that is canceled while its process dies before or after any commit: it has one writer at a time, ends once,
 * whoever waits has one answer, and what nobody finishes is ended by the wish alone.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWritePaper } from '../src/control/papers/write-paper.ts';
import { createWritingStops } from '../src/control/papers/writing-stops.ts';
import { canceledWords } from '../src/domain/paper-moves.ts';
import type { PaperWork } from '../src/papers/work/paper-work.ts';
import { createCrashableJournal } from '../src/simulation/crashable-journal.ts';
import { paperIdOf, sampleDecision, startPaperHost } from '../test/support/paper-host.ts';
import { openTestStore, type TestStore } from '../test/support/store-fixtures.ts';
import { propertyOptions } from './options.ts';

interface Life {
  /** Null: the process dies of nothing. */
  readonly crash: { readonly commits: number; readonly moment: 'before' | 'after' } | null;
  /** Turns of the event loop until the writer is done; null: it goes on for ever. */
  readonly writes: number | null;
  readonly cancels: boolean;
}
const writes = fc.option(fc.nat({ max: 12 }), { freq: 2 });
const lives: fc.Arbitrary<readonly Life[]> = fc.array(
  fc.record({
    crash: fc.record({
      commits: fc.integer({ min: 1, max: 6 }),
      moment: fc.constantFrom('before' as const, 'after' as const),
    }),
    writes,
    cancels: fc.boolean(),
  }),
  { maxLength: 3 },
);

const id = paperIdOf('p');
const address = { kind: 'paper', id };
const draft = {
  type: 'DRAFT',
  paper_id: id,
  project_id: 'p',
  project_name: 'P',
  project_dir: 'p',
  run_id: 'p-1',
  decision: sampleDecision,
};
const written = {
  title: 'A title',
  draft_markdown_path: 'paper.md',
  draft_latex_path: 'paper.tex',
  evidence_bundle_path: 'evidence_bundle.json',
  claim_ledger_path: 'claim_ledger.json',
  manifest_path: 'paper_manifest.json',
  artifact_sha256: {},
  report: {},
};

/** Writings of one paper that met another one. */
let overlaps = 0;
/** A writer that notices at once when it is to stop, as a thread that is ended; of a dead process it does nothing more. */
function writerOf(turns: number | null, isDead: () => boolean): Pick<PaperWork, 'write'> {
  let underWay = 0;
  return {
    async write(_task, signal) {
      underWay += 1;
      try {
        if (underWay > 1) overlaps += 1;
        for (let turn = 0; turns === null || turn < turns; turn += 1) {
          await new Promise(setImmediate);
          if (isDead()) return await new Promise<never>(() => {});
          signal?.throwIfAborted();
        }
        return written;
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** One process: the draft is asked for under one key, and may be canceled. What it answers, unless it dies. */
async function live(store: TestStore, { crash, writes: turns, cancels }: Life) {
  const journal = createCrashableJournal(store.journal);
  if (crash !== null) journal.dieAt(crash.commits, crash.moment);
  const stops = createWritingStops();
  const work = { ...writerOf(turns, () => journal.isDead), nextQuestion: async () => null };
  const options = { reads: store.reads, stops, work, replicates: false, artifactRoot: '/nowhere' };
  const died = new Promise<null>((settle) => {
    const look = (): void => {
      if (journal.isDead) settle(null);
      else setImmediate(look);
    };
    look();
  });
  const starting = startPaperHost({
    journal,
    reads: store.reads,
    write: () => {},
    effects: {
      'paper.draft': createWritePaper(
        { ...options, clock: { now: () => 0 } } as unknown as Parameters<
          typeof createWritePaper
        >[0],
        'DRAFTED',
      ),
    },
  });
  const started = await Promise.race([starting, died]);
  if (started === null) return { reply: null, again: null };
  const { host } = started;
  const ask = (): ReturnType<typeof host.ask> =>
    host.ask(address, draft, { by: 'ann', idempotency: { key: 'k', payload: {} } });
  const answered = ask();
  // Asked until somebody writes: the draft is looked up by its key first.
  const cancel = async () => {
    let isOver = false;
    void answered.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const wish = { type: 'CANCEL_WRITING', reason: null } as never;
      const reply = await host.ask(address, wish, { by: 'bob' });
      if (reply.ok && reply.outcome.accepted) stops.stop(id);
      if (reply.ok && reply.outcome.refusal?.code !== 'nothing_is_written') break;
      await new Promise(setImmediate);
    }
    return answered;
  };
  const reply = await Promise.race([cancels ? cancel() : answered, died]);
  const again = reply === null ? null : await Promise.race([ask(), died]);
  journal.die();
  void host.drain(0).catch(() => undefined);
  return { reply, again };
}

const count = async ({ reads }: TestStore, type: string): Promise<number> =>
  (await reads.newestEvents(type, 10)).length;

describe('a draft that is canceled', () => {
  it('ends once over all deaths of its process, as written or as canceled', async () => {
    await fc.assert(
      fc.asyncProperty(lives, writes, async (plan, last) => {
        const store = openTestStore();
        // A process that would wait for ever for a writer that is never done cancels or dies.
        for (const life of plan)
          await live(store, { ...life, cancels: life.cancels || life.writes === null });
        const { reply, again } = await live(store, { crash: null, writes: last, cancels: true });
        const paper = await store.reads.get('paper', id);
        expect(paper).toMatchObject({ cancel_requested: null, pending_request: null });
        if (paper?.['status'] !== 'draft_review') {
          expect(paper).toMatchObject({
            status: 'human_review_required',
            last_error: `${canceledWords} bob`,
          });
        }
        const ends = [
          await count(store, 'paper.drafted'),
          await count(store, 'paper.draft_failed'),
        ];
        expect(ends.toSorted((one, other) => one - other)).toEqual([0, 1]);
        expect(await count(store, 'paper.cancel_requested')).toBeLessThanOrEqual(1);
        const result = paper?.['status'] === 'draft_review' ? 'drafted' : 'failed';
        expect(reply).toMatchObject({ ok: true, outcome: { body: { result } } });
        expect(again).toMatchObject({
          ok: true,
          replayed: true,
          outcome: { body: { result } },
        });
        expect(overlaps).toBe(0);
        await store.journal.close();
      }),
      propertyOptions(40),
    );
  });
});
