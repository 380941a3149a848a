/** What a corpus says of papers that say the same, and of papers that were removed from it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { evaluateChecklist } from '../../../src/papers/checklist.ts';
import { importPackage, whyNotTwice } from '../../../src/papers/corpus/corpus.ts';
import { readCorpusIndex, rebuildIndex } from '../../../src/papers/corpus/corpus-index.ts';
import { removePaper } from '../../../src/papers/corpus/corpus-removal.ts';
import { writeTombstone } from '../../../src/papers/corpus/tombstones.ts';
import { preparePackage } from '../../../src/papers/package/package.ts';
import { writeSite } from '../../../src/papers/site/site.ts';
import { createSandbox, type Sandbox, sampleRunId } from './support.ts';

const at = '2026-01-02T00:00:00.000Z';
const clock = createManualClock();
const hostile = '<script>alert(1)</script>';
let sandbox: Sandbox;
let packages: Record<'first' | 'same' | 'other', string>;
beforeAll(async () => {
  sandbox = createSandbox();
  packages = {
    first: await packageOf('first', 'One study', 'It holds.'),
    same: await packageOf('same', 'The same study under another title', 'It holds.'),
    other: await packageOf('other', 'One study', 'It holds elsewhere.'),
  };
});
afterAll(() => sandbox.dispose());

/** A package of the sandbox's results, of another paper, run and time each. */
async function packageOf(name: string, title: string, hypothesis: string): Promise<string> {
  clock.advance(60_000);
  const [runId, paperId] = [`${name}-20260101T000000000`, `${name}--draft`];
  await sandbox.write({ runId, paperId, projectId: name, projectName: title, hypothesis, clock });
  const made = await preparePackage({
    artifactRoot: sandbox.artifactRoot,
    runId,
    paperId,
    targetLabel: 'corpus',
    checklist: evaluateChecklist(sandbox.paperDir.replace(sampleRunId, runId), at),
    written: null,
    dryRun: false,
    clock,
  });
  if (!made.ok) throw new Error(made.problems.join('\n'));
  return join(sandbox.artifactRoot, made.packageDir);
}
const corpus = (name: string): string => join(sandbox.root, name);
const put = (corpusDir: string, name: keyof typeof packages, acceptDuplicate = false) =>
  importPackage({ corpusDir, packageDir: packages[name], written: null, clock, acceptDuplicate });
const remove = (corpusDir: string, name: string, publicId: string) =>
  removePaper({
    corpusDir,
    publicId,
    paperId: `${name}--draft`,
    by: 'ada',
    at,
    reason: `its evidence was withdrawn ${hostile}`,
  });

describe('a paper that says what another says', () => {
  it('is refused with words, whatever its id, run, time and title', () => {
    const dir = corpus('same');
    const first = put(dir, 'first');
    expect(first).toMatchObject({ ok: true, row: { duplicate_of: null } });
    const outcome = put(dir, 'same');
    expect(outcome).toMatchObject({
      ok: false,
      problems: [
        expect.stringMatching(/^duplicate: orrery-paper-0001 \(first--draft\).*accept_duplicate/),
      ],
    });
    expect(readCorpusIndex(dir)?.papers).toHaveLength(1);
  });

  it('is taken in by an explicit wish, and linked', () => {
    const dir = corpus('wished');
    put(dir, 'first');
    const outcome = put(dir, 'same', true);
    expect(outcome).toMatchObject({
      ok: true,
      row: { public_id: 'orrery-paper-0002', duplicate_of: 'orrery-paper-0001' },
    });
    const prints = readCorpusIndex(dir)?.papers.map((paper) => paper.source_record_fingerprint);
    expect(new Set(prints).size).toBe(1);
    expect(readCorpusIndex(dir)?.papers[1]?.duplicate_of).toBe('orrery-paper-0001');
    // The same import again needs no wish: it is there.
    expect(put(dir, 'same')).toMatchObject({ ok: true, row: { public_id: 'orrery-paper-0002' } });
  });

  it('is told before anything is asked for', () => {
    const dir = corpus('asked');
    put(dir, 'first');
    const of = (name: keyof typeof packages) =>
      whyNotTwice({ corpusDir: dir, packageDir: packages[name] });
    expect(of('same')).toEqual([expect.stringMatching(/^duplicate: orrery-paper-0001/)]);
    expect([of('first'), of('other')]).toEqual([[], []]);
  });

  it('is none where the idea is another, although the results are the same', () => {
    const dir = corpus('other-idea');
    put(dir, 'first');
    expect(put(dir, 'other')).toMatchObject({ ok: true, row: { duplicate_of: null } });
  });
});

describe('a removed paper', () => {
  it('leaves a tombstone in index, page and list, and its id and folder name to nobody', () => {
    const dir = corpus('removed');
    const first = put(dir, 'first');
    expect(remove(dir, 'first', 'orrery-paper-0001')).toMatchObject({
      ok: true,
      tombstone: { public_id: 'orrery-paper-0001', removed_by: 'ada', removed_at: at },
    });
    const slug = first.ok ? first.row.slug : '';
    expect(existsSync(join(dir, 'papers', slug))).toBe(false);
    const index = readCorpusIndex(dir);
    expect(index).toMatchObject({
      next_number: 2,
      papers: [],
      totals: { papers: 0 },
      tombstones: [{ public_id: 'orrery-paper-0001', title: 'One study', slug }],
    });
    expect(readFileSync(join(dir, 'index.md'), 'utf8')).toContain('## Removed');
    const out = join(dir, 'site');
    writeSite(dir, out, null);
    const page = readFileSync(join(out, 'papers', slug, 'index.html'), 'utf8');
    expect(page).toContain('was removed from this corpus on 2026-01-02 by ada');
    expect(page).not.toContain(hostile);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain(`papers/${slug}/index.html`);
    // Another paper of that title gets another folder and the next number, also without an index.
    writeFileSync(join(dir, 'index.json'), '{}');
    expect(put(dir, 'other')).toMatchObject({
      ok: true,
      row: { public_id: 'orrery-paper-0002', slug: `${slug}-2` },
    });
  });

  it.each(['first', 'same'] as const)('does not come back by itself, as %s', (name) => {
    const dir = corpus(`back-${name}`);
    put(dir, 'first');
    remove(dir, 'first', 'orrery-paper-0001');
    expect(put(dir, name)).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('removed before: orrery-paper-0001 was removed at')],
    });
    expect(put(dir, name, true)).toMatchObject({
      ok: true,
      row: { public_id: 'orrery-paper-0002' },
    });
    expect(readCorpusIndex(dir)?.tombstones).toHaveLength(1);
  });

  it('is gone from the index from its tombstone on, and a removal cut off there ends', () => {
    const dir = corpus('cut-off');
    const first = put(dir, 'first');
    if (!first.ok) throw new Error('it was not imported');
    const whole = remove(corpus('elsewhere'), 'first', 'orrery-paper-0001');
    expect(whole).toMatchObject({ ok: false });
    writeTombstone(dir, {
      schema_version: 'corpus_tombstone.v1',
      public_id: 'orrery-paper-0001',
      paper_id: 'first--draft',
      title: 'One study',
      slug: first.row.slug,
      source_record_fingerprint: first.row.source_record_fingerprint,
      imported_at: first.row.imported_at,
      removed_at: at,
      removed_by: 'ada',
      reason: 'withdrawn',
    });
    expect(rebuildIndex(dir, { builtAt: at }).papers).toEqual([]);
    expect(remove(dir, 'first', 'orrery-paper-0001')).toMatchObject({
      ok: true,
      tombstone: { reason: 'withdrawn' },
    });
    expect(existsSync(join(dir, 'papers', first.row.slug))).toBe(false);
  });

  it('must be there, under that id', () => {
    const dir = corpus('absent');
    put(dir, 'first');
    expect(remove(dir, 'first', 'orrery-paper-0009')).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('holds no paper first--draft as orrery-paper-0009')],
    });
    expect(readCorpusIndex(dir)?.papers).toHaveLength(1);
  });
});
