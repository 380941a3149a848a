/**
 * A queue item and its runs through a host that dies between any two commits, with every request made
 * once or twice and repeated until it is answered. After each turn the run says what its item says, and
 * it moves as the table of its states allows: both are read from the log and from the store. What labels
 * the item is the project's in the end, each edit once and in order; a run keeps those of its claim.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../../src/actors/journal/memory.ts';
import type { StateChange, StoredEvent } from '../../src/actors/journal/port.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import type { ActorState } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import type { QueueItem, Run } from '../../src/domain/records.ts';
import { createManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import type { CreateEvent } from '../../src/machines/project/events.ts';
import { projectSpec } from '../../src/machines/project/spec.ts';
import type { QueueItemEvent } from '../../src/machines/queue-item/events.ts';
import { queueItemSpec } from '../../src/machines/queue-item/spec.ts';
import { runSpec } from '../../src/machines/run/spec.ts';
import { createCrashableJournal } from '../../src/simulation/crashable-journal.ts';
import { runModel } from '../models/small.ts';
import { propertyOptions } from '../options.ts';
import { enqueue, eventArbitraries } from './events.ts';

interface Word {
  readonly event: QueueItemEvent | CreateEvent;
  readonly isDoubled: boolean;
  /** The process dies at this commit from now; 0: it lives. */
  readonly diesAt: number;
  readonly moment: 'before' | 'after';
}

const walk: fc.Arbitrary<readonly Word[]> = fc.array(
  fc.record({
    event: eventArbitraries.queue_item,
    isDoubled: fc.boolean(),
    diesAt: fc.constantFrom(0, 0, 0, 1, 2),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
  { minLength: 5, maxLength: 40, size: 'max' },
);

const definitions = new Map(
  [queueItemSpec, runSpec, projectSpec].map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);
/** Whatever is asked of the worker is answered by the walk, or never. */
const silent = { run: () => new Promise<never>(() => {}) };
const effects = Object.fromEntries(
  [
    'worker.start_run',
    'worker.find_run',
    'worker.stop_run',
    'worker.call_off',
    'evidence.collect',
  ].map((name) => [name, silent] as const),
);
const address = { kind: 'queue_item', id: 'p' };
const tags = ['first'];
const create: CreateEvent = {
  type: 'CREATE',
  project_id: 'p',
  project_name: 'P',
  project_dir: '/projects/p',
  prompt: 'do it',
  hypothesis: null,
  source_kind: 'test',
  source_ref: null,
  parent_project_id: null,
  lineage_depth: 0,
  tags,
  intake_batch: null,
  title_key: null,
  enqueue: { ...enqueue, tags },
};
/** Nothing is on its way between the item and its project. */
function isAgreed({ actors, log }: MemoryJournal): boolean {
  const edits = log.filter(({ event_type: type, payload }) => {
    return type === 'queue_item.edited' && 'tags' in (payload['fields'] as object);
  });
  const labels = log.filter(({ event_type: type }) => type === 'project.labeled');
  return actors.has('queue_item/p') && edits.length === labels.length;
}
/** Messages go their way in a few turns of the loop; what takes longer than this is lost. */
const roundsMax = 1000;

async function play(words: readonly Word[]): Promise<MemoryJournal> {
  const disk = createMemoryJournal({ hashed: false });
  const clock = createManualClock();
  let count = 0;
  let journal = createCrashableJournal(disk);
  const start = async (): Promise<ActorHost> => {
    count += 1;
    journal = createCrashableJournal(disk);
    const host = new ActorHost({
      journal,
      definitions,
      effects,
      clock,
      entropy: createSeededEntropy(count),
      onStoreFault: (error) => {
        throw error;
      },
    });
    await host.start();
    return host;
  };
  let host = await start();
  /** Until what was told has arrived, over as many deaths as it takes. */
  const untilAgreed = async (): Promise<void> => {
    for (let round = 0; round < roundsMax && !isAgreed(disk); round += 1) {
      if (journal.isDead) host = await start();
      await new Promise(setImmediate);
    }
  };
  const first: Word = { event: create, isDoubled: false, diesAt: 0, moment: 'after' };
  for (const [index, word] of [first, ...words].entries()) {
    const { event } = word;
    const isFirst = event.type === 'CREATE';
    const said = isFirst ? event : atCurrentRun(event, index, disk);
    const to = isFirst ? { kind: 'project', id: 'p' } : address;
    const idempotency = { key: `k${index}`, payload: said };
    if (word.diesAt > 0) journal.dieAt(word.diesAt, word.moment);
    const isTaken = async (): Promise<boolean> => {
      let taken = false;
      const asked = word.isDoubled ? 2 : 1;
      for (let time = 0; time < asked; time += 1) {
        void host.ask(to, said, { idempotency }).then(() => {
          taken = true;
        });
      }
      // A deferred answer comes with a later word: what is stored under the key is enough.
      for (let round = 0; !taken && !disk.answers.has(idempotency.key); round += 1) {
        if (journal.isDead || round > roundsMax) return false;
        await new Promise(setImmediate);
      }
      return true;
    };
    while (!(await isTaken()) || journal.isDead) host = await start();
    if (isFirst) await untilAgreed();
    clock.advance(60_000);
  }
  await untilAgreed();
  journal.die();
  return disk;
}

/** The event about the run that the item has now; a claim begins a run that was never before. */
function atCurrentRun(event: QueueItemEvent, index: number, disk: MemoryJournal): QueueItemEvent {
  if (event.type === 'CLAIM') return { ...event, run_id: `new-${index}` };
  const item = disk.actors.get('queue_item/p')?.state as QueueItem | undefined;
  const current = item?.current_run_id ?? 'none';
  return JSON.parse(JSON.stringify(event).replaceAll('"current"', JSON.stringify(current)));
}

type Fold = Map<string, Record<string, unknown>>;

/** The turns of the log: the first event carries the item's change and causes those of its run. */
function turnsOf(log: readonly StoredEvent[]): StoredEvent[][] {
  const turns: StoredEvent[][] = [];
  for (const event of log) {
    const last = turns.at(-1);
    const isRun = event.entity_type === 'run';
    if (isRun) expect(event.cause_id).toBe(last?.[0]?.event_id);
    const isMore = !('change' in event.payload) && last?.[0]?.created_at === event.created_at;
    if (last !== undefined && (isRun || isMore)) last.push(event);
    else turns.push([event]);
  }
  return turns;
}

const facts = new Set(['run.prepared', 'run.dispatching_began']);
/** Nothing leads out of its status, whatever it still hears. */
const isOver = (run: Record<string, unknown> | undefined): boolean =>
  run !== undefined &&
  Object.values(runModel.rows[String(run['status'])] ?? {}).every((to) => to === '=');

function check(disk: MemoryJournal): void {
  const folded: Fold = new Map();
  const versions = new Map<string, number>();
  const bornWith = new Map<string, unknown>();
  const edited: unknown[] = [];
  const labeled: unknown[] = [];
  let claims = 0;
  let runId: string | null = null;
  for (const turn of turnsOf(disk.log)) {
    const ended: string | null = isOver(folded.get(`run/${runId}`)) ? runId : null;
    for (const { payload, event_type } of turn) {
      if (event_type === 'queue_item.claimed') claims += 1;
      const { fields, labels } = payload as { fields?: object; labels?: { tags?: unknown } };
      if (fields !== undefined && 'tags' in fields) edited.push(fields.tags);
      if (labels !== undefined) labeled.push(labels.tags);
      const change = payload['change'] as StateChange | undefined;
      if (change === undefined) continue;
      const name = `${change.kind}/${change.id}`;
      const before = folded.get(name);
      if (change.kind === 'run') {
        const to = change.set['status'] as string | undefined;
        const row = runModel.rows[(before?.['status'] as string | undefined) ?? 'new']!;
        if (to !== undefined) expect(isOver(before), `${name} is over`).toBe(false);
        if (to !== undefined) expect(Object.values(row)).toContain(to);
      }
      expect(change.version).toBe((versions.get(name) ?? 0) + 1);
      versions.set(name, change.version);
      const after: Record<string, unknown> = { ...before, ...change.set };
      for (const member of change.unset ?? []) delete after[member];
      folded.set(name, after);
    }
    const item = folded.get('queue_item/p') as unknown as QueueItem | undefined;
    if (item === undefined) continue;
    const isBirth = turn.some(({ event_type: type }) => type === 'run.prepared');
    if (isBirth) bornWith.set(`run/${item.current_run_id}`, item.tags);
    runId = item.current_run_id ?? runId;
    const run = folded.get(`run/${runId}`) as unknown as Run | undefined;
    if (runId === null) continue;
    expect(run, `${runId} has a record`).toBeDefined();
    // A run that was over stays as it ended, whatever its item hears of it later.
    if (runId === ended) continue;
    expect(run?.status).toBe(item.last_run_state);
    expect(run?.ended_at !== null).toBe(isOver(folded.get(`run/${runId}`)));
    expect(run?.attempt).toBe(item.fencing);
  }
  const begun = disk.log.filter(({ event_type: type }) => facts.has(type));
  expect(begun).toHaveLength(claims * facts.size);
  expect(labeled).toEqual(edited);
  expect(folded.get('project/p')?.['tags']).toEqual(folded.get('queue_item/p')?.['tags']);
  for (const [name, born] of bornWith) expect(folded.get(name)?.['tags']).toEqual(born);
  for (const [name, { state, version }] of disk.actors) {
    expect(version).toBe(versions.get(name));
    expect(state).toEqual(folded.get(name));
  }
}

it('a run says at every moment what its item says, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(walk, async (words) => check(await play(words))),
    propertyOptions(60),
  );
});
