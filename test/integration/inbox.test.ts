/** Ideas dropped into a folder: taken in once, refused with a reason, and left where the intake cannot take them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFolders } from '../../src/config/relations.ts';
import type { ParsedConfig } from '../../src/config/schema.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { createInbox, type DroppedBatch } from '../../src/idea-files/inbox.ts';
import { createManualClock } from '../../src/lib/clock.ts';
import { startService, until } from '../support/service.ts';

let dir: string;
let taken: DroppedBatch[];
let moved: string[];
let refusal: Error | null;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-inbox-'));
  taken = [];
  moved = [];
  refusal = null;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = () =>
  createInbox({
    dir,
    intervalMs: 10_000,
    clock: createManualClock(),
    take(batch) {
      if (refusal !== null) return Promise.reject(refusal);
      const { ideas } = batch;
      // As the intake does: an idea for a worker that there is not becomes no project.
      const lost = ideas.flatMap(({ machine_target: to }, index) =>
        to === undefined ? [] : [{ index, reason: `unknown_machine_target: ${to}`, detail: to }],
      );
      const reply = { created: ideas.length - lost.length, skipped: lost.length };
      if (!batch.dry_run) taken.push(batch);
      return Promise.resolve({ ...reply, skipped_rows: lost, candidates: [] });
    },
    onMoved: (file, words) => moved.push(`${file}: ${words}`),
  });
const drop = (name: string, text: string): void => writeFileSync(join(dir, name), text);
const filesIn = (folder: string): string[] => readdirSync(join(dir, folder)).sort();

describe('a folder for ideas', () => {
  it('takes a file when it has come to rest, and moves it away', async () => {
    const inbox = open();
    drop('night.md', '---\ntitle: A first idea\n---\nTry it.\n');
    await inbox.look();
    expect(taken).toEqual([]);
    drop('night.md', '---\ntitle: A longer first idea\n---\nTry it.\n');
    await inbox.look();
    expect(taken).toEqual([]);
    expect(inbox.state()).toMatchObject({ waiting: 1, trouble: null });
    await inbox.look();
    expect(taken).toMatchObject([
      { source: 'intake_dir/night.md', ideas: [{ title: 'A longer first idea' }] },
    ]);
    expect(filesIn('taken')).toEqual(['night.md']);
    expect(moved).toEqual(['night.md: 1 idea was taken in']);
    expect(inbox.state()).toMatchObject({ waiting: 0, trouble: null });
  });

  it('asks under the same key for the same content, and keeps both files of one name', async () => {
    const inbox = open();
    for (let round = 0; round < 2; round += 1) {
      drop('same.jsonl', '{"title": "One"}\n{"title": "Two"}\n');
      await inbox.look();
      await inbox.look();
    }
    expect(taken.map(({ ideas }) => ideas.length)).toEqual([2, 2]);
    expect(new Set(taken.map((batch) => batch.idempotency_key)).size).toBe(1);
    expect(filesIn('taken')).toHaveLength(2);
  });

  it('refuses a file with any problem whole, and says the line', async () => {
    const inbox = open();
    drop('mixed.jsonl', '{"title": "Good"}\n{"title": "Bad", "colour": "red"}\n');
    drop('long.json', JSON.stringify([{ title: 'x'.repeat(501) }]));
    await inbox.look();
    await inbox.look();
    expect(taken).toEqual([]);
    expect(filesIn('refused')).toEqual([
      'long.json',
      'long.json.why.txt',
      'mixed.jsonl',
      'mixed.jsonl.why.txt',
    ]);
    const why = (name: string): string =>
      readFileSync(join(dir, 'refused', `${name}.why.txt`), 'utf8');
    expect(why('mixed.jsonl')).toContain('mixed.jsonl:2: ');
    expect(why('mixed.jsonl')).toContain('colour');
    expect(why('long.json')).toContain('title');
    expect(moved).toHaveLength(2);
  });

  it('refuses a file with an idea that would become no project, before anything of it is made', async () => {
    const inbox = open();
    drop('far.csv', 'title,machine_target\nHere,\nThere,nowhere\n');
    await inbox.look();
    await inbox.look();
    expect(taken).toEqual([]);
    expect(filesIn('taken')).toEqual([]);
    expect(readFileSync(join(dir, 'refused', 'far.csv.why.txt'), 'utf8')).toBe(
      'far.csv:3: nowhere\n',
    );
  });

  it('leaves a file where it is while the intake cannot take it, and says why', async () => {
    const inbox = open();
    drop('later.csv', 'title\nOne\n');
    refusal = new ServiceError('overloaded', 'too much at once');
    await inbox.look();
    await inbox.look();
    expect(inbox.state()).toMatchObject({
      waiting: 1,
      trouble: 'later.csv could not be taken in: too much at once',
    });
    refusal = null;
    await inbox.look();
    expect(taken).toHaveLength(1);
    expect(inbox.state()).toMatchObject({ waiting: 0, trouble: null });
  });

  it('leaves hidden files, folders and files of other kinds alone', async () => {
    const inbox = open();
    drop('.hidden.md', '# no\n');
    drop('notes.txt', 'no\n');
    mkdirSync(join(dir, 'more.md'));
    await inbox.look();
    await inbox.look();
    expect(filesIn('.')).toEqual(['.hidden.md', 'more.md', 'notes.txt', 'refused', 'taken']);
  });

  it('says that a folder has gone, and that one cannot be made', async () => {
    const inbox = open();
    rmSync(dir, { recursive: true });
    await inbox.look();
    expect(inbox.state().trouble).toBe(
      'intake_dir cannot be read: it is not there (ENOENT): put it there, or correct the path',
    );
    writeFileSync(dir, 'a file');
    expect(open).toThrow(
      /^intake_dir .* cannot be used \(it is there already \(EEXIST\)\): make it a folder/,
    );
  });

  it('may lie neither where agents write nor in the state folder', () => {
    const problems = (intake: string) =>
      checkFolders(
        {
          state_dir: 'state',
          project_root: 'projects',
          intake_dir: intake,
          backup_dir: null,
          corpus_dir: null,
          route_observability_log_path: null,
        } as ParsedConfig,
        '/srv',
      ).map(({ path, message }) => `${path} ${message.split(' (')[0]}`);
    expect(problems('ideas')).toEqual([]);
    expect(problems('projects/ideas')).toEqual(['intake_dir must not lie in project_root']);
    expect(problems('state')).toEqual(['intake_dir must not lie in state_dir']);
  });
});

it('a service with such a folder makes projects of what is dropped', async () => {
  const service = await startService({
    config: () => ({ intake_dir: dir, intake_dir_interval_sec: 1 }),
  });
  try {
    drop('two.json', JSON.stringify([{ title: 'From the folder' }, { title: 'And another' }]));
    await until(async () => filesIn('taken').length === 1, 'the file is taken in');
    const list = await service.api.get('/control/api/v1/projects?search=folder');
    expect(list.body['rows']).toMatchObject([{ project_name: 'From the folder' }]);
    drop('far.json', JSON.stringify([{ title: 'Far away', machine_target: 'nowhere' }]));
    await until(async () => filesIn('refused').length === 2, 'the file is refused');
    expect(readFileSync(join(dir, 'refused', 'far.json.why.txt'), 'utf8')).toContain(
      'machine_target nowhere is not among the configured workers',
    );
  } finally {
    await service.remove();
  }
});
