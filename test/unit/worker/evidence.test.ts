/** Evidence of a project: what is offered, what is refused, and how much. */
import { mkdir, symlink, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { createKnownRedactor } from '../../../src/lib/known-secrets.ts';
import { createNameRedactor, secretInName } from '../../../src/lib/secret-names.ts';
import {
  listEvidence,
  overSince,
  readEvidence,
} from '../../../src/worker/evidence/evidence-files.ts';
import { createThrowawayFolder, type ThrowawayFolder } from '../../support/worker-bench.ts';

let folder: ThrowawayFolder;
let project: string;
const write = (name: string, content: string) => folder.write(`project/${name}`, content);
const ownToken = 'a-token-of-this-worker';
const list = (runId: string | null) =>
  listEvidence(project, runId, createNameRedactor(createKnownRedactor([ownToken])));
const read = (paths: string[], maxBytes: number = limits.evidenceFileBytesMax) =>
  readEvidence(project, { paths, max_bytes_per_file: maxBytes });
beforeEach(async () => {
  folder = await createThrowawayFolder();
  project = join(folder.path, 'project');
  await mkdir(project);
});
afterEach(() => folder.remove());

describe('the list of evidence', () => {
  it('is empty for a project without any', async () => {
    expect(await list('r')).toEqual({
      started_at: null,
      files: [],
      omitted: [],
    });
  });

  it('finds named files and summaries, each with its hash', async () => {
    await write('run_notes.md', '# Notes');
    await write('.orrery/project_decision.json', '{}');
    await write('.legacy/metrics.json', '{}');
    await write('results/anything.json', '{}');
    await write('results/deep/run_summary_v2.json', '{}');
    await write('results/deep/other.json', '{}');
    await write('results/deep/metrics-a.json', '{}');
    await write('results/raw.csv', '1');
    await write('papers/r/paper.md', 'p');
    await write('papers/other/paper.md', 'p');
    await write('secrets.env', 'TOKEN=1');
    const { files, omitted } = await list('r');
    expect(files.map((file) => file.path)).toEqual([
      'run_notes.md',
      '.orrery/project_decision.json',
      '.legacy/metrics.json',
      'papers/r/paper.md',
      'results/deep/run_summary_v2.json',
      'results/anything.json',
      'results/deep/metrics-a.json',
      'results/raw.csv',
    ]);
    expect(files[0]).toEqual({
      path: 'run_notes.md',
      bytes: 7,
      sha256: sha256Hex('# Notes'),
      media_type: 'text/markdown',
      role: 'run_notes',
      modified_at: expect.any(String),
    });
    expect(omitted).toEqual([]);
  });

  it('says when the run started and when each file was written, by one clock', async () => {
    await write('.orrery/runs/r/start_token', '1 2');
    await write('results/before.json', '{}');
    await write('results/after.json', '{}');
    const at = (name: string, time: string) =>
      utimes(join(project, name), new Date(time), new Date(time));
    await at('.orrery/runs/r/start_token', '2026-01-01T10:00:00.000Z');
    await at('results/before.json', '2026-01-01T09:00:00.000Z');
    await at('results/after.json', '2026-01-01T11:00:00.000Z');
    const { started_at, files } = await list('r');
    expect(started_at).toBe('2026-01-01T10:00:00.000Z');
    expect(files.map(({ modified_at }) => modified_at)).toEqual([
      '2026-01-01T11:00:00.000Z',
      '2026-01-01T09:00:00.000Z',
    ]);
    expect((await list(null)).started_at).toBeNull();
  });

  it('says when the run was over only where it grew idle, by whichever clock is later', () => {
    const run = {
      idle_state: 'idle',
      receipt: {},
      started_at: '2026-01-01T10:00:00.000Z',
      ended_at: '2026-01-01T10:30:00.000Z',
    } as const;
    const began = '2026-01-01T09:59:00.000Z';
    expect(overSince(run, began)).toBe('2026-01-01T10:30:00.000Z');
    // The file system is an hour ahead.
    expect(overSince(run, '2026-01-01T11:00:00.000Z')).toBe('2026-01-01T11:30:00.000Z');
    expect(overSince({ ...run, idle_state: 'timed_out' }, began)).toBeNull();
    // It asked a question, and what it left running may write on.
    expect(overSince({ ...run, receipt: null }, began)).toBeNull();
    expect(overSince(run, null)).toBeNull();
    expect(overSince(undefined, began)).toBeNull();
  });

  it('names what leads out of the project instead of following it', async () => {
    await folder.write('outside.json', '{"secret":1}');
    await mkdir(join(project, 'results'));
    await symlink(join(folder.path, 'outside.json'), join(project, 'results/summary.json'));
    await symlink('/proc/self/environ', join(project, 'run_notes.md'));
    const { files, omitted } = await list(null);
    expect(files).toEqual([]);
    expect(omitted).toEqual([
      { path: 'run_notes.md', reason: 'path_escape', bytes: null },
      { path: 'results/summary.json', reason: 'path_escape', bytes: null },
    ]);
  });

  it('offers no file with a secret as its name, nor says that name', async () => {
    const token = `${'ghp'}_${'aB3dE5gH7jK9'.repeat(3)}`;
    await write(`results/${token}.json`, '{}');
    await write(`results/${ownToken}/summary.json`, '{}');
    await symlink('/proc/self/environ', join(project, `results/${token}.csv`));
    await write('results/sk-learn-baseline-v2.json', '{}');
    const { files, omitted } = await list(null);
    expect(files.map(({ path }) => path)).toEqual(['results/sk-learn-baseline-v2.json']);
    expect(omitted).toEqual(
      expect.arrayContaining([
        { path: 'results/(redacted).json', reason: secretInName, bytes: 2 },
        { path: 'results/[redacted]/summary.json', reason: secretInName, bytes: 2 },
      ]),
    );
    expect(JSON.stringify(omitted)).not.toMatch(/ghp_|a-token/);
  });

  it('names a file that is too large', async () => {
    const path = await write('results/summary.json', '{}');
    await truncate(path, limits.evidenceFileBytesMax + 1);
    const { omitted } = await list(null);
    expect(omitted).toEqual([
      { path: 'results/summary.json', reason: 'too_large', bytes: limits.evidenceFileBytesMax + 1 },
    ]);
  });

  it('stops at the bound and says so', async () => {
    for (let index = 0; index <= limits.evidenceFilesMax; index += 1)
      await write(`results/${index}.json`, '{}');
    const { files, omitted } = await list(null);
    expect(files).toHaveLength(limits.evidenceFilesMax);
    expect(omitted).toEqual([{ path: 'results', reason: 'too_many', bytes: null }]);
  });
});

describe('reading evidence', () => {
  it('refuses what is outside, no evidence, missing or no file', async () => {
    await write('secrets.env', 'TOKEN=1');
    await write('.env', 'TOKEN=1');
    await mkdir(join(project, 'results/folder'), { recursive: true });
    await symlink('../secrets.env', join(project, 'results/linked.json'));
    await symlink('/etc', join(project, 'papers'));
    const { files, unread } = await read([
      '../outside.json',
      '/etc/passwd',
      'secrets.env',
      'results/../.env',
      'results/linked.json',
      'results/folder',
      'results/none.json',
      'papers/passwd',
    ]);
    expect(files).toEqual([]);
    expect(unread.map(({ reason }) => reason)).toEqual([
      'path_escape',
      'path_escape',
      'not_evidence',
      'not_evidence',
      'not_a_file',
      'not_a_file',
      'missing',
      'path_escape',
    ]);
  });

  it('follows a link between results', async () => {
    await write('results/run3.json', '{"a":1}');
    await symlink('run3.json', join(project, 'results/latest.json'));
    expect((await read(['results/latest.json'])).files[0]).toMatchObject({ content: '{"a":1}' });
  });

  it('gives text as text and anything else as base64', async () => {
    await write('results/a.json', '{"word":"größe"}');
    await folder.write('project/results/b.bin', '');
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    await import('node:fs/promises').then(({ writeFile }) =>
      writeFile(join(project, 'results/b.bin'), bytes),
    );
    const { files } = await read(['results/a.json', 'results/b.bin']);
    expect(files[0]).toMatchObject({
      encoding: 'utf8',
      content: '{"word":"größe"}',
      truncated: false,
    });
    expect(files[1]).toMatchObject({
      encoding: 'base64',
      content: bytes.toString('base64'),
      sha256: sha256Hex(bytes),
    });
  });

  it('does not give a hash for the beginning of a file, nor half a character', async () => {
    await write('run_notes.md', 'abcdefgö');
    const { files } = await read(['run_notes.md'], 8);
    expect(files[0]).toEqual({
      path: 'run_notes.md',
      bytes: 9,
      sha256: null,
      truncated: true,
      encoding: 'utf8',
      content: 'abcdefg',
    });
  });

  it('keeps a reply within what the other side accepts', async () => {
    const paths = Array.from({ length: 8 }, (_, index) => `results/${index}.bin`);
    for (const path of paths)
      await truncate(await write(path, '\u0000'), limits.evidenceFileBytesMax);
    const { files, unread } = await read(paths);
    expect(JSON.stringify(files).length).toBeLessThan(limits.workerReplyBytesMax);
    expect(files.length).toBeGreaterThan(0);
    expect(unread.map(({ reason }) => reason)).toContain('reply_full');
    expect(files.length + unread.length).toBe(8);
  });
});
