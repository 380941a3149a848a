/** Backups: whole or not there, proven by file, never over another, and kept by number. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import {
  createArchiveReads,
  createArchiveWriter,
} from '../../../src/store/sqlite/archive/moving.ts';
import { archiveFolderOf } from '../../../src/store/sqlite/archive/place.ts';
import { takeKeptBackup } from '../../../src/store/sqlite/backup/kept.ts';
import { readManifest } from '../../../src/store/sqlite/backup/manifest.ts';
import { proveBackup, proveContents } from '../../../src/store/sqlite/backup/prove.ts';
import { placeBackup } from '../../../src/store/sqlite/backup/restore.ts';
import { stagingOf } from '../../../src/store/sqlite/backup/staging.ts';
import { takeBackup } from '../../../src/store/sqlite/backup/take.ts';
import { openSettled } from '../../../src/store/sqlite/head/settle.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { takeStateLock } from '../../../src/store/sqlite/state-lock.ts';
import { builtScript } from '../../support/built-script.ts';
import {
  commitAll,
  createTempDir,
  openTestStore,
  queueItem,
  someTime,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const silent = (): void => {};
let dir: ReturnType<typeof createTempDir>;
let stateDir: string;
let target: string;
/** Stays open, as that of a service. */
let store: TestStore;
let written = 0;

const orderOf = (more: object = {}) => ({
  stateDir,
  corpusDir: join(stateDir, 'corpus'),
  target,
  version: '1.2.3',
  at: someTime,
  ...more,
});
const take = (onProgress: (what: string) => void = silent) => takeBackup(orderOf(), { onProgress });
const settle = (folder: string) => {
  const path = join(folder, 'control.db');
  return openSettled(path, () => openSqlite({ path }), createManualClock());
};
const prove = () => proveBackup(target, silent);
const write = async (count = 1): Promise<void> => {
  const turns = Array.from({ length: count }, (_, index) => {
    const id = `p${written + index}`;
    return stateTurn('queue_item', id, 1, queueItem(id));
  });
  written += count;
  await commitAll(store.journal, turns);
};
const put = (path: string, text: string): void => {
  const file = join(stateDir, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.staging`, text);
  renameSync(`${file}.staging`, file);
};

beforeEach(async () => {
  dir = createTempDir();
  stateDir = join(dir.path, 'state');
  target = join(dir.path, 'backups', 'one');
  mkdirSync(stateDir);
  // As a service opens it, which keeps the end of its log.
  settle(stateDir).db.close();
  store = openTestStore(join(stateDir, 'control.db'));
  written = 0;
  await write(30);
  put('artifacts/p0/paper.md', 'A paper.');
  put('corpus/index.json', '{}');
  put('worker/fencing/p0.json', '{"fencing":3}');
});
afterEach(async () => {
  await store.journal.close();
  dir.remove();
});

describe('a backup', () => {
  it('is refused where anything is, and within what it is a backup of', async () => {
    mkdirSync(target, { recursive: true });
    await expect(take()).rejects.toThrow(/is there already.*name a new folder/);
    target = join(stateDir, 'backup');
    await expect(take()).rejects.toThrow(/lies in .*state, with which it would be lost/);
    expect(existsSync(target)).toBe(false);
  });

  it('is refused without a store, and without room, with the numbers', async () => {
    const none = orderOf({ stateDir: join(dir.path, 'none') });
    await expect(takeBackup(none, { onProgress: silent })).rejects.toThrow(/there is no store/);
    const full = takeBackup(orderOf(), { onProgress: silent, freeBytes: () => 5 * 1024 ** 2 });
    await expect(full).rejects.toThrow(/needs \d+ MiB, and the file system .* has 5 MiB free/);
    expect(readdirSync(join(dir.path, 'backups'))).toEqual([]);
  });

  it('that cannot be written says where to, and what to do, and leaves nothing', async () => {
    // A folder stands where the copy of the store goes: SQLite cannot open it, as on a disk without room.
    const refused = take((what) => {
      const place = join(stagingOf(target), 'control.db');
      if (!what.endsWith('pages')) mkdirSync(place, { recursive: true });
    });
    await expect(refused).rejects.toThrow(
      /control\.db cannot be copied to .*backups: unable to open database file; free space there/,
    );
    expect(readdirSync(join(dir.path, 'backups'))).toEqual([]);
  });

  it('holds the moment of the log at which it was begun, and the files, though writers go on', async () => {
    const order = orderOf();
    const manifest = await takeBackup(order, {
      onProgress(what) {
        // Between the moment and the end of the copy.
        if (what.endsWith('pages')) void write();
      },
    });
    expect(manifest.stores).toMatchObject([{ name: 'control', event_id: 30, actors: 30 }]);
    expect(await prove()).toEqual({ manifest, problems: [] });
    expect(manifest.files.map(({ path }) => path)).toEqual([
      'control.db',
      'artifacts/p0/paper.md',
      'corpus/index.json',
      'worker/fencing/p0.json',
    ]);
    expect(readFileSync(join(target, 'artifacts/p0/paper.md'), 'utf8')).toBe('A paper.');
    expect(readdirSync(join(dir.path, 'backups'))).toEqual(['one']);
  });

  it('takes old events along whose payloads lie in files, and is not whole without them', async () => {
    const folder = archiveFolderOf(join(stateDir, 'control.db'));
    const rule = { afterDays: 1, trustClock: true, nowMs: Date.parse(someTime) + 10 * 86_400_000 };
    const bounds = { archiveRangeEvents: 10, archiveEventsLeftMin: 5 };
    store.db.exec('UPDATE search_progress SET event_id = 30');
    const range = await createArchiveReads(store.db, folder, bounds).write(rule);
    createArchiveWriter(store.db).move({ written: range!, at: someTime });
    store.db.exec(`UPDATE events SET payload = 'null' WHERE event_id <= 10`);
    const manifest = await take();
    const archived = `event-archive/${range!.file}`;
    expect(manifest.files.map(({ path }) => path)).toContain(archived);
    expect((await prove()).problems).toEqual([]);
    const into = join(dir.path, 'restored');
    const order = { folder: target, manifest, stateDir: into, corpusDir: join(into, 'corpus') };
    placeBackup({ ...order, replaces: null }, silent);
    const restored = openTestStore(join(into, 'control.db'));
    expect(await restored.journal.eventsAfter(0, 30)).toEqual(
      await store.journal.eventsAfter(0, 30),
    );
    await restored.journal.close();
    rmSync(join(target, archived));
    expect((await prove()).problems).toEqual([`${archived} is missing`]);
  });

  it('has every file as it was at that moment, also one that was replaced while it was copied', async () => {
    let isReplaced = false;
    const manifest = await take((what) => {
      if (what !== 'files' || isReplaced) return;
      isReplaced = true;
      put('corpus/index.json', '{"papers":1}');
      put('artifacts/p1/paper.md', 'Another paper.');
    });
    expect(readFileSync(join(target, 'corpus/index.json'), 'utf8')).toBe('{"papers":1}');
    expect(manifest.files.map(({ path }) => path)).toContain('artifacts/p1/paper.md');
    expect((await prove()).problems).toEqual([]);
  });

  it('is given up when its files never come to rest, and leaves nothing', async () => {
    let times = 0;
    const restless = take((what) => {
      times += 1;
      if (what === 'files') put('corpus/index.json', String(times));
    });
    await expect(restless).rejects.toThrow(/were replaced 20 times/);
    expect(readdirSync(join(dir.path, 'backups'))).toEqual([]);
  });

  it('is not made twice at once', async () => {
    mkdirSync(join(dir.path, 'backups'));
    const lock = takeStateLock(`${stagingOf(target)}.lock`);
    await expect(take()).rejects.toThrow(/another backup is being made/);
    lock.release();
    await take();
  });
});

describe('a proof', () => {
  beforeEach(() => take());

  it.each([
    [
      'a file that was altered',
      () => appendFileSync(join(target, 'corpus/index.json'), ' '),
      /^corpus\/index\.json has 3 bytes, not 2$/,
    ],
    [
      'a file of the same size',
      () => writeFileSync(join(target, 'corpus/index.json'), '[]'),
      /^corpus\/index\.json was altered/,
    ],
    [
      'a file that is missing',
      () => rmSync(join(target, 'artifacts/p0/paper.md')),
      /^artifacts\/p0\/paper\.md is missing$/,
    ],
    [
      'a file too many',
      () => writeFileSync(join(target, 'artifacts/x'), ''),
      /^artifacts\/x does not belong/,
    ],
    [
      'a store that was written to',
      () => appendFileSync(join(target, 'control.db'), 'x'),
      /^control\.db has \d+ bytes/,
    ],
    [
      'a manifest of a later version',
      () => alterManifest('"format": 1', '"format": 2, "more": []'),
      /^backup\.json has format 2, which version 1\.2\.3 wrote, .* with that version$/,
    ],
    [
      'a manifest that was altered',
      () => alterManifest('"version": "1.2.3"', '"version": "1.2.4"'),
      /^backup\.json was altered$/,
    ],
    [
      'a manifest with a path that leads out',
      () => alterManifest('artifacts/p0/paper.md', '../state/control.db'),
      /^backup\.json is not what was written: files\.1\.path/,
    ],
    [
      'a manifest that was cut short',
      () => truncateSync(join(target, 'backup.json'), 200),
      /^backup\.json is no JSON: it was cut short or altered$/,
    ],
    [
      'no manifest',
      () => rmSync(join(target, 'backup.json')),
      /^backup\.json is missing: this is no backup/,
    ],
  ])('names %s', async (_, damage, problem) => {
    damage();
    const { problems } = await prove();
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it('notices a store that is another one, though every hash fits', async () => {
    const read = readManifest(target);
    if ('problem' in read) throw new Error(read.problem);
    const [first] = read.manifest.stores;
    const other = { ...read.manifest, stores: [{ ...first!, event_id: 31 }] };
    expect(await proveContents(target, other, silent)).toEqual([
      'control.db ends at event 30, not at event 31 of backup.json',
    ]);
  });

  const alterManifest = (from: string, to: string): void => {
    const path = join(target, 'backup.json');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };
});

describe('a restore', () => {
  let into: string;
  const place = async (replaces: string | null = null) => {
    const { manifest } = await prove();
    const order = { stateDir: into, corpusDir: join(into, 'corpus'), folder: target, replaces };
    return placeBackup({ ...order, manifest: manifest! }, silent);
  };
  beforeEach(async () => {
    into = join(dir.path, 'restored');
    await take();
  });

  it('is refused where anything is, which it names, and where a service holds the place', async () => {
    mkdirSync(join(into, 'artifacts'), { recursive: true });
    writeFileSync(join(into, 'artifacts', 'x'), '');
    await expect(place()).rejects.toThrow(/is not empty: it has artifacts\/x\. .*move it away/);
    rmSync(join(into, 'artifacts', 'x'));
    const lock = takeStateLock(join(into, 'control.lock'));
    await expect(place()).rejects.toThrow(/another process serves from/);
    lock.release();
    expect(existsSync(join(into, 'control.db'))).toBe(false);
  });

  it('is refused in the backup itself, which stays whole', async () => {
    into = join(target, 'in');
    await expect(place()).rejects.toThrow(`${into} lies in the backup ${target}, which would`);
    expect((await prove()).problems).toEqual([]);
  });

  it('puts back what was there, and the next start begins a new epoch after its last event', async () => {
    await write(5);
    expect(await place()).toEqual([
      { name: 'control', finding: expect.stringContaining('came without the file') },
    ]);
    expect(readFileSync(join(into, 'corpus/index.json'), 'utf8')).toBe('{}');
    const before = store.db.prepare('SELECT epoch FROM log_epochs').pluck().get();
    const { db, log } = settle(into);
    expect(log.finding).toMatchObject({ kind: 'copied', lastEventId: 30 });
    expect(log.lineage.epoch).not.toBe(before);
    expect(log.lineage.holds(String(before), 30)).toBe(true);
    expect(log.lineage.holds(String(before), 31)).toBe(false);
    db.close();
  });

  it('says what is gone where the folder that it replaces still tells', async () => {
    await write(5);
    await store.journal.close();
    settle(stateDir).db.close();
    const [restored] = await place(stateDir);
    expect(restored?.finding).toMatch(/5 acknowledged events are gone/);
    const { db, log } = settle(into);
    expect(log.loss).toMatchObject({ kind: 'behind', eventsGone: 5 });
    db.close();
    store = openTestStore(join(stateDir, 'control.db'));
  });
});

describe('backups that are kept', () => {
  const keptDir = (): string => join(dir.path, 'kept');
  const next = (keep: number, at = someTime) =>
    takeKeptBackup({ ...orderOf({ at }), dir: keptDir(), keep }, silent);

  it('are numbered, and those before the newest so many are deleted, wherever the clock stands', async () => {
    const first = await next(2);
    expect(first).toMatchObject({ kept: 1, deleted: [], event_id: 30 });
    const aheadYear = await next(2, '2031-01-01T00:00:00.000Z');
    const third = await next(2, '1999-01-01T00:00:00.000Z');
    expect(third).toMatchObject({ kept: 2, deleted: [first.name] });
    expect(readdirSync(keptDir()).sort()).toEqual([aheadYear.name, third.name].sort());
    for (const name of readdirSync(keptDir())) {
      expect((await proveBackup(join(keptDir(), name), silent)).problems).toEqual([]);
    }
  });

  it('lose none when the next one cannot be made, and what is no backup counts for none', async () => {
    const only = await next(1);
    const broken = { ...orderOf(), corpusDir: join(stateDir, 'control.db') };
    await expect(takeKeptBackup({ ...broken, dir: keptDir(), keep: 1 }, silent)).rejects.toThrow();
    expect(readdirSync(keptDir())).toEqual([only.name]);
    const empty = only.name.replace(/1$/, '2');
    mkdirSync(join(keptDir(), empty));
    const third = await next(2);
    expect(readdirSync(keptDir()).sort()).toEqual([only.name, empty, third.name]);
  });

  it('leave other folders alone, and remove what was left of one that was killed', async () => {
    const first = await next(1);
    const foreign = ['backup-00000000-000001', 'notes', `${first.name}.old`];
    for (const name of foreign) mkdirSync(join(keptDir(), name));
    mkdirSync(stagingOf(join(keptDir(), first.name.replace(/1$/, '2'))));
    const second = await next(1);
    expect(readdirSync(keptDir()).sort()).toEqual([...foreign, second.name].sort());
  });
});

describe('a process that is killed while it takes a backup', () => {
  const bundle = builtScript('backup-taker');

  it.each(['files', 'pages', 'bytes read again', 'its indexes', 'events of the log'])(
    'at %s leaves nothing that passes for one, and the next one is made',
    async (killAt) => {
      const child = spawn(process.execPath, [bundle, stateDir, target, killAt], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      expect(signal).toBe('SIGKILL');
      expect(existsSync(target)).toBe(false);
      const left = stagingOf(target);
      expect((await proveBackup(left, silent)).problems).toEqual([
        expect.stringContaining('backup.json is missing'),
      ]);
      await take();
      expect((await prove()).problems).toEqual([]);
      expect(readdirSync(join(dir.path, 'backups'))).toEqual(['one']);
    },
  );
});
