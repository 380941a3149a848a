/** The archive's schedule: off unless an age is set, one look a day by whichever clock still goes, each file told of. */
import { expect, it } from 'vitest';
import { createArchiveUpkeep } from '../../../src/app/plane/archive-upkeep.ts';
import type { Log } from '../../../src/app/process/log.ts';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { archiveEvents } from '../../../src/control/operations/archive.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { ArchivedFile, EventArchive } from '../../../src/store/ports/event-archive.ts';

const file = (first_id: number): ArchivedFile => ({
  first_id,
  last_id: first_id + 4,
  head_before: '',
  head_after: 'f00d',
  file: `events-${first_id}`,
  bytes: 10,
  sha256: `sum-${first_id}`,
  kept: 1,
  archived_at: '2026-01-01T00:00:00.000Z',
});

function setUp(afterDays: number | null, due: number) {
  const clock = createManualClock();
  const looks: boolean[] = [];
  const told: unknown[] = [];
  const logged: unknown[] = [];
  let made = 0;
  const archive: EventArchive = {
    look: async ({ anyway }) => void looks.push(anyway),
    archive: async () => (made < due ? file(1 + 5 * made++) : null),
    state: async () => ({
      files: made,
      bytes: 10 * made,
      archived_to: 5 * made,
      kept: made,
      due_to: 5 * due,
      looks: looks.length,
      waits_for: null,
    }),
  };
  const context = {
    archive,
    clock,
    settings: { archiveAfterDays: afterDays },
    actors: {
      ask: async (
        _to: object,
        event: object,
        { idempotency }: { idempotency: { key: string } },
      ) => {
        told.push({ ...event, key: idempotency.key });
        return {
          ok: true,
          replayed: false,
          outcome: { refusal: null, event_id: 1, status: 'whole' },
        };
      },
    },
  } as unknown as ControlContext;
  const log = { info: () => {}, error: (fields: unknown) => logged.push(fields) };
  const upkeep = createArchiveUpkeep(context, log as unknown as Log);
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { archive, context, looks, told, logged, upkeep, pass };
}
const request = { requested_by: 'ann', after_days: null, trust_clock: false } as const;

it('does nothing by itself where no age is configured', async () => {
  const { looks, told, upkeep, pass } = setUp(null, 3);
  upkeep.start();
  await pass(limits.archivePassEveryMs * 48);
  expect([looks, told]).toEqual([[], []]);
  await upkeep.stop();
});

it('moves so many files in a pass, and tells the log of each under its hash', async () => {
  const { told, upkeep, pass } = setUp(90, limits.archiveFilesPerPass + 1);
  upkeep.start();
  await pass(60_000);
  expect(told).toHaveLength(limits.archiveFilesPerPass);
  expect(told[0]).toEqual({
    type: 'ARCHIVED',
    first_id: 1,
    last_id: 5,
    file: 'events-1',
    sha256: 'sum-1',
    kept: 1,
    key: 'archived:sum-1',
  });
  await pass(limits.archivePassEveryMs);
  expect(told).toHaveLength(limits.archiveFilesPerPass + 1);
  await upkeep.stop();
});

it('takes a look once a day of its own, wherever the wall clock stands, and at every pass asks for one', async () => {
  const { looks, upkeep, pass } = setUp(90, 0);
  upkeep.start();
  await pass(60_000);
  for (let hour = 0; hour < 48; hour += 1) await pass(limits.archivePassEveryMs);
  expect(looks).toHaveLength(49);
  expect(looks.filter((anyway) => anyway)).toHaveLength(2);
  await upkeep.stop();
});

it('goes on after a pass that failed', async () => {
  const { archive, logged, looks, upkeep, pass } = setUp(90, 1);
  const { look } = archive;
  archive.look = async () => {
    throw new Error('the disk is full');
  };
  upkeep.start();
  await pass(60_000);
  expect(logged).toHaveLength(1);
  archive.look = look;
  await pass(limits.archivePassEveryMs);
  expect(looks).toHaveLength(1);
  await upkeep.stop();
});

it('is asked for what is due, which moves nothing, and then to move it', async () => {
  const { context, told } = setUp(null, 2);
  await expect(archiveEvents(context, { ...request, dry_run: true })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { errors: [{ path: 'after_days' }] },
  });
  const asked = { ...request, after_days: 30 };
  expect(await archiveEvents(context, { ...asked, dry_run: true })).toMatchObject({
    scheduled: false,
    due_count: 10,
    made: [],
  });
  expect(told).toEqual([]);
  expect(await archiveEvents(context, { ...asked, dry_run: false })).toMatchObject({
    due_count: 0,
    archived_to: 10,
    made: [{ first_id: 1 }, { first_id: 6 }],
  });
  await expect(
    archiveEvents({ ...context, archive: null }, { ...asked, dry_run: true }),
  ).rejects.toMatchObject({ code: 'read_only' });
});
