/**
 * The log of a run: its end, followed while the reader is at the bottom. Going up pauses it; nothing
 * of it is ever taken for markup.
 */
import { el, fill, syncRows } from '../dom.ts';
import type { LogLine } from '../log-buffer.ts';
import { logWords, type RunLog } from '../run-log.ts';
import { bytesText } from '../units.ts';

interface LogView {
  readonly root: HTMLElement;
  update(log: RunLog): void;
}

/** This near to the bottom the reader follows, px. */
const nearPx = 24;

/** Calls `pause` with true when the reader goes up, with false when they come back to the end. */
export function createLogView(pause: (paused: boolean) => void): LogView {
  const before = el('p', { class: 'aside', hidden: '' });
  const lines = el('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'off',
    'aria-label': 'Log of the run',
    tabindex: '0',
    'data-focus': 'log',
  });
  const below = el('div', { class: 'log-foot' });
  const words = el('span', { role: 'status' });
  const resume = el('button', { type: 'button', 'data-focus': 'resume' }, 'Follow again');
  const size = el('span', { class: 'figure' });
  below.append(words, size, resume);
  const root = el('div', {}, el('h3', {}, 'Log'), before, lines, below);
  let shown: readonly LogLine[] | null = null;
  /** Where we put it; anywhere else the reader did. */
  let placedPx = 0;
  let isPaused = false;

  const toBottom = (): void => {
    lines.scrollTop = lines.scrollHeight;
    placedPx = lines.scrollTop;
  };
  lines.addEventListener('scroll', () => {
    const isNear = lines.scrollHeight - lines.clientHeight - lines.scrollTop <= nearPx;
    if (isNear && isPaused) pause(false);
    else if (!isNear && lines.scrollTop < placedPx - 1 && !isPaused) pause(true);
  });
  resume.addEventListener('click', () => {
    pause(false);
    toBottom();
    lines.focus();
  });

  return {
    root,
    update(log) {
      isPaused = log.paused;
      const isEmpty = log.nextOffset === 0 && log.buffer.lines.length === 0;
      // Before it is scrolled: what is hidden has no bottom.
      lines.hidden = log.nextOffset === null || isEmpty;
      if (shown !== log.buffer.lines) {
        shown = log.buffer.lines;
        syncRows(lines, shown, ({ id }) => String(id), lineOf);
        if (!isPaused) toBottom();
      }
      const began = beforeWords(log);
      before.hidden = began === null;
      fill(before, began, () => [began]);
      fill(words, [logWords(log), isEmpty], () => [
        isEmpty && log.problem === null ? emptyWords(log) : logWords(log),
      ]);
      words.classList.toggle('trouble', log.problem !== null);
      resume.hidden = !log.paused;
      fill(size, log.nextOffset, () => [lines.hidden ? null : bytesText(log.nextOffset ?? 0)]);
    },
  };
}

function emptyWords({ complete }: RunLog): string {
  return complete
    ? 'The run is over and wrote no log.'
    : 'Nothing was written yet. It appears here.';
}

/** A line is text; `·` stands for what cannot be shown. */
function lineOf({ text, isNote }: LogLine): HTMLElement {
  return el('div', { class: isNote ? 'log-note' : 'log-line' }, text === '' ? '\u00a0' : text);
}

/** What is not shown above the first line; null when it is all there. */
function beforeWords({ beganAt, buffer }: RunLog): string | null {
  const gone = buffer.gone === 0 ? null : `${buffer.gone} lines that were shown earlier gave way.`;
  if (beganAt === null || beganAt === 0) return gone;
  const words = `The first ${bytesText(beganAt)} are not shown; “orrery run log” shows them.`;
  return gone === null ? words : `${words} ${gone}`;
}
