/** The quality of research: signals, admission, lineage, follow-ups. */
export { type FollowupRequest, launchNextFollowup } from './followups.ts';
export { readCandidates, readResearchQuality } from './research-quality.ts';
export { researchSignals } from './research-signals.ts';
export { readLineage } from './source-lineage.ts';
