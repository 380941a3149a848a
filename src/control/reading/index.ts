/** Entities as replies show them: rows, details, pages, events in words, states of the past. */
export {
  observationFreshness,
  readEvent,
  readPaper,
  readProject,
  readRun,
} from './details.ts';
export { describeEvent } from './event-words.ts';
export { readQueuePage } from './queue-page.ts';
export {
  hiddenOf,
  inList,
  toEventListRow,
  toPaperRow,
  toPlainRow,
  toProjectRow,
  toQueueRow,
  toRunRow,
  toShownChange,
} from './rows.ts';
export { readPaperPage, readProjectPage, readRunPage } from './text-pages.ts';
export { type AsOf, momentOf, readAsOf, readListsAsOf, readNeighbours } from './time-travel.ts';
