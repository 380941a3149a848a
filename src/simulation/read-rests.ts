/** What the answers to reads of the store rest on: as long as nothing of it is committed, they stay what they are. */
import type { EventQuery, ListQuery, ReadModels } from '../store/ports/read-models.ts';

/** A read of the store as whoever remembers it sees it. */
export type Read = (...args: never[]) => Promise<unknown>;
/** What the answer to a read rests on: kinds, addresses and types of events; null: it is not remembered. */
type Rests<Method extends keyof ReadModels> = ReadModels[Method] extends Read
  ? (...args: Parameters<ReadModels[Method]>) => readonly string[] | null
  : never;

const onKinds = (...kinds: readonly string[]) => {
  const rests = kinds.map((kind) => `kind ${kind}`);
  return () => rests;
};
const onItems = onKinds('queue_item');
/** Lanes of operators are found through other kinds, and words through the index. */
const onList = (kind: string, { filters, search = '' }: Partial<ListQuery>) =>
  search !== '' || Object.hasOwn(filters ?? {}, 'operator_lane') ? null : [`kind ${kind}`];
const onEvents = ({ eventType, search }: EventQuery) =>
  search !== '' || eventType === '' ? null : [`event ${eventType}`];

/** By read; one that is not named is made each time. */
export const readRests: { readonly [Method in keyof ReadModels]?: Rests<Method> } = {
  get: (kind, id) => [`${kind}/${id}`],
  list: onList,
  count: (kind, filters) => onList(kind, { filters }),
  countByStatus: (kind) => [`kind ${kind}`],
  events: onEvents,
  newestEvents: (eventType) => [`event ${eventType}`],
  dispatchCandidates: onItems,
  dispatchHeads: onItems,
  dispatchAlike: onItems,
  draftCandidates: onItems,
  countDraftCandidates: onItems,
  countCompletedWithoutPaper: onItems,
  activeLanes: onItems,
  activeItems: onItems,
  activeItemOf: onItems,
  followupCandidates: onKinds('queue_item', 'followup'),
  finalizedNotImported: onKinds('paper_review', 'corpus_entry'),
  countFinalizedUnjudged: onKinds('paper_review'),
  driftedPapers: onKinds('paper_review', 'corpus_entry'),
  countPapers: onKinds('paper', 'paper_review', 'corpus_entry'),
  standingAlerts: onKinds('alert'),
  incidentsGoingOn: onKinds('incident'),
  lastIncident: onKinds('incident'),
  liveGateRuns: onKinds('gate_run'),
  lastGateRunOf: onKinds('gate_run'),
  undeliveredCallbacks: onKinds('callback_delivery'),
};
