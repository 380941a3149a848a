/**
 * The journal on a real PostgreSQL: the promises of every journal, and what only a server can do to one. Long because
 * all of it is asked of one server, which takes seconds to start. @needs postgres
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Journal, TurnRecord, TurnResult } from '../../src/actors/journal/port.ts';
import { openReaders } from '../../src/actors/journal/postgres/connect.ts';
import { openPostgresJournal } from '../../src/actors/journal/postgres/open.ts';
import { projections } from '../../src/store/projections.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { describeJournal } from '../support/store-conformance.ts';
import {
  commitAll,
  newEvent,
  queueItem,
  queueTurn,
  someTime,
  stateTurn,
  turn,
} from '../support/store-fixtures.ts';
import { ask, startHost } from '../support/toy-host.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

type Options = Partial<Parameters<typeof openPostgresJournal>[0]>;
const open = (schema: string, options: Options = {}): Promise<Journal> =>
  openPostgresJournal({ url: server.url, schema, projections, readersMax: 2, ...options });

/** Gives `use` a journal in a schema of its own, and closes it. */
async function withJournal(
  options: Options,
  use: (journal: Journal, schema: string) => Promise<void>,
): Promise<void> {
  const schema = server.freshSchema();
  const journal = await open(schema, options);
  try {
    await use(journal, schema);
  } finally {
    await journal.close();
    await server.run(`DROP SCHEMA "${schema}" CASCADE`);
  }
}

const counter = (id: string, version: number): TurnRecord =>
  stateTurn('counter', id, version, { status: 'open', value: version });
const effectOf = (id: string, version: number): TurnRecord['effects'][number] => ({
  effect_id: `counter/${id}#${version}.0`,
  name: 'tell',
  input: '{}',
  invoke_id: null,
  correlation_id: 'c',
  attempts: 0,
  not_before_ms: 0,
  last_error: null,
});
const note = (id: string): TurnRecord => turn({ id, expectedVersion: -1, events: [newEvent()] });

describeJournal('postgres', async () => {
  const schema = server.freshSchema();
  const journal = await open(schema);
  return {
    journal,
    async dispose() {
      await journal.close();
      await server.run(`DROP SCHEMA "${schema}" CASCADE`);
    },
  };
});

describe('what PostgreSQL refuses to open', () => {
  it('says what an address looks like, and nothing of the one that it was given', async () => {
    await expect(open('s', { url: 'mysql://me:hunter2@db/x' })).rejects.toThrow('postgres://USER');
    const elsewhere = open('s', { url: server.url.replace(/postgres$/, 'nowhere') });
    await expect(elsewhere).rejects.toThrow('cannot be used: 3D000: database "nowhere"');
    // A server without TLS is not spoken to without it.
    const plain = open('s', { url: `${server.url}?sslmode=verify-full` });
    await expect(plain).rejects.toThrow('does not support SSL');
    const away = open('s', { url: 'postgres://me:hunter2@127.0.0.1:1/x' });
    await expect(away).rejects.toThrow(
      /cannot be reached: nothing listens at .* \(ECONNREFUSED\)(?!.*hunter2)/,
    );
  });
  it('names the file of its address that cannot be read, and does not call the server away', async () => {
    const lacking = `${server.url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`;
    for (const readonly of [false, true]) {
      await expect(open('s', { url: lacking, readonly })).rejects.toThrow(
        'cannot be used: the file /nowhere/ca.pem, which its address names',
      );
    }
  });
  it('refuses an encoding that lacks letters, and says which database would do', async () => {
    await server.run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    const url = server.url.replace(/postgres$/, 'latin');
    const words = /encoding of the database is LATIN1.*ENCODING 'UTF8'/;
    await expect(open('s', { url })).rejects.toThrow(words);
    await expect(open('s', { url, readonly: true })).rejects.toThrow(words);
  });
  it('says of a database that only reads that it takes no writes, not that it is away', async () => {
    await server.run('CREATE DATABASE reading');
    await server.run('ALTER DATABASE reading SET default_transaction_read_only = on');
    const url = server.url.replace(/postgres$/, 'reading');
    await expect(open('s', { url })).rejects.toMatchObject({
      code: 'POSTGRES_READ_ONLY',
      message: expect.stringMatching(/takes no writes: 25006/),
    });
  });
  it('does not read a store of a newer program, nor one written with another text', async () => {
    await withJournal({}, async (_, schema) => {
      await server.run(`INSERT INTO "${schema}".schema_migrations VALUES (99, 'later', 'x')`);
      await expect(open(schema, { writer: 'b' })).rejects.toThrow(
        'newer program: it has migration 99',
      );
      await server.run(`DELETE FROM "${schema}".schema_migrations WHERE number = 99`);
      await server.run(`UPDATE "${schema}".schema_migrations SET checksum = 'edited'`);
      await expect(open(schema, { readonly: true })).rejects.toThrow('another text');
    });
  });
  it.each([
    ['tables of its own', 'CREATE TABLE S.actors (id int)'],
    ['migrations of its own', 'CREATE TABLE S.schema_migrations (version varchar)'],
  ])("leaves another program's schema alone, which has %s", async (_what, made) => {
    const schema = server.freshSchema();
    await server.run(`CREATE SCHEMA ${schema}`);
    await server.run(made.replace('S', schema));
    for (const readonly of [false, true]) {
      await expect(open(schema, { readonly })).rejects.toMatchObject({
        name: 'PostgresOpenError',
        message: expect.stringMatching(
          /of this database is another program's: it has the table \w+ and no record .+ Name another/,
        ),
      });
    }
    const tables = `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = '${schema}'`;
    expect(await server.run(tables)).toEqual([{ tables: 1 }]);
  });
  it('makes the schema once, however many start together', async () => {
    const schema = server.freshSchema();
    const names = ['a', 'b', 'c'];
    const journals = await Promise.all(names.map((writer) => open(schema, { writer })));
    await Promise.all(journals.map((journal) => journal.commit([note('a')])));
    expect(await journals[0]?.headEventId()).toBe(3);
    await Promise.all(journals.map((journal) => journal.close()));
  });
  it('reads a store without a way to write, and makes none where there is none', async () => {
    await expect(open('nothing_here', { readonly: true })).rejects.toThrow('lacks migration 1');
    await withJournal({}, async (journal, schema) => {
      await commitAll(journal, [counter('a', 1)]);
      const reader = await open(schema, { readonly: true });
      await expect(reader.commit([counter('a', 2)])).rejects.toThrow('reading only');
      expect(await reader.load('counter', 'a')).toMatchObject({ version: 1 });
      await reader.close();
      // Not only this program: the server refuses it, too.
      const readers = openReaders({ url: `${server.url}?options=-c%20work_mem%3D1MB` }, true);
      await expect(readers.read(`DELETE FROM "${schema}".events`)).rejects.toThrow('read-only');
      expect(await readers.read('SHOW work_mem')).toEqual([{ work_mem: '1MB' }]);
      await readers.close();
    });
  });
});

describe('a rule between actors', () => {
  const held = { status: 'running', lane: 'l' } as const;
  const freed = (id: string): TurnRecord =>
    stateTurn('queue_item', id, 2, queueItem(id, { status: 'blocked', lane: 'l' }));

  it('holds at each turn of a batch, not only at its end', async () => {
    await withJournal({}, async (journal) => {
      const results = await journal.commit([
        queueTurn('p1', held),
        queueTurn('p2', held),
        freed('p2'),
        freed('p1'),
        queueTurn('p3', held),
        counter('a', 1),
      ]);
      const constraint = 'one_active_item_per_lane';
      expect(results.map((result) => (result.ok ? 'written' : result.failure))).toEqual([
        'written',
        { reason: 'constraint', constraint },
        { reason: 'unwound' },
        'written',
        'written',
        'written',
      ]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 4, actors: 3 });
    });
  });
  it('is made later for actors that are there, whatever their texts hold', async () => {
    await withJournal({ projections: {} }, async (journal, schema) => {
      await commitAll(journal, [queueTurn('p1', { ...held, last_error: 'a\0b' })]);
      const ruled = await open(schema, { writer: 'b' });
      const second = await ruled.commit([queueTurn('p2', held)]);
      expect(second).toMatchObject([{ failure: { reason: 'constraint' } }]);
      await commitAll(ruled, [freed('p1'), queueTurn('p3', { ...held, last_error: 'a\0b' })]);
      await ruled.close();
    });
  });
  it('lets one of two who reach for a lane at once have it', async () => {
    await withJournal({ writer: 'w0' }, async (first, schema) => {
      const second = await open(schema, { writer: 'w1' });
      for (let round = 0; round < 8; round += 1) {
        const items = [`a${round}`, `b${round}`] as const;
        const [[here], [there]] = await Promise.all([
          first.commit([queueTurn(items[0], held)]),
          second.commit([queueTurn(items[1], held)]),
        ]);
        expect(here?.ok).toBe(there?.ok !== true);
        await commitAll(second, [freed(here?.ok === true ? items[0] : items[1])]);
      }
      expect(await verifyJournal(first)).toMatchObject({ ok: true, events: 16, actors: 8 });
      await second.close();
    });
  });
});

describe('turns that come while others are written', () => {
  it('go together in the next transaction, in their order', async () => {
    await withJournal({}, async (journal, schema) => {
      const versions = Array.from({ length: 100 }, (_, at) => at + 1);
      const results = await Promise.all(versions.map((at) => journal.commit([counter('a', at)])));
      expect(results.flat().map((result) => result.ok && result.eventIds[0])).toEqual(versions);
      const [writer] = await server.run(`SELECT last_group FROM "${schema}".writers`);
      expect(Number(writer?.['last_group'])).toBeLessThanOrEqual(2);
    });
  });
});

describe('the character that PostgreSQL cannot store', () => {
  it('refuses the turn that names it, costs nobody else anything, and leaves it out of remarks', async () => {
    await withJournal({}, async (journal) => {
      const letter = { kind: 'counter', id: 'a', message: '{}', reason: 'a\0b', at: someTime };
      const rest = { source: 'ask', by: 'x', correlation_id: 'c', cause_id: null };
      const results = await journal.commit([
        turn({ events: [newEvent({ entity_id: 'a\0b' })] }),
        turn({ id: 'b', upkeep: { letters: [{ ...letter, ...rest }] } }),
        stateTurn('counter', 'c', 1, { status: 'a\0b' }),
      ]);
      expect(results).toMatchObject([
        { failure: { reason: 'constraint', constraint: 'no_nul_in_names' } },
        { ok: true },
        { ok: true, eventIds: [1] },
      ]);
      expect(await journal.deadLetters(1)).toMatchObject([{ reason: 'a\ufffdb' }]);
      expect((await journal.load('counter', 'c'))?.state).toEqual({ status: 'a\0b' });
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 1 });
    });
  });

  it('refuses the lookup that names it, and answers those that are asked with it', async () => {
    await withJournal({}, async (journal) => {
      await journal.commit([counter('a', 1), counter('b', 1)]);
      const ids = ['a', 'a\0', 'none', 'b', 'a'];
      const loaded = await Promise.allSettled(ids.map((id) => journal.load('counter', id)));
      const refused = { status: 'rejected' };
      const found = { value: { version: 1 } };
      expect(loaded).toMatchObject([found, refused, { value: undefined }, found, found]);
      const answers = await Promise.allSettled(
        ['none', 'a\0'].map((key) => journal.findAnswer(key)),
      );
      expect(answers).toMatchObject([{ value: undefined }, refused]);
    });
  });
});

describe('several who write', () => {
  /** Resolves when so many wait for what another has locked. */
  const untilWaiting = async (count: number): Promise<void> => {
    const text =
      "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')";
    while ((await server.run(text)).length < count);
  };
  it('refuses the one whose name another has taken, for good', async () => {
    await withJournal({}, async (first, schema) => {
      await commitAll(first, [counter('a', 1)]);
      const second = await open(schema);
      const refused = Promise.allSettled([first.commit([note('a')]), first.commit([note('a')])]);
      expect(await refused).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
      await expect(first.commit([counter('a', 2)])).rejects.toThrow('taken over as writer "main"');
      await commitAll(second, [counter('a', 2)]);
      expect(await first.headEventId()).toBe(2);
      await second.close();
    });
  });
  it('number everything without a gap, in the order of the commits, and apply nothing twice', async () => {
    await withJournal({ writer: 'w0' }, async (first, schema) => {
      const others = await Promise.all(['w1', 'w2'].map((writer) => open(schema, { writer })));
      const journals = [first, ...others];
      const actors = ['a', 'b', 'c'];
      let applied = 0;
      const work = async (journal: Journal): Promise<void> => {
        for (let round = 0; round < 15; round += 1) {
          const batch = await Promise.all(
            actors.map(async (id) => {
              const version = ((await journal.load('counter', id))?.version ?? 0) + 1;
              return { ...counter(id, version), effects: [effectOf(id, version)] };
            }),
          );
          const results = await journal.commit(round % 2 === 0 ? batch : batch.toReversed());
          for (const result of results) {
            if (result.ok) applied += 1;
            else expect(result.failure.reason).toBe('version');
          }
        }
      };
      await Promise.all(journals.map(work));
      const versions = await Promise.all(actors.map((id) => first.load('counter', id)));
      expect(versions.reduce((sum, actor) => sum + (actor?.version ?? 0), 0)).toBe(applied);
      expect(await verifyJournal(first)).toMatchObject({ ok: true, events: applied, actors: 3 });
      const effects = await first.effects(0, 1000);
      expect(effects.map(({ sequence }) => sequence)).toEqual(effects.map((_, at) => at + 1));
      // Each effect names its turn's event, and both rise together.
      const causes = effects.map(({ cause_id }) => cause_id ?? 0);
      expect(causes).toEqual(causes.toSorted((left, right) => left - right));
      await Promise.all(others.map((journal) => journal.close()));
    });
  });
  it('see what they decide upon as of one moment, whatever others commit meanwhile', async () => {
    await withJournal({ writer: 'w0' }, async (first, schema) => {
      const second = await open(schema, { writer: 'w1' });
      await commitAll(first, [counter('b', 1)]);
      const rival = new pg.Client({ connectionString: server.url });
      await rival.connect();
      await rival.query('BEGIN');
      await rival.query(`SELECT * FROM "${schema}".actors FOR UPDATE`);
      const born = { ...counter('a', 1), effects: [effectOf('a', 1)] };
      const held = first.commit([counter('b', 2), born]);
      await untilWaiting(1);
      const free = second.commit([born]);
      await Promise.race([free, untilWaiting(2)]);
      await rival.query('ROLLBACK');
      await rival.end();
      const results = [...(await held), ...(await free)];
      expect(results.map((result) => (result.ok ? 'written' : result.failure.reason))).toEqual([
        'written',
        'written',
        'version',
      ]);
      await second.close();
    });
  });
  it('lock what they write in the order of its keys, whatever the order of their turns', async () => {
    await withJournal({}, async (journal, schema) => {
      const ids = ['a', 'b', 'c'];
      await commitAll(
        journal,
        ids.map((id) => counter(id, 1)),
      );
      const [rival, other] = [0, 1].map(() => new pg.Client({ connectionString: server.url })) as [
        pg.Client,
        pg.Client,
      ];
      await Promise.all([rival.connect(), other.connect()]);
      await rival.query('BEGIN');
      await rival.query(`SELECT FROM "${schema}".actors WHERE id = 'a' FOR UPDATE`);
      const committed = journal.commit(ids.toReversed().map((id) => counter(id, 2)));
      try {
        await untilWaiting(1);
        // It waits for the first and holds none behind it: two who do so never wait for each other.
        const behind = `SELECT FROM "${schema}".actors WHERE id IN ('b', 'c') FOR UPDATE NOWAIT`;
        expect((await other.query(behind)).rowCount).toBe(2);
      } finally {
        await Promise.all([rival.end(), other.end()]);
      }
      expect((await committed).every(({ ok }) => ok)).toBe(true);
    });
  });
  it('do again what the server gave up in favour of another', async () => {
    await withJournal({}, async (journal, schema) => {
      await commitAll(journal, [counter('a', 1)]);
      const rival = new pg.Client({ connectionString: server.url });
      const holder = new pg.Client({ connectionString: server.url });
      await Promise.all([rival.connect(), holder.connect()]);
      // Each looks for a circle once, a while after it began to wait: who closes the circle is given up.
      await rival.query("BEGIN; SET LOCAL deadlock_timeout = '10min'");
      await rival.query(`SELECT * FROM "${schema}".actors FOR UPDATE`);
      await holder.query('BEGIN');
      await holder.query(`SELECT * FROM "${schema}".head FOR UPDATE`);
      const committed = journal.commit([counter('a', 2)]);
      await untilWaiting(1);
      const granted = rival.query(`SELECT * FROM "${schema}".writers FOR UPDATE`);
      await untilWaiting(2);
      // Now it comes to the actor, for which it waits in vain.
      await holder.query('ROLLBACK');
      await granted;
      await rival.query('ROLLBACK');
      await Promise.all([rival.end(), holder.end()]);
      expect(await committed).toMatchObject([{ ok: true, eventIds: [2] }]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 2 });
    });
  });
  it('run one actor from two hosts, to which the other one is no failure', async () => {
    await withJournal({ writer: 'w0' }, async (first, schema) => {
      const second = await open(schema, { writer: 'w1' });
      const hosts = await Promise.all([first, second].map((journal) => startHost({ journal })));
      const asked = hosts.map(async ({ host }) => {
        for (let round = 0; round < 5; round += 1) {
          expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
        }
      });
      await Promise.all(asked);
      expect((await first.load('purse', 'alice'))?.state).toMatchObject({ coins: 10 });
      expect(await first.deadLetters(9)).toEqual([]);
      expect(await first.quarantines(null, 9)).toEqual([]);
      await Promise.all(hosts.map(({ host }) => host.drain(0)));
      await second.close();
    });
  });
});

describe('a connection that is lost', () => {
  it.each(['before', 'after'] as const)(
    '%s the commit costs no turn and doubles none',
    async (where) => {
      const proxy = await startCuttingProxy(server.port);
      const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`);
      await withJournal({ url }, async (journal) => {
        await commitAll(journal, [counter('a', 1)]);
        proxy.cutNextCommit(where);
        const results = await Promise.all([
          journal.commit([counter('a', 2), counter('b', 2), note('c')]),
          journal.commit([counter('a', 3)]),
        ]);
        expect(proxy.cuts).toBe(1);
        expect(results.flat().map((result: TurnResult) => result.ok && result.eventIds)).toEqual([
          [2],
          false,
          [3],
          [4],
        ]);
        expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 4, actors: 1 });
      });
      await proxy.close();
    },
  );
  it('is not mended by a server that has become one that only reads', async () => {
    const readOnly = (on: string): Promise<unknown> =>
      server.run(`BEGIN READ WRITE;
        ALTER DATABASE postgres SET default_transaction_read_only = ${on};
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'orrery';
        COMMIT`);
    await withJournal({}, async (journal, schema) => {
      const impatient = await open(schema, { writer: 'impatient', patienceMs: 0 });
      await readOnly('on');
      const waiting = journal.commit([counter('a', 1)]);
      await expect(impatient.commit([note('b')])).rejects.toThrow('cannot be reached');
      // On a new connection.
      await expect(impatient.commit([note('b')])).rejects.toThrow('read-only transaction');
      await readOnly('off');
      expect(await waiting).toMatchObject([{ ok: true, eventIds: [1] }]);
      await commitAll(impatient, [note('b')]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 2 });
      await impatient.close();
    });
  });
  it('is waited for by turns, and said to readers, who are never told that there is nothing', async () => {
    const troubles: (string | null)[] = [];
    let tell = (): void => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const onTrouble = (trouble: string | null): void => {
      troubles.push(trouble);
      // At first it is only known that the connection ended.
      if (trouble?.includes('ECONNREFUSED') === true) tell();
    };
    await withJournal({ onTrouble }, async (journal, schema) => {
      await commitAll(journal, [counter('a', 1)]);
      const impatient = await open(schema, { writer: 'impatient', patienceMs: 0 });
      await server.crash();
      const waiting = journal.commit([counter('a', 2)]);
      await expect(journal.load('counter', 'a')).rejects.toThrow('cannot be reached');
      await expect(journal.headEventId()).rejects.toThrow('cannot be reached');
      await expect(impatient.commit([note('b')])).rejects.toThrow('cannot be reached');
      await told;
      await server.start();
      expect(await waiting).toMatchObject([{ ok: true, eventIds: [2] }]);
      expect(await journal.load('counter', 'a')).toMatchObject({ version: 2 });
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 2 });
      await impatient.close();
      expect(troubles[0]).toMatch(/cannot be reached/);
      expect(troubles.at(-1)).toBeNull();
    });
  });
});
