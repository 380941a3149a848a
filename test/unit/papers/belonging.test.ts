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
const other = 'other-run-20251231T000000000';

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

  it.each<
    [string, Readonly<Record<string, string>>, (r: CollectedEvidence) => CollectedEvidence, string]
  >([
    [
      'was written before the run started',
      late,
      (record) => ({
        ...record,
        files: record.files.map((file) =>
          file.path === 'results/late.json'
            ? { ...file, modified_at: '2026-01-01T09:59:59.000Z' }
            : file,
        ),
      }),
      'was last written before the run started',
    ],
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
    const sandbox = projectWith(late, (record) => ({
      ...record,
      files: record.files.filter(({ path }) => path !== 'results/late.json'),
    }));
    const theirs: CollectedEvidence = {
      run_id: other,
      started_at: null,
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
