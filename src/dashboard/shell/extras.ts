/** What the shell and the first page show only later or sometimes: loaded together, after what is read first. */
export { ActCopies } from '../acts/act-copies.tsx';
export { Ending } from '../acts/ending.tsx';
export { JustHappened } from '../operations/just-happened.tsx';
export { TrackLine } from '../runs/track.tsx';
export { exchangeCode } from '../session/exchange-code.ts';
export { WorkersNow } from '../workers/overview-workers.tsx';
export { AsItWas } from './as-it-was.tsx';
export { KeyHelp } from './key-help.tsx';
export { NewerPage } from './newer-page.tsx';
export { NoticeSwitch } from './notice-switch.tsx';
export { find } from './palette-search.ts';
export { Prompt } from './prompt.tsx';
export { UndoBar } from './undo-bar.tsx';
