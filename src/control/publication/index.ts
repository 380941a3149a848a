/** Publication automation: reviews, batches, packages, the corpus. */
export { listBatches } from './batch-list.ts';
export { cancelBatch, createBatchRewrite, readBatch } from './batch-run.ts';
export { readCorpus } from './corpus.ts';
export { type ImportRequest, importIntoCorpus } from './corpus-import.ts';
export { type RemovalRequest, removeFromCorpus } from './corpus-removal.ts';
export { createPaperEffects } from './effects.ts';
export { readDrafts } from './paper-drafts.ts';
export { readFindings } from './paper-findings.ts';
export { startPaperWatch } from './paper-look.ts';
export { movePaper, moveReview } from './paper-moves.ts';
export { createPaperTools } from './paper-reads.ts';
export { readText } from './paper-text.ts';
export { tracePaper } from './paper-trace.ts';
export { type PublishRequest, publishNext } from './publish-next.ts';
export { type PackageRequest, preparePackage } from './publishing.ts';
export { type ReplicateRequest, replicatePaper } from './replicating.ts';
export {
  approveFinalization,
  listReviews,
  nextReview,
  readArtifact,
  readReview,
  setChecklistItem,
  setReviewStatus,
} from './reviews.ts';
export { type RewriteBatchRequest, rewriteBatch } from './rewrite-batch.ts';
