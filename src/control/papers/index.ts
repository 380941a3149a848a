/** Writing papers: drafts and rewrites. */
export { createPaperModel, type PaperModel } from './ask-model.ts';
export { createCompareReplication } from './compare-replication.ts';
export { type DraftRequest, draftNext, requirePaper } from './drafting.ts';
export { createEffectMarks, gaveUp, withMarks } from './effect-marks.ts';
export type { PaperEffectOptions } from './effect-options.ts';
export { createKeptAnswers } from './kept-answers.ts';
export { paperFolder, projectDirOf, projectFolder, writtenTexts } from './paper-folders.ts';
export { publishingObstacle, rewriteObstacle, writingObstacle } from './paper-obstacles.ts';
export {
  planReplication,
  refuseImpossible,
  replicationObstacle,
  replicationOfPaper,
} from './replication.ts';
export { type RewriteRequest, rewriteDraft, rewriteUnder } from './rewriting.ts';
export { createWritePaper } from './write-paper.ts';
export { createWritingStops } from './writing-stops.ts';
