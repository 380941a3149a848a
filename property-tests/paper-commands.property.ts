/**
 * Commands over several papers while the process dies before or after any commit: the caller who
 * repeats its key gets one answer, no paper is written twice for it, and no more than were asked for.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandName, CommandRequests } from '../src/control/commands/command-table.ts';
import { runCommand } from '../src/control/commands/commands.ts';
import { createCrashableJournal } from '../src/simulation/crashable-journal.ts';
import {
  paperIdOf,
  plantCandidate,
  plantPaper,
  startPaperHost,
} from '../test/support/paper-host.ts';
import { openTestStore, type TestStore } from '../test/support/store-fixtures.ts';
import { propertyOptions } from './options.ts';

type Row = Readonly<Record<string, unknown>>;
interface Crash {
  readonly commits: number;
  readonly moment: 'before' | 'after';
}
const crashes: fc.Arbitrary<readonly Crash[]> = fc.array(
  fc.record({
    commits: fc.integer({ min: 1, max: 12 }),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
  { minLength: 1, maxLength: 4 },
);
const projects = ['a', 'b', 'c', 'd', 'e'];

/** Runs the command under one key through all crashes, repeating it after each; its final body. */
async function runThrough<Name extends CommandName>(
  store: TestStore,
  plan: readonly Crash[],
  name: Name,
  request: CommandRequests[Name],
  failing: ReadonlySet<string>,
): Promise<Row> {
  const write = (paperId: string): void => {
    if (failing.has(paperId)) throw new Error(`${paperId} has no evidence`);
  };
  const call = { key: 'k', by: 'ann', request };
  for (const crash of plan) {
    const journal = createCrashableJournal(store.journal);
    journal.dieAt(crash.commits, crash.moment);
    const { context, host } = await startPaperHost({ journal, reads: store.reads, write });
    const done = runCommand(context, name, call).then(
      () => 'answered',
      () => 'refused',
    );
    const died = new Promise<string>((settle) => {
      const look = (): void => {
        if (journal.isDead) settle('died');
        else setImmediate(look);
      };
      look();
    });
    await Promise.race([done, died]);
    journal.die();
    // A dead process does nothing more.
    void host.drain(0).catch(() => undefined);
  }
  const { context, host } = await startPaperHost({
    journal: store.journal,
    reads: store.reads,
    write,
  });
  const { body } = await runCommand(context, name, call);
  const again = await runCommand(context, name, call);
  expect(again.replayed).toBe(true);
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(body));
  await host.drain(5000);
  return body as Row;
}

async function eventCount(store: TestStore, type: string, entityId = ''): Promise<number> {
  const events = await store.reads.events({
    before: null,
    limit: 500,
    entityType: '',
    entityId,
    eventType: type,
    search: '',
  });
  return events.length;
}

describe('a rewrite batch that dies on the way', () => {
  it('rewrites each chosen paper exactly once and answers for every one', async () => {
    await fc.assert(
      fc.asyncProperty(
        crashes,
        fc.subarray(projects),
        fc.integer({ min: 1, max: 6 }),
        async (plan, without, limit) => {
          const store = openTestStore();
          for (const [index, project] of projects.entries())
            await plantPaper(store, project, { review: { rank_score: 100 - index } });
          const failing = new Set(without.map(paperIdOf));
          const body = await runThrough(
            store,
            plan,
            'rewrite_batch',
            {
              requested_by: 'ann',
              paper_status: '',
              review_status: '',
              search: '',
              limit,
              force: false,
              dry_run: false,
              skip_rewritten: true,
            },
            failing,
          );
          const chosen = projects.slice(0, limit).map(paperIdOf);
          expect(
            (body['results'] as Row[]).map((row) => [row['paper_id'], row['result'], row['code']]),
          ).toEqual(
            chosen.map((id) =>
              failing.has(id) ? [id, 'failed', 'evidence_missing'] : [id, 'rewritten', null],
            ),
          );
          for (const project of projects) {
            const id = paperIdOf(project);
            const wanted = chosen.includes(id) && !failing.has(id) ? 1 : 0;
            expect(await eventCount(store, 'paper_review.draft_rewritten', id)).toBe(wanted);
            expect((await store.reads.get('paper', id))?.['rewrite_count']).toBe(wanted);
          }
          await store.journal.close();
        },
      ),
      propertyOptions(40),
    );
  });
});

describe('draft-next that dies on the way', () => {
  it('begins one paper under one key, and none beside one that is being written', async () => {
    await fc.assert(
      fc.asyncProperty(crashes, async (plan) => {
        const store = openTestStore();
        for (const [index, project] of projects.entries())
          await plantCandidate(store, project, `2026-01-01T00:00:0${index}.000Z`);
        const body = await runThrough(
          store,
          plan,
          'draft_next',
          { requested_by: 'pump', dry_run: false, force: false, wait: false },
          new Set(),
        );
        expect(body).toMatchObject({ action: 'draft_begun', candidate: { project_id: 'a' } });
        expect(await eventCount(store, 'paper.draft_started')).toBe(1);
        await store.journal.close();
      }),
      propertyOptions(40),
    );
  });

  it('drafts one paper under one key, the first that can be', async () => {
    await fc.assert(
      fc.asyncProperty(crashes, fc.subarray(projects), async (plan, without) => {
        const store = openTestStore();
        for (const [index, project] of projects.entries())
          await plantCandidate(store, project, `2026-01-01T00:00:0${index}.000Z`);
        const failing = new Set(without.map(paperIdOf));
        const body = await runThrough(
          store,
          plan,
          'draft_next',
          { requested_by: 'ann', dry_run: false, force: false },
          failing,
        );
        const able = projects.filter((project) => !failing.has(paperIdOf(project)));
        expect(body['action']).toBe(able.length === 0 ? 'noop' : 'drafted');
        expect(await eventCount(store, 'paper.drafted')).toBe(able.length === 0 ? 0 : 1);
        if (able[0] !== undefined) {
          expect(body['candidate']).toMatchObject({ project_id: able[0] });
          expect(body['paper']).toMatchObject({ paper_id: paperIdOf(able[0]) });
        }
        await store.journal.close();
      }),
      propertyOptions(40),
    );
  });
});
