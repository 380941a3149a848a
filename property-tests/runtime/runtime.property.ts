/**
 * The runtime against a simple model: purses that are filled, pay each other, ask a bank and set
 * reminders, while the process dies before or after any commit, requests are repeated and actors
 * leave memory. Whatever happens, once everything has settled: coins are neither made nor lost,
 * every request has one answer that never changes, the log is gapless and folds to the stored
 * states, and every effect ran under one stable id.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { canonicalJson } from '../../src/lib/canonical-json.ts';
import { createManualClock, type ManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import type { StateChange } from '../../src/store/ports/journal.ts';
import { createMemoryJournal, type MemoryJournal } from '../../test/support/memory-journal.ts';
import { type Purse, type PurseEvent, toyDefinitions } from '../../test/support/toy-actors.ts';
import { propertyOptions } from '../seed.ts';
import { type CrashableJournal, createCrashableJournal } from './crashable-journal.ts';

const names = ['ann', 'ben', 'cid'] as const;
const nameArbitrary = fc.constantFrom(...names);

type Command =
  | { readonly do: 'ask'; readonly who: string; readonly event: PurseEvent }
  | { readonly do: 'repeat'; readonly which: number }
  | { readonly do: 'crash' }
  | { readonly do: 'crash_at'; readonly commits: number; readonly moment: 'before' | 'after' }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'settle' }
  | { readonly do: 'passivate' };

const eventArbitrary: fc.Arbitrary<PurseEvent> = fc.oneof(
  fc.record({ type: fc.constant('PUT' as const), coins: fc.nat(20) }),
  fc.record({ type: fc.constant('PAY' as const), coins: fc.nat(20), to: nameArbitrary }),
  fc.constant({ type: 'CHECK' as const }),
  fc.record({ type: fc.constant('REMIND' as const), delay_ms: fc.nat(5000) }),
);
const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      who: nameArbitrary,
      event: eventArbitrary,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash_at' as const),
      commits: fc.integer({ min: 1, max: 4 }),
      moment: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.nat(4000) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'settle' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'passivate' as const }) },
);

interface Request {
  readonly key: string;
  readonly who: string;
  readonly event: PurseEvent;
  /** Every answer this request ever got, as bytes. */
  readonly answers: string[];
}

/** A service on one disk that dies and comes back, and clients that repeat what was not answered. */
class World {
  readonly disk: MemoryJournal = createMemoryJournal();
  readonly clock: ManualClock = createManualClock();
  readonly requests: Request[] = [];
  /** Effect ids the bank saw, with the input it saw under each. */
  readonly bankCalls = new Map<string, Set<string>>();
  #processCount = 1;
  #journal: CrashableJournal = createCrashableJournal(this.disk);
  #host: ActorHost = this.#createHost();

  #createHost(): ActorHost {
    const journal = this.#journal;
    return new ActorHost({
      journal,
      definitions: toyDefinitions,
      clock: this.clock,
      entropy: createSeededEntropy(this.#processCount),
      settings: { passivateAfterMs: 60_000 },
      effects: {
        'bank.check': {
          run: async (input, context) => {
            const inputs = this.bankCalls.get(context.effectId) ?? new Set<string>();
            inputs.add(canonicalJson(input));
            this.bankCalls.set(context.effectId, inputs);
            return { type: 'CHECKED', ok: true } as never;
          },
        },
      },
      onStoreFault: (error) => {
        throw error;
      },
    });
  }

  start(): Promise<void> {
    return this.#host.start();
  }

  /** A new process on the same disk; clients repeat what has no answer yet. */
  async restart(): Promise<void> {
    this.#journal.die();
    this.#processCount += 1;
    this.#journal = createCrashableJournal(this.disk);
    this.#host = this.#createHost();
    await this.#host.start();
    for (const request of this.requests) if (request.answers.length === 0) this.send(request);
  }

  send(request: Request): void {
    void this.#host
      .ask({ kind: 'purse', id: request.who }, request.event, {
        idempotency: { key: request.key, payload: request.event },
      })
      .then((reply) => {
        if (!reply.ok) throw new Error(`rejected: ${reply.rejected} ${reply.detail}`);
        request.answers.push(JSON.stringify(reply.outcome));
      });
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'ask': {
        const request = {
          key: `k${this.requests.length}`,
          who: command.who,
          event: command.event,
          answers: [],
        };
        this.requests.push(request);
        this.send(request);
        return;
      }
      case 'repeat': {
        const request = this.requests[command.which];
        if (request !== undefined) this.send(request);
        return;
      }
      case 'crash':
        return this.restart();
      case 'crash_at':
        this.#journal.dieAt(command.commits, command.moment);
        return;
      case 'advance':
        this.clock.advance(command.ms);
        return;
      case 'passivate':
        this.clock.advance(60_000);
        this.#host.passivateIdle();
        return;
      case 'settle':
        await this.settle();
        if (this.#journal.isDead) await this.restart();
    }
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 40; round += 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  async comeToRest(): Promise<void> {
    await this.restart();
    await this.settle();
    this.clock.advance(10_000);
    await this.settle();
  }

  purse(name: string): Purse | undefined {
    return this.disk.actors.get(`purse/${name}`)?.state as Purse | undefined;
  }
}

function foldLog(
  disk: MemoryJournal,
): Map<string, { version: number; state: Record<string, unknown> }> {
  const folded = new Map<string, { version: number; state: Record<string, unknown> }>();
  for (const event of disk.log) {
    const change = event.payload['change'] as StateChange | undefined;
    if (change === undefined) continue;
    const key = `${change.kind}/${change.id}`;
    const before = folded.get(key);
    expect(change.version).toBe((before?.version ?? 0) + 1);
    folded.set(key, { version: change.version, state: { ...before?.state, ...change.set } });
  }
  return folded;
}

function payloads(disk: MemoryJournal, type: string): Record<string, unknown>[] {
  return disk.log.filter((event) => event.event_type === type).map((event) => event.payload);
}
const sumCoins = (entries: Record<string, unknown>[]): number =>
  entries.reduce((sum, entry) => sum + (entry['coins'] as number), 0);

async function checkAtRest(world: World): Promise<void> {
  const { disk } = world;
  expect(await disk.effects(0, 1000)).toEqual([]);
  expect(await disk.timers(1000)).toEqual([]);
  expect(await disk.deadLetters(1000)).toEqual([]);
  // Gapless, and the fold of the log is the stored state.
  expect(disk.log.map((event) => event.event_id)).toEqual(disk.log.map((_, index) => index + 1));
  const folded = foldLog(disk);
  expect([...folded.keys()].sort()).toEqual([...disk.actors.keys()].sort());
  for (const [key, actor] of disk.actors) {
    expect(canonicalJson(actor.state)).toBe(canonicalJson(folded.get(key)!.state));
    expect(actor.version).toBe(folded.get(key)!.version);
  }
  // Coins are neither made nor lost, and each payment arrived once.
  const total = names.reduce((sum, name) => sum + (world.purse(name)?.coins ?? 0), 0);
  expect(total).toBe(sumCoins(payloads(disk, 'purse.filled')));
  expect(payloads(disk, 'purse.received')).toHaveLength(payloads(disk, 'purse.paid').length);
  // One answer per request, whatever happened in between; one event per accepted request.
  for (const request of world.requests) {
    expect(request.answers.length).toBeGreaterThan(0);
    expect(new Set(request.answers).size).toBe(1);
  }
  const keyed = disk.log.map((event) => event.idempotency_key).filter((key) => key !== null);
  expect(new Set(keyed).size).toBe(keyed.length);
  // Effects: at least once, always the same input under the same id.
  expect(world.bankCalls.size).toBe(payloads(disk, 'purse.check_requested').length);
  for (const inputs of world.bankCalls.values()) expect(inputs.size).toBe(1);
}

async function runScenario(commands: readonly Command[]): Promise<World> {
  const world = new World();
  await world.start();
  for (const command of commands) await world.run(command);
  await world.comeToRest();
  return world;
}

describe('the actor runtime', () => {
  it('keeps its promises through crashes, repeats and delays', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commandArbitrary, { maxLength: 30 }), async (commands) => {
        await checkAtRest(await runScenario(commands));
      }),
      propertyOptions(300),
    );
  });

  it('is checked by a model that notices a lost coin (canary)', async () => {
    const world = await runScenario([{ do: 'ask', who: 'ann', event: { type: 'PUT', coins: 5 } }]);
    const stored = world.disk.actors.get('purse/ann')!;
    (world.disk.actors as Map<string, unknown>).set('purse/ann', {
      ...stored,
      state: { ...(stored.state as Purse), coins: 4 },
    });
    await expect(checkAtRest(world)).rejects.toThrow();
  });
});
