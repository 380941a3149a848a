/** Why messages, imports, batches and replications go no further: the reason of each status, and what helps. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/control/common/ports.ts';
import type { Vitals } from '../../../src/control/common/vitals.ts';
import { explain } from '../../../src/control/explain/explain.ts';
import type { ExplainableKind, Finding } from '../../../src/control/explain/explanation.ts';
import { blank } from '../../../src/domain/blank.ts';
import { batchPaperSchema } from '../../../src/domain/entities/rewrite-batch.ts';
import { limits } from '../../../src/domain/limits.ts';
import {
  corpusEntrySchema,
  followupSchema,
  incidentSchema,
  notificationSchema,
  type Pump,
  paperReviewSchema,
  paperSchema,
  pumpSchema,
  queueItemSchema,
  replicationSchema,
  rewriteBatchSchema,
} from '../../../src/domain/records.ts';
import { createTestControl } from '../../support/control-context.ts';
import { keeperOf } from '../../support/readiness-scenes.ts';
import { openTestStore, someTime, type TestStore } from '../../support/store-fixtures.ts';

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.journal.close());

const times = { created_at: someTime, updated_at: someTime };
const sent = (change: object) => ({
  ...blank(notificationSchema, { notification_id: 'x', channel: 'ntfy' }),
  ...times,
  ...change,
});
const member = {
  fingerprint: 'worker_unreachable:w',
  alert_kind: 'worker_unreachable',
  subject: 'w',
  severity: 'critical',
  message: 'w does not answer',
  suggested_action: 'start it',
  since: null,
  joined_at: someTime,
  left_at: null,
  told: true,
};
const delivery = {
  sequence: 1,
  channel: 'ntfy',
  news: 'firing',
  said_at: someTime,
  state: 'undeliverable',
  receipt: null,
  reason: 'ntfy answered 401',
  answered_at: someTime,
};
const incident = (change: object) => ({
  ...blank(incidentSchema, { incident_id: 'x' }),
  opened_at: someTime,
  channels: ['ntfy'],
  members: [member],
  ...times,
  ...change,
});
const entry = (change: object) => ({
  ...blank(corpusEntrySchema, { paper_id: 'x' }),
  ...times,
  ...change,
});
const batch = (change: object) => ({
  ...blank(rewriteBatchSchema, { batch_id: 'x' }),
  papers: [
    { ...blank(batchPaperSchema, { paper_id: 'p1' }), result: 'failed', detail: 'no draft' },
    { ...blank(batchPaperSchema, { paper_id: 'p2' }), result: 'waiting' },
  ],
  ...times,
  ...change,
});
const replication = (change: object) => ({
  ...blank(replicationSchema, { paper_id: 'x' }),
  child_project_id: 'again',
  ...times,
  ...change,
});

it.each<[ExplainableKind, object, Partial<Finding>]>([
  [
    'notification',
    sent({ status: 'waiting', attempts: 2, last_error: 'time-out', next_attempt_at: someTime }),
    { code: 'waiting', blocked: true, reason: expect.stringContaining('failed: time-out') },
  ],
  [
    'notification',
    sent({ status: 'delivered', receipt: 'r-1', delivered_at: someTime }),
    { code: 'delivered', blocked: false, reason: 'ntfy took it: r-1' },
  ],
  [
    'incident',
    incident({ status: 'open', deliveries: [delivery] }),
    {
      code: 'untold',
      reason: 'w does not answer; ntfy did not take the message: ntfy answered 401',
      unblock: { action: 'start it' },
    },
  ],
  [
    'incident',
    incident({ status: 'open', channels: [] }),
    { code: 'open', reason: expect.stringContaining('nobody is told: no channel') },
  ],
  ['incident', incident({ status: 'quiet', members: [], due_at: someTime }), { blocked: false }],
  ['corpus_entry', entry({ status: 'imported', public_id: 'O-1' }), { blocked: false }],
  [
    'rewrite_batch',
    batch({ status: 'running' }),
    {
      reason: 'p2 is being rewritten, 1 of 2 are left',
      evidence: expect.objectContaining({
        problems: [expect.objectContaining({ paper_id: 'p1', detail: 'no draft' })],
      }),
    },
  ],
  ['rewrite_batch', batch({ status: 'canceled' }), { blocked: false, code: 'canceled' }],
  [
    'followup',
    { ...blank(followupSchema, { child_project_id: 'deeper' }), ...times, status: 'launched' },
    { code: 'launched', blocked: false, since: someTime },
  ],
  [
    'replication',
    replication({ status: 'waiting' }),
    {
      reason: 'it waits for the run of again',
      unblock: { action: 'Ask why that project does not go on (orrery why queue_item again)' },
    },
  ],
  [
    'replication',
    replication({ status: 'failed', last_error: 'no results' }),
    { blocked: true, reason: 'it came to no result: no results' },
  ],
])('%s: says why, from its own row', async (kind, state, finding) => {
  await keeperOf(store)([[kind, 'x', { ...state }]]);
  const context = {
    control: createTestControl({ reads: store.reads }),
  } as unknown as CommandContext;
  const told = await explain(context, kind, 'x');
  expect(told).toMatchObject(finding);
  expect(told.unblock.action).not.toContain('/control/');
});

it.each([
  ['failed', { status: 'finalized', package_dir: 'p' }, '/control/api/v1/corpus/import'],
  ['removed', { status: 'finalized', package_dir: 'p' }, '/control/api/v1/corpus/import'],
  ['removed', { status: 'rejected' }, '/control/api/publication-automation/x/status'],
])('an entry that is %s: names what its paper stands before', async (status, review, path) => {
  const why = { last_error: 'the folder is full', removed_by: 'ann', removal_reason: 'wrong' };
  await keeperOf(store)([
    ['corpus_entry', 'x', entry({ status, ...why })],
    ['paper', 'x', { ...blank(paperSchema, { paper_id: 'x' }), ...times, status: 'draft_review' }],
    ['paper_review', 'x', { ...blank(paperReviewSchema, { paper_id: 'x' }), ...times, ...review }],
  ]);
  const control = createTestControl({ reads: store.reads });
  const told = await explain({ control } as unknown as CommandContext, 'corpus_entry', 'x');
  expect(told).toMatchObject({ code: status, blocked: true, unblock: { request: { path } } });
  const isAgain = status === 'removed' && path.endsWith('import');
  expect(told.unblock.request?.body['accept_duplicate']).toBe(isAgain ? true : undefined);
});

const pump = (change: Partial<Pump>) => ({
  ...blank(pumpSchema, {}),
  ...times,
  enabled: true,
  changed_at: someTime,
  ...change,
});
const explainMain = async (
  rows: readonly (readonly [string, string, object])[],
  vitals: Partial<Vitals> = {},
) => {
  await keeperOf(store)(rows.map(([kind, id, state]) => [kind, id, { ...state }]));
  const control = createTestControl({ reads: store.reads, liveDispatchEnabled: true, vitals });
  return explain({ control } as unknown as CommandContext, 'pump', 'main');
};

it.each<[string, Partial<Pump>, Partial<Finding>]>([
  ['off', { status: 'off', enabled: false, reason: 'new driver' }, { code: 'off', blocked: true }],
  [
    'backing off',
    { status: 'backing_off', failing_since: someTime, last_error: 'no disk' },
    { code: 'backing_off', blocked: true, since: someTime },
  ],
  [
    'stepping',
    { status: 'stepping', tick: 7 },
    { code: 'stepping', reason: 'step 7 is under way' },
  ],
  ['waiting', { status: 'waiting', quiet_since: someTime }, { code: 'waiting', since: someTime }],
])('a pump that is %s says why, since when, and what helps', async (_words, state, finding) => {
  const told = await explainMain([['pump', 'main', pump(state)]]);
  expect(told).toMatchObject({ question: 'not stepping', ...finding });
  expect(told.reason).toContain(state.reason ?? state.last_error ?? '');
});

it('says of a pump whose step does not end that it stands still', async () => {
  const vitals = {
    pump: () =>
      Promise.resolve({ next_at: null, busy_ms: limits.outboxStuckMs + 1, nothing_ms: null }),
  };
  const told = await explainMain([['pump', 'main', pump({ status: 'stepping' })]], vitals);
  expect(told).toMatchObject({ code: 'standing_still', blocked: true });
  expect(told.unblock.action).toContain('restart');
});

it('says of a pump that is on that the queue is closed, and of none that it is off', async () => {
  const closed = { status: 'paused', reason: 'lunch', changed_by: 'ann', ...times };
  const told = await explainMain([
    ['pump', 'main', pump({ status: 'waiting' })],
    ['control', 'main', closed],
  ]);
  expect(told).toMatchObject({
    code: 'queue_paused',
    blocked: true,
    unblock: { request: { path: '/control/resume' } },
  });
});

it('says why a project is not followed up in the words of the launch', async () => {
  const item = { ...blank(queueItemSchema, { project_id: 'x' }), ...times, status: 'running' };
  await keeperOf(store)([['queue_item', 'x', item]]);
  const context = {
    control: createTestControl({ reads: store.reads }),
  } as unknown as CommandContext;
  expect(await explain(context, 'followup', 'x')).toMatchObject({
    blocked: true,
    code: 'not_followed_up',
    reason: expect.stringContaining('only completed items are followed up'),
  });
  await expect(explain(context, 'followup', 'y')).rejects.toMatchObject({ status: 404 });
});
