/**
 * The kept end of the log against a model that knows what was answered: through commits, pauses,
 * crashes, clean ends, lost and damaged write-ahead logs and backups put back. Never a loss said that
 * is none, never one unsaid that was answered longer ago than promised, and no id taken for another.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { isLoss } from '../../../src/store/ports/log-finding.ts';
import {
  createHeadKeeper,
  type HeadKeeper,
  keepEveryMs,
} from '../../../src/store/sqlite/head/keep.ts';
import { openSettled, type SettledLog } from '../../../src/store/sqlite/head/settle.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { commitAll, createTempDir, queueTurn } from '../../support/store-fixtures.ts';

type Plain = 'checkpoint' | 'close' | 'crash' | 'crash_opening' | 'lose_log' | 'back_up';
type Step =
  | { readonly kind: 'commit'; readonly turns: number }
  /** Committed and answered; the process ends before the writer can keep the end. */
  | { readonly kind: 'commit_last' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: Plain }
  | { readonly kind: 'damage_log'; readonly at: number }
  | { readonly kind: 'put_back'; readonly head: 'stays' | 'removed' | 'with_it' };

const plain = (...kinds: readonly Plain[]) => fc.constantFrom(...kinds).map((kind) => ({ kind }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      turns: fc.constantFrom(1, 1, 4),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, keepEveryMs, keepEveryMs),
    }),
  },
  { weight: 4, arbitrary: plain('lose_log') },
  { weight: 4, arbitrary: plain('checkpoint', 'close', 'crash', 'crash_opening', 'back_up') },
  { weight: 1, arbitrary: fc.constant({ kind: 'commit_last' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('damage_log' as const),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('put_back' as const),
      head: fc.constantFrom('stays' as const, 'removed' as const, 'with_it' as const),
    }),
  },
);

/** One state folder over its lives, and what was answered in each epoch. */
class World {
  readonly #root: string;
  readonly #clock = createManualClock();
  readonly #opened: Database[] = [];
  #lives = 0;
  #path = '';
  #db!: Database;
  #journal!: Journal;
  #keeper!: HeadKeeper;
  log!: SettledLog;
  /** Last event answered; the last that the promise covers by now. */
  answered = 0;
  covered = 0;
  #answeredHash: string | undefined;
  #noted: { readonly atMs: number; readonly eventId: number }[] = [];
  /** Hash of each event that was ever answered, by epoch. */
  readonly #known = new Map<string, Map<number, string>>();
  #projects = 0;

  constructor(root: string) {
    this.#root = root;
    this.#path = this.#nextPath();
    this.open();
  }

  open(): void {
    const opened = openSettled(
      this.#path,
      () => openSqlite({ path: this.#path, synchronous: 'OFF' }),
      this.#clock,
    );
    this.log = opened.log;
    // As a service does: the writer's connection comes after this one is gone.
    opened.db.close();
    this.#db = openSqlite({ path: this.#path, synchronous: 'OFF' });
    this.#opened.push(this.#db);
    this.#journal = createStoreJournal(this.#db);
    this.#keeper = createHeadKeeper({
      path: `${this.#path}-head`,
      epoch: this.log.lineage.epoch,
      clock: this.#clock,
    });
    this.answered = this.head();
    this.#answeredHash = this.hashOf(this.answered);
    this.covered = this.answered;
    this.#noted = [];
  }

  head(): number {
    return Number(this.#db.prepare('SELECT coalesce(max(event_id), 0) FROM events').pluck().get());
  }

  hashOf(eventId: number): string | undefined {
    return this.#db
      .prepare<[number], string>('SELECT hash FROM events WHERE event_id = ?')
      .pluck()
      .get(eventId);
  }

  async commit(turns: number): Promise<void> {
    const batch = Array.from({ length: turns }, () => {
      this.#projects += 1;
      return queueTurn(`p${this.#projects}`);
    });
    const before = this.answered;
    await commitAll(this.#journal, batch);
    this.answered = this.head();
    this.#answeredHash = this.hashOf(this.answered);
    const { epoch } = this.log.lineage;
    const known = this.#known.get(epoch) ?? new Map<number, string>();
    for (let id = before + 1; id <= this.answered; id += 1) known.set(id, this.hashOf(id)!);
    this.#known.set(epoch, known);
  }

  note(): void {
    const eventId = this.answered;
    this.#keeper.note({ eventId, hash: this.hashOf(eventId)! });
    this.#noted.push({ atMs: this.#clock.monotonic(), eventId });
    this.wait(0);
  }

  wait(ms: number): void {
    this.#clock.advance(ms);
    const dueMs = this.#clock.monotonic() - keepEveryMs;
    for (const { atMs, eventId } of this.#noted) if (atMs <= dueMs) this.covered = eventId;
  }

  checkpoint(): void {
    this.#db.pragma('wal_checkpoint(PASSIVE)');
  }

  close(): void {
    const hash = this.hashOf(this.answered) ?? '';
    this.#keeper.close({ eventId: this.answered, hash });
    this.#db.close();
  }

  /** The process is gone: what it had written is found where it was, by the next. */
  crash(): void {
    const before = this.#path;
    this.#path = this.#nextPath();
    copyFileSync(before, this.#path);
    if (existsSync(`${before}-wal`)) copyFileSync(`${before}-wal`, `${this.#path}-wal`);
    // Moved and not copied: it is the same file still.
    if (existsSync(`${before}-head`)) renameSync(`${before}-head`, `${this.#path}-head`);
    this.#db.close();
  }

  /** The next opening cannot keep the end, as if the process ended just before. */
  blockHead(): void {
    mkdirSync(`${this.#path}-head.new`);
  }

  loseLog(): void {
    rmSync(`${this.#path}-wal`, { force: true });
  }

  damageLog(at: number): void {
    const path = `${this.#path}-wal`;
    if (!existsSync(path)) return;
    const wal = readFileSync(path);
    Buffer.alloc(64, 0x5a).copy(wal, Math.floor(at * wal.length));
    writeFileSync(path, wal);
  }

  get #backup(): string {
    return join(this.#root, 'backup.db');
  }
  get hasBackup(): boolean {
    return existsSync(this.#backup);
  }
  backUp(): void {
    rmSync(this.#backup, { force: true });
    this.#db.prepare('VACUUM INTO ?').run(this.#backup);
    rmSync(`${this.#backup}-head`, { force: true });
    if (existsSync(`${this.#path}-head`)) {
      copyFileSync(`${this.#path}-head`, `${this.#backup}-head`);
    }
  }
  putBack(head: 'stays' | 'removed' | 'with_it'): void {
    rmSync(`${this.#path}-wal`, { force: true });
    copyFileSync(this.#backup, this.#path);
    if (head !== 'stays') rmSync(`${this.#path}-head`, { force: true });
    if (head === 'with_it' && existsSync(`${this.#backup}-head`)) {
      copyFileSync(`${this.#backup}-head`, `${this.#path}-head`);
    }
  }

  /** Hash of the last event that was answered, whichever epoch it is of; undefined before the first. */
  get answeredHash(): string | undefined {
    return this.#answeredHash;
  }

  /** Whatever an epoch is said to hold is what was answered under it. */
  checkIds(): void {
    for (const [epoch, events] of this.#known) {
      for (const [eventId, hash] of events) {
        if (this.log.lineage.holds(epoch, eventId)) expect(this.hashOf(eventId)).toBe(hash);
        // A store that was put back from before an epoch cannot know what was answered under it.
        const isKnown = this.log.lineage.holds(epoch, 0);
        if (isKnown && this.log.lineage.holds(null, eventId))
          expect(this.hashOf(eventId)).toBe(hash);
      }
    }
  }

  end(): void {
    for (const db of this.#opened) db.close();
  }

  #nextPath(): string {
    this.#lives += 1;
    return join(this.#root, `life-${this.#lives}.db`);
  }
}

/** Opens the store again and holds what is said against what is so. */
function reopen(world: World, may: { readonly doubt: boolean }): void {
  const { answered, answeredHash, covered } = world;
  const before = world.log.lineage.epoch;
  world.open();
  const isOther = ![undefined, answeredHash].includes(world.hashOf(answered));
  const gone = answered - world.head();
  const { finding, lineage } = world.log;
  // As many events, but others: what was put back is from before the log that was answered under began.
  if (isOther) expect(finding !== null && isLoss(finding)).toBe(true);
  else if (gone <= 0) expect(finding === null || !isLoss(finding)).toBe(true);
  if (world.head() < covered) {
    expect(finding).not.toBeNull();
    expect(isLoss(finding!)).toBe(true);
    expect(finding!.eventsGone ?? 0).toBeGreaterThanOrEqual(covered - world.head());
    expect(finding!.eventsGone ?? 0).toBeLessThanOrEqual(gone);
    expect(world.log.loss).toEqual(finding);
  }
  if (!may.doubt) expect(finding).toBeNull();
  expect(lineage.epoch === before).toBe(finding === null);
  world.checkIds();
}

/** An operator goes back knowingly, so it is no loss unless what was kept says otherwise. */
function reopenPutBack(world: World, head: 'stays' | 'removed' | 'with_it'): void {
  if (head === 'stays') {
    const { answered } = world;
    const before = world.log.lineage.epoch;
    reopen(world, { doubt: true });
    if (world.head() < answered) expect(world.log.lineage.epoch).not.toBe(before);
    return;
  }
  world.open();
  expect(world.log.finding?.kind).toBe('copied');
  world.checkIds();
}

async function play(world: World, taken: Step): Promise<void> {
  switch (taken.kind) {
    case 'commit':
      await world.commit(taken.turns);
      world.note();
      return;
    case 'wait':
      world.wait(taken.ms);
      return;
    case 'checkpoint':
      world.checkpoint();
      return;
    case 'back_up':
      world.backUp();
      return;
    case 'close':
      world.close();
      reopen(world, { doubt: false });
      return;
    case 'commit_last':
      await world.commit(1);
      world.crash();
      reopen(world, { doubt: false });
      return;
    case 'crash':
      world.crash();
      reopen(world, { doubt: false });
      return;
    case 'crash_opening': {
      world.crash();
      world.loseLog();
      world.blockHead();
      reopen(world, { doubt: true });
      // It is in the store by now, so the next opening does not say it again.
      world.crash();
      reopen(world, { doubt: false });
      return;
    }
    case 'lose_log': {
      world.crash();
      world.loseLog();
      const { answered } = world;
      const before = world.log.lineage.epoch;
      reopen(world, { doubt: true });
      if (world.head() < answered) expect(world.log.lineage.epoch).not.toBe(before);
      return;
    }
    case 'damage_log':
      world.crash();
      world.damageLog(taken.at);
      reopen(world, { doubt: true });
      return;
    case 'put_back':
      if (!world.hasBackup) return;
      world.crash();
      world.putBack(taken.head);
      reopenPutBack(world, taken.head);
  }
}

describe('the kept end of the log', () => {
  it('says every loss that it promises to, and none that is none', async () => {
    const dir = createTempDir();
    let run = 0;
    const said = new Set<string>();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 10, size: 'max' }), async (steps) => {
          run += 1;
          const root = join(dir.path, String(run));
          mkdirSync(root);
          const world = new World(root);
          try {
            for (const taken of steps) {
              await play(world, taken);
              if (world.log.finding !== null) said.add(world.log.finding.kind);
            }
          } finally {
            world.end();
            rmSync(root, { recursive: true });
          }
        }),
        {
          ...propertyOptions(70),
          examples: [
            // Another event in the place of one that was answered in an epoch before the present one.
            [
              [
                { kind: 'commit', turns: 1 },
                { kind: 'back_up' },
                { kind: 'damage_log', at: 0 },
                { kind: 'commit', turns: 1 },
                { kind: 'checkpoint' },
                { kind: 'lose_log' },
                { kind: 'put_back', head: 'stays' },
              ],
            ],
          ],
        },
      );
    } finally {
      dir.remove();
    }
    // The others are rarer, and each has an example in judge-log.test.ts.
    expect(said).toContain('behind');
  });
});
