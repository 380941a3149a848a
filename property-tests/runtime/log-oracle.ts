/**
 * What the log of a world at rest must say: every payment came once and in order, every reminder once
 * and not too early, every watch ended once. Read from the log alone, so that nothing the runtime
 * believes of itself counts.
 */
import { expect } from 'vitest';
import type { StateChange, StoredEvent } from '../../src/actors/journal/port.ts';
import { canonicalJson } from '../../src/lib/canonical-json.ts';
import type { Purse } from '../../test/support/toy-actors.ts';
import { names } from './commands.ts';
import type { World } from './world.ts';

type Payload = Readonly<Record<string, unknown>>;
const textOf = (payload: Payload, member: string): string => String(payload[member]);

/** Gapless, and the fold of the changes is what is stored. */
function checkFold({ disk }: World): void {
  expect(disk.log.map((event) => event.event_id)).toEqual(disk.log.map((_, index) => index + 1));
  const folded = new Map<string, { version: number; state: Payload }>();
  for (const { payload } of disk.log) {
    const change = payload['change'] as StateChange | undefined;
    if (change === undefined) continue;
    const key = `${change.kind}/${change.id}`;
    const before = folded.get(key);
    expect(change.version).toBe((before?.version ?? 0) + 1);
    if (change.gone === true) folded.delete(key);
    else folded.set(key, { version: change.version, state: { ...before?.state, ...change.set } });
  }
  expect([...folded.keys()].sort()).toEqual([...disk.actors.keys()].sort());
  for (const [key, { state, version }] of disk.actors) {
    expect(canonicalJson(state)).toBe(canonicalJson(folded.get(key)!.state));
    expect(version).toBe(folded.get(key)!.version);
  }
}

/** Coins are neither made nor lost; each payment arrived once, those of a pair in their order. */
function checkPayments(world: World): void {
  const { log } = world.disk;
  const of = (type: string): readonly StoredEvent[] =>
    log.filter((event) => event.event_type === type);
  const filled = of('purse.filled').reduce((sum, { payload }) => sum + Number(payload['coins']), 0);
  const held = names.reduce((sum, name) => sum + (world.purse(name)?.coins ?? 0), 0);
  expect(held).toBe(filled);
  const paid = of('purse.paid').map(
    ({ entity_id, payload }) =>
      `${entity_id} ${textOf(payload, 'to')} ${textOf(payload, 'number')}`,
  );
  const received = of('purse.received').map(
    ({ entity_id, payload }) =>
      `${textOf(payload, 'from')} ${entity_id} ${textOf(payload, 'number')}`,
  );
  expect([...received].sort()).toEqual([...paid].sort());
  expect(new Set(paid).size).toBe(paid.length);
  // What was set aside and tried again came out of order by a person's will.
  const disturbed = new Set(
    of('actor.dead_lettered')
      .filter(({ payload }) => payload['event'] === 'RECEIVE')
      .map((event) => event.entity_id),
  );
  const last = new Map<string, number>();
  for (const { entity_id, payload } of of('purse.received')) {
    const pair = `${textOf(payload, 'from')} ${entity_id}`;
    const number = Number(payload['number']);
    if (!world.hadRival && !disturbed.has(entity_id))
      expect(number).toBeGreaterThan(last.get(pair) ?? 0);
    last.set(pair, number);
  }
}

/** The mark of the reminder that a request asked for. */
const markOf = (correlationId: string): string => correlationId.replace('k', 'm');

interface Reminder {
  readonly mark: string;
  readonly dueMs: number;
}

/** Each reminder fired once, unless it was replaced or forgotten, and never before its time. */
function checkReminders({ disk, wasClockSet }: World): void {
  const set = new Map<string, Reminder>();
  const setAside = new Map<string, Reminder>();
  for (const { event_type: type, entity_id, payload, created_at, correlation_id } of disk.log) {
    const key = `${entity_id} ${textOf(payload, 'timer')}`;
    const mark = String(payload['mark']);
    if (type === 'purse.reminded') {
      set.set(key, { mark, dueMs: Date.parse(created_at) + Number(payload['delay_ms']) });
    } else if (type === 'purse.forgot') set.delete(key);
    else if (type === 'purse.ticked') {
      const due = set.get(key)?.mark === mark ? set.get(key) : setAside.get(mark);
      expect(due, `the reminder ${mark} of ${key} is set`).toBeDefined();
      if (!wasClockSet) expect(Date.parse(created_at)).toBeGreaterThanOrEqual(due!.dueMs);
      if (set.get(key) === due) set.delete(key);
      setAside.delete(mark);
    } else if (type === 'actor.dead_lettered' && payload['event'] === 'TICK') {
      const name = `${entity_id} ${String(payload['source']).replace('timer ', '')}`;
      const timer = set.get(name);
      // A retry that failed again leaves another letter of a reminder that is set aside already.
      if (timer !== undefined && timer.mark === markOf(correlation_id)) {
        setAside.set(timer.mark, timer);
        set.delete(name);
      }
    }
  }
  expect([...set.keys()]).toEqual([]);
  expect([...setAside.keys()]).toEqual([]);
}

/** A watch that began ended once: it was left, or its own result came. */
function checkWatches({ disk, bank }: World): void {
  const ends = new Map<string, number>();
  for (const { event_type: type, entity_id, payload } of disk.log) {
    const key = `${entity_id} ${textOf(payload, 'watch')}`;
    if (type === 'purse.watch_begun') ends.set(key, 0);
    if (type === 'purse.watch_left') ends.set(key, ends.get(key)! + 1);
    if (type === 'purse.watched') {
      ends.set(key, ends.get(key)! + 1);
      const isRetried = disk.log.some(
        (event) =>
          event.entity_id === entity_id &&
          event.event_type === 'actor.dead_lettered' &&
          event.payload['event'] === 'xstate.done.actor.watch',
      );
      if (!isRetried) expect(payload['output']).toBe(payload['watch']);
    }
  }
  for (const [key, count] of ends) expect([key, count]).toEqual([key, 1]);
  for (const inputs of bank.watches.values()) expect(inputs.size).toBe(1);
}

/** Every note stands in its book, once and in order, as its purse's turn caused it. */
function checkNotes(world: World): void {
  const { log } = world.disk;
  for (const name of names) {
    expect(world.notesIn(name)).toEqual(
      Array.from({ length: world.purse(name)?.notes ?? 0 }, (_, index) => index + 1),
    );
  }
  for (const { cause_id, payload, event_type, entity_id } of log) {
    if (event_type !== 'book.written') continue;
    const cause = log[cause_id! - 1];
    expect(cause).toMatchObject({
      event_type: 'purse.noted',
      payload: { number: payload['number'] },
    });
    expect(entity_id).toMatch(new RegExp(`^${cause?.entity_id}-`));
  }
}

/** Every line stands once, on a slip that was blank or had the one before it; what is burned begins anew. */
function checkSlips(world: World): void {
  const lines = new Map<string, number>();
  const written = new Map<string, number>();
  const passed = new Map<string, number>();
  for (const { event_type: type, entity_id, payload } of world.disk.log) {
    const before = lines.get(entity_id) ?? 0;
    const mark = textOf(payload, 'mark');
    if (type === 'slip.written') {
      expect(payload['line']).toBe(before + 1);
      lines.set(entity_id, before + 1);
      written.set(mark, (written.get(mark) ?? 0) + 1);
    } else if (type === 'slip.burned') {
      expect([payload['lines'], before > 0]).toEqual([before, true]);
      lines.delete(entity_id);
      if (payload['to'] !== null) passed.set(mark, (passed.get(mark) ?? 0) + 1);
    }
  }
  for (const name of names) expect(world.slip(name)?.lines ?? 0).toBe(lines.get(name) ?? 0);
  for (const [mark, count] of [...written, ...passed]) expect([mark, count]).toEqual([mark, 1]);
  for (const mark of passed.keys()) expect([mark, written.get(mark)]).toEqual([mark, 1]);
  const accepted = world.requests.filter(
    ({ event, outcomes }) =>
      event.type === 'SCRIBBLE' && outcomes.some((outcome) => outcome.includes('"accepted":true')),
  );
  for (const { event } of accepted)
    expect(event.type === 'SCRIBBLE' && written.get(event.mark)).toBe(1);
}

/** One outcome per request, whatever happened in between, and one event per request that changed. */
function checkAnswers({ disk, requests }: World): void {
  for (const { key, outcomes, hasFailed } of requests) {
    if (!hasFailed) expect([key, outcomes.length]).not.toEqual([key, 0]);
    expect(new Set(outcomes).size).toBeLessThanOrEqual(1);
  }
  const carried = disk.log
    .filter(({ idempotency_key, payload }) => idempotency_key !== null && 'change' in payload)
    .map(({ idempotency_key }) => idempotency_key);
  expect(new Set(carried).size).toBe(carried.length);
}

/** Everything that must hold when a world has come to rest. */
export async function checkAtRest(world: World): Promise<void> {
  const { disk, bank } = world;
  expect(world.complaints).toEqual([]);
  expect(await disk.effects(0, 1000)).toEqual([]);
  expect(await disk.timers(null, 1000)).toEqual([]);
  expect(await disk.deadLetters(1000)).toEqual([]);
  expect(await disk.quarantines(null, 1000)).toEqual([]);
  checkFold(world);
  checkPayments(world);
  checkReminders(world);
  checkWatches(world);
  checkNotes(world);
  checkSlips(world);
  checkAnswers(world);
  const asked = disk.log.filter(({ event_type }) => event_type === 'purse.check_requested');
  expect(bank.checks.size).toBe(asked.length);
  for (const inputs of bank.checks.values()) expect(inputs.size).toBe(1);
  for (const name of names) {
    expect(world.purse(name) ?? idle).toMatchObject(idle);
  }
}

const idle: Partial<Purse> = { pending: null, watch: null };
