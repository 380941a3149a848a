/**
 * Two planes take, renew, lose and give back one lease, by a server's clock that steps either way, with
 * answers that are lost and things done at one moment: the lease is who the model says, two never share a
 * number, and the server itself sees that no write under an older one commits. @needs postgres
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Journal } from '../src/actors/journal/port.ts';
import { FencedError } from '../src/actors/journal/postgres/errors.ts';
import { type Lease, leaseTimes, openLease } from '../src/actors/journal/postgres/lease.ts';
import { openPostgresJournal, preparePostgres } from '../src/actors/journal/postgres/open.ts';
import { startPostgres, type TestPostgres } from '../test/support/postgres.ts';
import { newEvent, turn } from '../test/support/store-fixtures.ts';
import { propertyOptions } from './options.ts';

interface PlaneUnderTest {
  readonly boot: string;
  readonly lease: Lease;
  /** What it believes to hold. */
  fence: number | null;
  journal: Journal | null;
}

/** The row as it ought to be. `heardMs` is far off after a commit, which goes by the real clock. */
interface Model {
  isOpen: boolean;
  boot: string | null;
  fence: number;
  nowMs: number;
  heardMs: number;
}

const who = fc.constantFrom(0 as const, 1 as const);
const steps = [-60_000, -4_000, 3_000, 5_000, 7_000, 60_000];
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('take' as const), who, lost: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), who }) },
  fc.record({ do: fc.constant('release' as const), who }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('step' as const), ms: fc.constantFrom(...steps) }),
  },
  fc.record({ do: fc.constant('takeBoth' as const) }),
  fc.record({ do: fc.constant('writeAndTake' as const), who }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Refuses an event that is not written under the number that the row has at that moment. */
const witness = (schema: string): string => `
  CREATE FUNCTION "${schema}".witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.actor <> (SELECT fence::text FROM "${schema}".writers WHERE name = 'main') THEN
      RAISE EXCEPTION 'written under % by the witness', NEW.actor;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER witness AFTER INSERT ON "${schema}".events FOR EACH ROW EXECUTE FUNCTION "${schema}".witness();
  CREATE TABLE "${schema}".test_clock (at timestamptz);
  INSERT INTO "${schema}".test_clock VALUES ('2100-01-01T00:00:00Z')`;

class World {
  readonly model: Model = { isOpen: false, boot: null, fence: 0, nowMs: 0, heardMs: 0 };
  readonly #server: TestPostgres;
  readonly #schema: string;
  readonly #planes: readonly [PlaneUnderTest, PlaneUnderTest];

  constructor(server: TestPostgres, schema: string) {
    this.#server = server;
    this.#schema = schema;
    const { url } = server;
    const now = `(SELECT at FROM "${schema}".test_clock)`;
    const plane = (boot: string): PlaneUnderTest => ({
      boot,
      lease: openLease({ url, schema, boot, address: null, program: '1.0.0', now }),
      fence: null,
      journal: null,
    });
    this.#planes = [plane('a'), plane('b')];
  }

  #isFreeFor(boot: string): boolean {
    const { isOpen, nowMs, heardMs } = this.model;
    const isHeld = isOpen && Math.abs(nowMs - heardMs) <= leaseTimes.expireMs;
    return !isHeld || this.model.boot === boot;
  }

  async #took(plane: PlaneUnderTest, fence: number, lost: boolean): Promise<void> {
    this.model.isOpen = true;
    this.model.boot = plane.boot;
    this.model.heardMs = this.model.nowMs;
    expect(fence).toBeGreaterThan(this.model.fence);
    this.model.fence = fence;
    if (lost) return;
    await plane.journal?.close();
    plane.fence = fence;
    const { url } = this.#server;
    plane.journal = await openPostgresJournal({ url, schema: this.#schema, fence, readersMax: 1 });
  }

  async #write({ journal, fence }: PlaneUnderTest): Promise<boolean> {
    if (journal === null) return false;
    const events = [newEvent({ actor: String(fence) })];
    try {
      const [result] = await journal.commit([turn({ expectedVersion: -1, events })]);
      return result?.ok === true;
    } catch (error) {
      expect(error).toBeInstanceOf(FencedError);
      return false;
    }
  }

  async play(each: Act): Promise<void> {
    const { model } = this;
    if (each.do === 'step') {
      model.nowMs += each.ms;
      const text = `UPDATE "${this.#schema}".test_clock SET at = at + interval '${each.ms} milliseconds'`;
      await this.#server.run(text);
      return;
    }
    if (each.do === 'takeBoth') {
      const before = this.#planes.map(({ boot }) => this.#isFreeFor(boot));
      const taken = await Promise.all(this.#planes.map(({ lease }) => lease.take()));
      const winners = taken.flatMap((holder, index) =>
        holder === null ? [] : [{ holder, index }],
      );
      expect(winners).toHaveLength(before.some(Boolean) ? 1 : 0);
      for (const { holder, index } of winners)
        await this.#took(this.#planes[index]!, holder.fence, false);
      return;
    }
    const plane = this.#planes[each.who];
    const isMine = model.boot === plane.boot && model.fence === plane.fence;
    if (each.do === 'take') {
      const isFree = this.#isFreeFor(plane.boot);
      const holder = await plane.lease.take();
      expect(holder !== null).toBe(isFree);
      if (holder !== null) await this.#took(plane, holder.fence, each.lost);
    } else if (each.do === 'renew') {
      expect(await plane.lease.renew(plane.fence ?? 0)).toBe(isMine);
      if (isMine) model.heardMs = model.nowMs;
    } else if (each.do === 'release') {
      await plane.lease.release(plane.fence ?? 0);
      if (isMine) model.isOpen = false;
    } else if (each.do === 'write') {
      const isWritten = await this.#write(plane);
      expect(isWritten).toBe(plane.journal !== null && plane.fence === model.fence);
      if (isWritten) model.heardMs = Number.NEGATIVE_INFINITY;
    } else {
      const other = this.#planes[each.who === 0 ? 1 : 0];
      const [isWritten, holder] = await Promise.all([this.#write(plane), other.lease.take()]);
      if (isWritten) model.heardMs = Number.NEGATIVE_INFINITY;
      if (holder !== null) await this.#took(other, holder.fence, false);
    }
  }

  async close(): Promise<void> {
    for (const { lease, journal } of this.#planes) {
      await journal?.close();
      await lease.close();
    }
  }
}

it('is held by one at a time, and nothing is written under an older number', async () => {
  const server = await startPostgres();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 16, size: 'max' }), async (acts) => {
        const schema = server.freshSchema();
        await preparePostgres({ url: server.url, schema });
        await server.run(witness(schema));
        const world = new World(server, schema);
        try {
          for (const each of acts) await world.play(each);
        } finally {
          await world.close();
          await server.run(`DROP SCHEMA "${schema}" CASCADE`);
        }
      }),
      { ...propertyOptions(30), endOnFailure: true },
    );
  } finally {
    await server.close();
  }
});
