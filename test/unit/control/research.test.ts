/** What is recognised in ideas and decisions, what is not, and what stays unknown. */
import { describe, expect, it } from 'vitest';
import { titleKey } from '../../../src/control/intake/same-title.ts';
import { followupProject, readFollowup } from '../../../src/control/research/followup-plan.ts';
import { launchNextFollowup } from '../../../src/control/research/followups.ts';
import { readStopCondition, readThreshold } from '../../../src/control/research/idea-text.ts';
import { readResearchQuality } from '../../../src/control/research/research-quality.ts';
import { readIdea, signalsOf } from '../../../src/control/research/research-signals.ts';
import { readLineage } from '../../../src/control/research/source-lineage.ts';
import { isProjectId } from '../../../src/domain/ids.ts';
import { limits } from '../../../src/domain/limits.ts';
import {
  createTestControl,
  followupDecision,
  project,
  testTarget,
} from '../../support/control-context.ts';
import { addManyItems } from '../../support/many-items.ts';
import {
  commitAll,
  endTurn,
  listQuery,
  openTestStore,
  queueItem,
  queueTurn,
  stateTurn,
} from '../../support/store-fixtures.ts';

const vague =
  'Look into whether the cache is any good, in whatever way seems best, and write down all that comes of it.';

describe('an idea without words for it', () => {
  it('is missing a threshold and a stop condition only where its text can be judged', () => {
    for (const read of [readThreshold, readStopCondition]) {
      expect(read(vague)).toMatchObject({ state: 'missing', matched: null });
      expect(read('').state).toBe('unknown');
      expect(read('A short title').state).toBe('unknown');
      expect(read('研究'.repeat(60)).state).toBe('unknown');
      expect(read(`${vague} `.repeat(limits.researchTextCharsMax / 50)).state).toBe('unknown');
    }
  });

  // What read the rest again for each mark would outlast the limit of a test.
  it('is read to its end whatever it holds', () => {
    const nasty = [
      'stop '.repeat(20_000),
      ': '.repeat(50_000),
      `${'<'.repeat(100_000)}`,
      '\n'.repeat(100_000),
      `at least ${'9'.repeat(100_000)}`,
    ];
    for (const text of nasty) {
      for (const read of [readThreshold, readStopCondition]) {
        expect(read(text)).toMatchObject({ state: 'unknown', matched: null });
      }
    }
  });
});

describe('an idea that says it', () => {
  it.each([
    ['Success threshold: 5 % lower latency', 'high'],
    ['- **Success criteria**: two seeds agree', 'high'],
    ['It counts when latency is at least 5 % lower', 'medium'],
    ['accuracy ≥ 0.9 on the test set', 'medium'],
    ['There is a threshold, to be found', 'low'],
  ])('has a threshold in %j', (text, confidence) => {
    expect(readThreshold(text)).toMatchObject({ state: 'stated', confidence });
  });

  it.each([
    ['Stop condition: after four hours', 'high'],
    ['Stop the run when the loss diverges', 'medium'],
    ['Run for up to 4 GPU hours', 'medium'],
    ['Use early stopping', 'low'],
  ])('has a stop condition in %j', (text, confidence) => {
    expect(readStopCondition(text)).toMatchObject({ state: 'stated', confidence });
  });
});

describe('signals of a decision', () => {
  const quiet = readIdea(null);
  const names = (change: Parameters<typeof followupDecision>[0], item = {}) =>
    signalsOf(
      queueItem('a', {
        status: 'completed',
        current_run_id: 'a-1',
        decision: followupDecision(change),
        ...item,
      }),
      quiet,
      [],
    ).map(({ signal, confidence }) => `${signal} ${confidence}`);

  it('are none for a sound one', () => expect(names({})).toEqual([]));

  it.each([
    [{ followup_success_threshold: null }, 'missing_success_threshold high'],
    [{ followup_stop_condition: ' ' }, 'missing_stop_condition high'],
    [{ evidence_strength: 'weak' as const }, 'thin_evidence high'],
    [{ followup_required_evidence: ['one'] }, 'thin_evidence high'],
    [{ summary: '' }, 'decision_without_results medium'],
  ])('tell %j', (change, signal) => expect(names(change)).toEqual([signal]));

  it('tell a positive decision on weak evidence from one that does not say', () => {
    const positive = { gate_verdict: { positive: true, field: 'f', value: 'v', reason: 'r' } };
    expect(names({ evidence_strength: 'weak' }, positive)).toContain(
      'positive_decision_with_weak_evidence high',
    );
    expect(names({ evidence_strength: null }, positive)).toEqual([
      'positive_decision_with_weak_evidence low',
    ]);
    expect(names({}, positive)).toEqual([]);
  });
});

describe('a follow-up', () => {
  it('is refused with every member that is missing, an empty decision with all of them', () => {
    const bare = {
      project_decision: 'finalize_negative',
      research_outcome: 'negative',
      hypothesis_status: 'mixed',
    } as const;
    expect(readFollowup(bare)).toEqual({
      ok: false,
      missing: [
        'followup_type',
        'followup_title',
        'followup_hypothesis',
        'followup_required_evidence (0 of at least 2 different items)',
        'followup_success_threshold',
        'followup_stop_condition',
      ],
    });
  });

  it('has an id that is one, whatever the title, and differs from parent to parent', () => {
    for (const followup_title of ['x'.repeat(500), '研究', '../..', 'Look\ndeeper']) {
      const read = readFollowup(followupDecision({ followup_title }));
      if (!read.ok) throw new Error(String(read.missing));
      const made = ['a', 'b'.repeat(limits.projectIdCharsMax)].map((id) =>
        followupProject(read.fields, {
          item: queueItem(id, { current_run_id: 'r', decision: followupDecision() }),
          project: project(id),
        }),
      );
      for (const { project_id, project_name } of made) {
        expect(isProjectId(project_id), project_id).toBe(true);
        expect(project_name).not.toMatch(/\p{Cc}/u);
      }
      expect(made[0]?.project_id).not.toBe(made[1]?.project_id);
    }
  });
});

it('a follow-up is found behind any number that cannot be launched', async () => {
  const { db, journal, reads } = openTestStore();
  const done = {
    status: 'completed',
    current_run_id: 'r',
    decision: followupDecision({}),
  } as const;
  // They have no project, so nobody knows how deep theirs would be.
  addManyItems(db, { count: 5_100, variants: [done], variantOf: '0' });
  const late = queueItem('z1', { ...done, updated_at: '2026-02-01T00:00:00.000Z' });
  await commitAll(journal, [
    stateTurn('project', 'z1', 1, project('z1')),
    stateTurn('queue_item', 'z1', 1, late),
  ]);
  const control = createTestControl({ reads, targets: [testTarget()] });
  const asked = { dry_run: true, requested_by: 'test', max_followup_depth: 5 };
  expect(await launchNextFollowup(control, asked)).toMatchObject({
    action: 'dry_run_followup',
    skipped_count: 5_100,
    followup: { parent_project_id: 'z1' },
  });
});

it('a parent that has none to launch is judged again only where it, or what speaks against it, changed', async () => {
  const { journal, reads: stored } = openTestStore();
  const read: string[] = [];
  const reads: typeof stored = {
    ...stored,
    get: (kind, id) => {
      read.push(`${kind}/${id}`);
      return stored.get(kind, id);
    },
  };
  const asked = { dry_run: true, requested_by: 'test', max_followup_depth: 5 };
  const control = createTestControl({ reads, targets: [testTarget()] });
  /** What the look says of each, and which items it read. */
  const look = async (change: Partial<typeof asked> = {}) => {
    read.length = 0;
    const { skipped, followup } = await launchNextFollowup(control, { ...asked, ...change });
    return {
      launches: followup?.parent_project_id ?? null,
      skipped: skipped.map(({ project_id: id, reason }) => `${id}: ${reason}`),
      read: read.filter((name) => name.startsWith('queue_item/')),
    };
  };
  const done = (id: string, title: string) =>
    queueItem(id, {
      status: 'completed',
      current_run_id: 'r',
      decision: followupDecision({ followup_title: title }),
    });
  const titled = (id: string, title: string) =>
    project(id, { project_name: title, title_key: titleKey(title) });
  await commitAll(journal, [
    stateTurn('queue_item', 'gone', 1, done('gone', 'Of none')),
    stateTurn('queue_item', 'like', 1, done('like', 'Taken')),
    stateTurn('project', 'like', 1, project('like')),
    stateTurn('project', 'other', 1, titled('other', 'Taken')),
  ]);
  const skipped = [
    'gone: its project record does not exist, so its depth is unknown',
    'like: project other has the title or id of its follow-up already',
  ];
  const first = { launches: null, skipped, read: ['queue_item/gone', 'queue_item/like'] };
  expect(await look()).toEqual(first);
  expect(await look()).toEqual({ ...first, read: [] });
  expect(await look({ max_followup_depth: 4 })).toEqual(first);
  expect(await look({ max_followup_depth: 4 })).toEqual({ ...first, read: [] });
  const shallow = { max_followup_depth: 4 };
  // The project whose title it was has another.
  await commitAll(journal, [stateTurn('project', 'other', 2, titled('other', 'Free'))]);
  expect(await look(shallow)).toMatchObject({ launches: 'like', skipped: [skipped[0]] });
  await commitAll(journal, [stateTurn('project', 'other', 3, titled('other', 'Taken'))]);
  expect(await look(shallow)).toMatchObject({ launches: null, skipped });
  // The item asks for another title.
  await commitAll(journal, [stateTurn('queue_item', 'like', 2, done('like', 'Untaken'))]);
  expect(await look(shallow)).toMatchObject({ launches: 'like', skipped: [skipped[0]] });
  // The project that there was not is there, and gone again.
  await commitAll(journal, [stateTurn('project', 'gone', 1, project('gone'))]);
  expect(await look(shallow)).toMatchObject({ launches: 'gone', skipped: [] });
  await commitAll(journal, [endTurn('project', 'gone', 1)]);
  expect(await look(shallow)).toMatchObject({ launches: 'like', skipped: [skipped[0]] });
  await journal.close();
});

describe('lineage and totals', () => {
  it('name orphans and duplicates, end at a circle, and say when not all was looked at', async () => {
    const { journal, reads } = openTestStore();
    const many = limits.researchScanMax + 3;
    await commitAll(journal, [
      stateTurn('project', 'orphan', 1, project('orphan', { parent_project_id: 'ghost' })),
      stateTurn('project', 'x', 1, project('x', { parent_project_id: 'y', source_ref: 'doi:1' })),
      stateTurn('project', 'y', 1, project('y', { parent_project_id: 'x', source_ref: 'doi:1' })),
      ...Array.from({ length: many }, (_, index) => queueTurn(`q${index}`)),
    ]);
    const context = createTestControl({ reads });
    const lineage = await readLineage(context, { cursor: null, page_size: 50 });
    const rowOf = (id: string) => lineage.rows.find((row) => row.project_id === id);
    expect(rowOf('orphan')).toMatchObject({ is_orphan: true, ancestors: [] });
    expect(rowOf('x')).toMatchObject({
      ancestors: ['y'],
      children: ['y'],
      duplicates: ['y'],
      is_orphan: false,
    });
    expect(lineage.totals).toMatchObject({ orphans: 1, with_duplicates: 2, with_children: 2 });
    const { totals, rows } = await readResearchQuality(context, listQuery({ pageSize: 2 }));
    expect(totals).toMatchObject({
      examined: limits.researchScanMax,
      queue_total: many,
      capped: true,
      text_unknown: limits.researchScanMax,
    });
    expect(rows[0]?.admission).toMatchObject({
      admissible: false,
      reasons: [expect.objectContaining({ code: 'no_project_record' })],
    });
    await journal.close();
  });
});
