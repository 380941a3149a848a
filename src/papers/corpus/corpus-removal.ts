/**
 * Takes a paper out of the corpus. The tombstone is put in place first, and from then on the paper is not
 * in the index; then its folder goes. After a crash at any step the same removal ends as it would have.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filledText } from '../../lib/as-text.ts';
import { corpusRecordFile, readObjectOr, rebuildIndex, slugsOf } from './corpus-index.ts';
import { readTombstones, type Tombstone, writeTombstone } from './tombstones.ts';

/** Which paper, who wants it removed, when (ISO 8601) and why. */
export interface RemovalRequest {
  readonly corpusDir: string;
  readonly publicId: string;
  readonly paperId: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** `problems`: why nothing was removed. */
export type RemovalOutcome =
  | { readonly ok: true; readonly tombstone: Tombstone }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Removes it, or ends what an earlier attempt at it began. File system errors are thrown. */
export function removePaper(request: RemovalRequest): RemovalOutcome {
  const { corpusDir, publicId, paperId } = request;
  const before = readTombstones(corpusDir).find(({ public_id }) => public_id === publicId);
  const tombstone = before ?? tombstoneOf(request);
  if (tombstone === null) {
    const problem = `the corpus holds no paper ${paperId} as ${publicId}; its folder was moved or deleted by hand`;
    return { ok: false, problems: [problem] };
  }
  if (before === undefined) writeTombstone(corpusDir, tombstone);
  const papers = join(corpusDir, 'papers');
  // Neither a start nor a list takes a hidden folder for a paper.
  const aside = join(papers, `.removed-${tombstone.slug}`);
  const there = join(papers, tombstone.slug);
  if (existsSync(there)) renameSync(there, aside);
  rmSync(aside, { recursive: true, force: true });
  rebuildIndex(corpusDir, { builtAt: request.at });
  return { ok: true, tombstone };
}

function tombstoneOf(request: RemovalRequest): Tombstone | null {
  const { corpusDir, publicId, paperId } = request;
  for (const slug of slugsOf(corpusDir)) {
    const folder = join(corpusDir, 'papers', slug);
    const record = readObjectOr(join(folder, corpusRecordFile));
    if (record.public_id !== publicId || record.paper_id !== paperId) continue;
    const metadata = readObjectOr(join(folder, 'metadata.json'));
    return {
      schema_version: 'corpus_tombstone.v1',
      public_id: publicId,
      paper_id: paperId,
      title: filledText(metadata.title) ?? slug,
      slug,
      source_record_fingerprint: filledText(metadata.source_record_fingerprint),
      imported_at: filledText(record.imported_at),
      removed_at: request.at,
      removed_by: request.by,
      reason: request.reason,
    };
  }
  return null;
}
