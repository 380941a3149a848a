/** Files that are not what they were: of a draft since it was written, of a paper of the corpus since its import. */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { findDrift, publishedFolders, readPublished } from '../../../src/papers/drafts/drift.ts';
import { hashesOf } from '../../../src/papers/gates.ts';
import { writeChecksums } from '../../../src/papers/package/package.ts';
import { hashFile } from '../../../src/papers/read.ts';
import { judgingMark } from '../../../src/papers/rules-mark.ts';
import { createSandbox, type Sandbox } from './support.ts';

const summary = 'evidence/results/summary.json';
let sandbox: Sandbox;
let dir: string;
beforeEach(async () => {
  sandbox = createSandbox();
  await sandbox.write();
  dir = sandbox.paperDir;
});
afterEach(() => sandbox.dispose());

describe('a draft', () => {
  it('that is as it was written has no drift, and the same mark each time', () => {
    expect(findDrift(dir, hashesOf(dir))).toBeNull();
    expect(judgingMark(dir)).toBe(judgingMark(dir));
  });

  it('names the files that changed or are gone, whatever the files themselves say', () => {
    const written = hashesOf(dir);
    const mark = judgingMark(dir);
    appendFileSync(join(dir, summary), ' ');
    expect(findDrift(dir, null)).toBe(`${summary} changed`);
    rmSync(join(dir, summary));
    appendFileSync(join(dir, 'paper.md'), 'More.\n');
    expect(findDrift(dir, written)).toBe(`paper.md changed; ${summary} is gone`);
    expect(judgingMark(dir)).not.toBe(mark);
    rmSync(dir, { recursive: true });
    expect([findDrift(dir, written), findDrift(dir, null)]).toEqual(['its folder is gone', null]);
  });

  it('names a few and counts the others, and follows no path out of its folder', () => {
    const files = Array.from({ length: limits.driftFilesNamedMax + 2 }, (_, at) => ({
      public_path: at === 0 ? '../../../../etc/passwd' : `evidence/${at}`,
      sha256: 'a'.repeat(64),
    }));
    writeFileSync(join(dir, 'evidence_bundle.json'), JSON.stringify({ files }));
    const drift = findDrift(dir, null);
    expect(drift).toMatch(/^\.\.\/\.\.\/\.\.\/\.\.\/etc\/passwd is gone; evidence\/1 is gone; /);
    expect(drift).toMatch(/; and 2 more$/);
  });
});

describe('a paper of the corpus', () => {
  let corpusDir: string;
  let manifestSha256: string;
  const look = (seen: string | null = null) => readPublished({ dir, seen, manifestSha256 });
  beforeEach(() => {
    corpusDir = join(sandbox.artifactRoot, 'corpus');
    mkdirSync(join(corpusDir, 'papers'), { recursive: true });
    const shelf = join(corpusDir, 'papers', 'a-title');
    renameSync(dir, shelf);
    dir = shelf;
    writeFileSync(join(dir, 'corpus_record.json'), JSON.stringify({ paper_id: 'p--draft' }));
    writeChecksums(dir);
    manifestSha256 = hashFile(join(dir, 'paper_manifest.json'))!.sha256;
  });

  it('is found by what its folder says, and read once for each state of its files', () => {
    expect(publishedFolders(corpusDir)).toEqual({ 'p--draft': dir });
    const first = look();
    expect(first).toMatchObject({ drift: null });
    expect(look(first!.mark)).toBeNull();
  });

  it('is named with what is not as it was imported, also where the checksums were made anew', () => {
    appendFileSync(join(dir, 'paper.md'), 'More.\n');
    expect(look()?.drift).toBe('paper.md does not match its checksum');
    const manifest = readFileSync(join(dir, 'paper_manifest.json'), 'utf8');
    writeFileSync(join(dir, 'paper_manifest.json'), `${manifest} `);
    writeChecksums(dir);
    expect(look()?.drift).toBe('paper_manifest.json is not the one that was imported');
    rmSync(dir, { recursive: true });
    expect(look()?.drift).toBe('its folder is gone');
  });
});
