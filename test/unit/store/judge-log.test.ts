/** What is said of a log from what was kept of its end and from its write-ahead log, case by case. */
import { describe, expect, it } from 'vitest';
import { isLoss } from '../../../src/store/ports/log-finding.ts';
import type { KeptHead, KeptHeadRead } from '../../../src/store/sqlite/head/head-file.ts';
import { type FoundLog, judgeLog } from '../../../src/store/sqlite/head/judge.ts';
import { soundWal, type WalLook } from '../../../src/store/sqlite/head/wal-look.ts';

const kept = (head: Partial<KeptHead> = {}, isCopy = false): KeptHeadRead => ({
  kind: 'kept',
  head: { epoch: 'one', event_id: 7, hash: 'h7', at: 'then', state: 'open', ...head },
  isCopy,
});
const none: KeptHeadRead = { kind: 'none' };
const unreadable: KeptHeadRead = { kind: 'unreadable', why: 'it was altered' };
const log = (more: Partial<FoundLog> = {}): FoundLog => ({
  epochs: [{ epoch: 'one', fromEventId: 0 }],
  begunOn: null,
  isNew: false,
  lastEventId: 9,
  lastEventAt: 'lately',
  hashOf: (eventId) => (eventId > (more.lastEventId ?? 9) ? null : `h${eventId}`),
  ...more,
});
const wal = (more: Partial<WalLook>): WalLook => ({ ...soundWal, ...more });
const twoEpochs = [
  { epoch: 'one', fromEventId: 0 },
  { epoch: 'two', fromEventId: 5 },
];
const settled = log({
  epochs: twoEpochs,
  begunOn: { epoch: 'one', event_id: 7, hash: 'h7' },
  lastEventId: 5,
});

describe('a log that is the one that was left', () => {
  it.each<[string, KeptHeadRead, WalLook, FoundLog]>([
    ['ended at what was kept', kept({ event_id: 9, hash: 'h9' }), soundWal, log()],
    ['went on after it was last kept', kept(), soundWal, log()],
    [
      'was closed, so that no write-ahead log is left',
      kept({ state: 'closed' }),
      wal({ state: 'missing' }),
      log(),
    ],
    [
      'is empty and was kept so',
      kept({ event_id: 0, hash: '' }),
      soundWal,
      log({ lastEventId: 0 }),
    ],
    ['comes from a program that kept nothing', none, soundWal, log({ isNew: true })],
    [
      'was said to be another before, in the start that was broken off',
      kept(),
      wal({ state: 'missing' }),
      settled,
    ],
  ])('%s', (_what, head, look, found) => {
    expect(judgeLog(head, look, found)).toBeNull();
  });
});

describe('a log that is not', () => {
  it.each<[string, string, boolean, number, KeptHeadRead, WalLook, FoundLog]>([
    ['ends before what was kept', 'behind', true, 5, kept(), soundWal, log({ lastEventId: 5 })],
    [
      'is behind one it has nothing to do with',
      'behind',
      true,
      0,
      kept({ epoch: 'elsewhere' }),
      soundWal,
      log({ lastEventId: 5 }),
    ],
    [
      'is empty where there was something',
      'behind',
      true,
      0,
      kept(),
      soundWal,
      log({ lastEventId: 0 }),
    ],
    ['has another event there', 'other', true, 0, kept({ hash: 'f00d' }), soundWal, log()],
    [
      'lost the end of two transactions',
      'damaged',
      true,
      9,
      kept(),
      wal({ droppedFrames: 4, droppedCommits: 2 }),
      log(),
    ],
    [
      'lost the end of one, which may not have been answered',
      'doubtful',
      false,
      9,
      kept(),
      wal({ droppedFrames: 1, droppedCommits: 1 }),
      log(),
    ],
    [
      'has no write-ahead log though it was not closed',
      'doubtful',
      false,
      9,
      kept(),
      wal({ state: 'missing' }),
      log(),
    ],
    ['has an empty one', 'doubtful', false, 9, kept(), wal({ state: 'empty' }), log()],
    [
      'has one whose header is damaged',
      'doubtful',
      false,
      9,
      kept(),
      wal({ state: 'damaged_header' }),
      log(),
    ],
    ['has an end that cannot be read', 'doubtful', false, 9, unreadable, soundWal, log()],
    ['came without its end', 'copied', false, 9, none, soundWal, log()],
    ['was brought here with its end', 'copied', false, 9, kept({}, true), soundWal, log()],
    [
      'is an earlier one with the same events',
      'copied',
      false,
      7,
      kept({ epoch: 'two' }),
      soundWal,
      log(),
    ],
  ])('%s', (_what, kind, loss, fromEventId, head, look, found) => {
    const judged = judgeLog(head, look, found);
    expect(judged).toMatchObject({ fromEventId, finding: { kind } });
    expect(isLoss(judged!.finding)).toBe(loss);
  });

  it('is said with the numbers', () => {
    const look = wal({ droppedFrames: 12, droppedCommits: 3 });
    const { finding } = judgeLog(kept(), look, log({ lastEventId: 5 }))!;
    expect(finding).toMatchObject({
      eventsGone: 2,
      lastEventId: 5,
      keptEventId: 7,
      keptAt: 'then',
    });
    expect(finding.message).toBe(
      'the log ends at event 5, but event 7 had been committed by then: 2 acknowledged events are gone (12 frames of the write-ahead log were dropped, with the end of 3 transactions)',
    );
  });
});
