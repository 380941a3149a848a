/**
 * Which files of a paper are not what they were: of one that was drafted since it was written, of one in the corpus
 * since it was imported. Reads the files alone, so that it can be done in another process.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../domain/limits.ts';
import { filledText } from '../../lib/as-text.ts';
import { recordsIn } from '../../lib/is-record.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import { corpusRecordFile, readObjectOr, slugsOf } from '../corpus/corpus-index.ts';
import { markOf } from '../folder-mark.ts';
import { checksumProblems } from '../package/package.ts';
import { hashFile } from '../read.ts';

/**
 * Of the paper in `dir`, in words; null: no file is known to differ. `written` are the hashes of its texts, which are
 * kept out of reach of any file, and null where they are not known; its evidence is held against its bundle.
 */
export function findDrift(
  dir: string,
  written: Readonly<Record<string, string>> | null,
): string | null {
  if (!existsSync(dir)) return written === null ? null : 'its folder is gone';
  const { files } = readObjectOr(join(dir, 'evidence_bundle.json'));
  const evidence = recordsIn(files).flatMap((file) => {
    const { public_path: path, sha256 } = file;
    return typeof path === 'string' && typeof sha256 === 'string' ? [[path, sha256] as const] : [];
  });
  return inWords(
    [...Object.entries(written ?? {}), ...evidence].flatMap(([path, sha256]) => {
      const place = resolveInside(dir, path);
      const now = place === undefined ? undefined : hashFile(place)?.sha256;
      if (now === sha256) return [];
      return [now === undefined ? `${path} is gone` : `${path} changed`];
    }),
  );
}

/** Folders of the papers of a corpus, by the id of the paper. */
export function publishedFolders(corpusDir: string): Readonly<Record<string, string>> {
  const named = slugsOf(corpusDir).flatMap((slug) => {
    const dir = join(corpusDir, 'papers', slug);
    const paperId = filledText(readObjectOr(join(dir, corpusRecordFile)).paper_id);
    return paperId === null ? [] : [[paperId, dir] as const];
  });
  return Object.fromEntries(named);
}

/** The folder of a paper of the corpus, and what is known of it. */
export interface PublishedPaper {
  readonly dir: string;
  /** When it was last read; null: it never was. */
  readonly seen: string | null;
  /** Of its `paper_manifest.json` as it was imported, which the ledger keeps; null: not known. */
  readonly manifestSha256: string | null;
}

/** Null where the files are those that were read last. */
export function readPublished({
  dir,
  seen,
  manifestSha256,
}: PublishedPaper): { readonly mark: string; readonly drift: string | null } | null {
  const mark = existsSync(dir) ? markOf(dir) : 'gone';
  if (mark === seen) return null;
  if (mark === 'gone') return { mark, drift: 'its folder is gone' };
  const manifest = hashFile(join(dir, manifestFile))?.sha256;
  const problems = [
    // Whoever writes the checksums anew does not reach the ledger.
    ...(manifestSha256 === null || manifest === manifestSha256
      ? []
      : [`${manifestFile} is not the one that was imported`]),
    ...checksumProblems(dir),
  ];
  return { mark, drift: inWords(problems) };
}

const manifestFile = 'paper_manifest.json';

function inWords(problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  const named = problems.slice(0, limits.driftFilesNamedMax).join('; ');
  const more = problems.length - limits.driftFilesNamedMax;
  return more > 0 ? `${named}; and ${more} more` : named;
}
