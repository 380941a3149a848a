/** Evidence belongs to its run: what is older, another run's, changed or unknown is left out or said. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type CollectedEvidence, collectedFile } from '../../../src/domain/collected-evidence.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import type { EvidenceBundle } from '../../../src/papers/evidence/schema.ts';
import { createSandbox, putFile, type Sandbox, sampleFiles, sampleRunId } from './support.ts';

const open: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.dispose();
});

const started = '2026-01-01T10:00:00.000Z';
const during = '2026-01-01T10:30:00.000Z';
const ended = '2026-01-01T11:00:00.000Z';
const other = 'other-run-20251231T000000000';

type Change = (record: CollectedEvidence) => CollectedEvidence;
const writtenAt =
  (modified_at: string): Change =>
  (record) => ({
    ...record,
    files: record.files.map((file) => (file.path in late ? { ...file, modified_at } : file)),
  });
const withoutLate: Change = (record) => ({
  ...record,
  files: record.files.filter(({ path }) => !(path in late)),
});

/** A project whose record has all its files, but for what `change` makes of it. */
function projectWith(
  extra: Readonly<Record<string, string>>,
  change: (record: CollectedEvidence) => CollectedEvidence | null = (record) => record,
): Sandbox {
  const files = { ...sampleFiles, ...extra };
  const sandbox = createSandbox(files);
  open.push(sandbox);
  const record = change({
    run_id: sampleRunId,
    started_at: started,
    ended_at: ended,
    files: Object.entries(files).map(([path, text]) => ({
      path,
      sha256: sha256Hex(text),
      modified_at: during,
    })),
    failed: [],
    error: null,
  });
  if (record !== null)
    putFile(sandbox.projectDir, collectedFile(record.run_id), JSON.stringify(record));
  return sandbox;
}
async function bundleOf(sandbox: Sandbox): Promise<EvidenceBundle & { readonly text: string }> {
  await sandbox.write();
  const read = (file: string): string => readFileSync(join(sandbox.paperDir, file), 'utf8');
  return {
    ...(JSON.parse(read('evidence_bundle.json')) as EvidenceBundle),
    text: read('paper.md'),
  };
}
const unwithheld = 'Yes**: no evidence file was withheld.';
const late = { 'results/late.json': '{"late_count": 7}' };

describe('evidence of the run', () => {
  it('is all of it where the record says so, and the paper may say that nothing was withheld', async () => {
    const bundle = await bundleOf(projectWith(late));
    expect(bundle.unavailable).toEqual([]);
    expect(bundle.files.map(({ path }) => path)).toContain('results/late.json');
    expect(bundle.text).toContain(unwithheld);
  });

  it.each<[string, Readonly<Record<string, string>>, Change, string]>([
    [
      'was written before the run started',
      late,
      writtenAt('2026-01-01T09:59:59.000Z'),
      'was last written before the run started',
    ],
    [
      'was written after the run was over',
      late,
      writtenAt('2026-01-01T11:00:00.001Z'),
      'was last written after the run was over',
    ],
    ['was put there later', late, withoutLate, 'was not fetched when the run was over'],
    [
      'was changed after the run was over',
      late,
      (record) => ({
        ...record,
        files: record.files.map((file) =>
          file.path === 'results/late.json' ? { ...file, sha256: 'a'.repeat(64) } : file,
        ),
      }),
      'is not the file that was fetched when the run was over',
    ],
    [
      'names another run',
      { 'results/late.json': JSON.stringify({ meta: { run_id: other }, late_count: 7 }) },
      (record) => record,
      'names another run as its own',
    ],
  ])('leaves out a file that %s, and says so', async (_, extra, change, why) => {
    const bundle = await bundleOf(projectWith(extra, change));
    expect(bundle.files.map(({ path }) => path)).not.toContain('results/late.json');
    expect(bundle.metrics.map(({ pointer }) => pointer)).not.toContain('/late_count');
    expect(bundle.unavailable).toMatchObject([{ path: 'results/late.json', reason: 'omitted' }]);
    expect(bundle.limitations).toContain(`results/late.json ${why} and was left out`);
    expect(bundle.text).not.toContain(unwithheld);
  });

  it('leaves out a file that was fetched for another run of the project', async () => {
    const sandbox = projectWith(late, withoutLate);
    const theirs: CollectedEvidence = {
      run_id: other,
      started_at: null,
      ended_at: null,
      files: [
        {
          path: 'results/late.json',
          sha256: sha256Hex(late['results/late.json']),
          modified_at: null,
        },
      ],
      failed: [],
      error: null,
    };
    putFile(sandbox.projectDir, collectedFile(other), JSON.stringify(theirs));
    const { limitations } = await bundleOf(sandbox);
    expect(limitations).toContain(
      'results/late.json was fetched for another run of the project and was left out',
    );
  });

  it.each<[string, string, boolean]>([
    ['results/rows.jsonl', `{"run_id": "${other}", "late_count": 7}\n`, false],
    ['results/rows.csv', `run_id,late_count\n${other},7\n`, false],
    ['results/rows.json', JSON.stringify([{ run_id: other, late_count: 7 }]), false],
    ['results/escaped.json', `{"run\\u005fid": "${other}", "late_count": 7}`, false],
    // Set beside another run.
    ['results/both.csv', `run_id,late_count\n${other},7\n${sampleRunId},7\n`, true],
    ['results/trials.csv', 'run_id,late_count\ntrial-3,7\n', true],
  ])('reads in %s whose it is', async (path, text, isTaken) => {
    const { files, limitations } = await bundleOf(projectWith({ [path]: text }));
    expect(files.some((file) => file.path === path)).toBe(isTaken);
    const said = limitations.includes(`${path} names another run as its own and was left out`);
    expect(said).toBe(!isTaken);
  });

  it('has what was fetched first, also where a later fetch of it failed', async () => {
    const failed = [{ path: 'results/late.json', reason: 'changed after it was fetched' }];
    const bundle = await bundleOf(projectWith(late, (record) => ({ ...record, failed })));
    expect(bundle.files.map(({ path }) => path)).toContain('results/late.json');
    expect(bundle.collection).toEqual({ recorded: true, left_out: 0 });
  });

  it('takes what its worker could not hand out then, and says so', async () => {
    const bundle = await bundleOf(
      projectWith(late, (record) => ({
        ...withoutLate(record),
        failed: [{ path: 'results/late.json', reason: 'too_large' }],
      })),
    );
    expect(bundle.files.map(({ path }) => path)).toContain('results/late.json');
    expect(bundle.limitations).toEqual([
      'results/late.json was not fetched when the run was over (too_large) and was brought later',
    ]);
    expect(bundle.collection).toEqual({ recorded: true, left_out: 0 });
  });

  it('knows no end from a record of an earlier edition', async () => {
    const sandbox = projectWith(late);
    const path = collectedFile(sampleRunId);
    const { ended_at: _, ...record } = writtenAt('2027-01-01T00:00:00.000Z')(
      JSON.parse(readFileSync(join(sandbox.projectDir, path), 'utf8')) as CollectedEvidence,
    );
    putFile(sandbox.projectDir, path, JSON.stringify(record));
    expect((await bundleOf(sandbox)).unavailable).toEqual([]);
  });

  it('says what its worker left out, and does not say that nothing was withheld', async () => {
    const bundle = await bundleOf(
      projectWith({}, (record) => ({
        ...record,
        failed: [{ path: 'results/huge.json', reason: 'too_large' }],
      })),
    );
    expect(bundle.limitations).toContain('results/huge.json was not fetched: too_large');
    expect(bundle.collection).toEqual({ recorded: true, left_out: 1 });
    expect(bundle.text).toContain('results/huge.json was not fetched');
    expect(bundle.text).not.toContain(unwithheld);
  });

  it('says that it does not know where nothing was recorded', async () => {
    const bundle = await bundleOf(projectWith({}, () => null));
    expect(bundle.collection).toEqual({ recorded: false, left_out: 0 });
    expect(bundle.text).toContain('it is not recorded whether an evidence file was withheld');
  });

  it('keeps names of trials and its own id', async () => {
    const bundle = await bundleOf(
      projectWith({
        'results/late.json': `{"run_id": "trial-3", "own": {"run_id": "${sampleRunId}"}}`,
      }),
    );
    expect(bundle.unavailable).toEqual([]);
  });
});
