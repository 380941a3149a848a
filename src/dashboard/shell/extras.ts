/** What the shell and the first page show only later or sometimes: loaded together, after what is read first. */
export { ActCopies } from '../pages/act-copies.tsx';
export { Ending } from '../pages/ending.tsx';
export { JustHappened } from '../pages/just-happened.tsx';
export { WorkersNow } from '../pages/overview-workers.tsx';
export { TrackLine } from '../pages/track.tsx';
export { AsItWas } from './as-it-was.tsx';
export { NoticeSwitch } from './notice-switch.tsx';
export { find } from './palette-search.ts';
export { Prompt } from './prompt.tsx';
export { UndoBar } from './undo-bar.tsx';
