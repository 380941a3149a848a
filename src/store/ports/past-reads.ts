/** What is read of a store as it was: lists and counts over the entities of an earlier moment. */
import type { ReadModels } from './read-models.ts';

/** Which of the reads answer as of an earlier event; entities one by one and events have reads of their own for it. */
export const pastReadNames = [
  'list',
  'listTexts',
  'count',
  'countByStatus',
  'countPapers',
  'countDraftCandidates',
  'countCompletedWithoutPaper',
  'mostUsed',
  'statusesOf',
  'activeItems',
  'standingAlerts',
  'incidentsGoingOn',
] as const satisfies readonly (keyof ReadModels)[];

/** As in `ReadModels`; a search throws `ServiceError`, since words are found among the texts of now alone. */
export type PastReads = Pick<ReadModels, (typeof pastReadNames)[number]>;
