/** The frame around every page: bar, navigation, notice of a lost connection. */

import { el, type IconName, icon } from './dom.ts';
import { type PageName, pages } from './places.ts';
import { nextTheme, readTheme } from './storage.ts';

/** The parts of the frame that are filled by drawing; a count of null or 0 shows nothing. */
export interface Shell {
  readonly root: HTMLElement;
  readonly state: HTMLElement;
  readonly lost: HTMLElement;
  readonly answer: HTMLElement;
  readonly content: HTMLElement;
  setPage(page: PageName): void;
  setCount(page: PageName, count: number | null): void;
  toggleTheme(): void;
}

const titles: Readonly<Record<PageName, string>> = {
  overview: 'Overview',
  queue: 'Queue',
  runs: 'Runs',
  papers: 'Papers',
  workers: 'Workers',
  events: 'Events',
  alerts: 'Alerts',
};

/** Builds the frame without putting it on the page; `onLeave`: the reader wants the token forgotten. */
export function createShell(onLeave: () => void): Shell {
  const links = new Map(
    pages.map((page) => {
      const count = el('span', { class: 'count' });
      const link = el(
        'a',
        { href: `#/${page}` },
        icon(page as IconName),
        el('span', {}, titles[page]),
        count,
      );
      return [page, { link, count }] as const;
    }),
  );
  const state = el('span', { class: 'state', 'data-state': 'connecting' });
  const lost = el('div', { class: 'lost', role: 'alert', hidden: '' });
  const answer = el('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  const content = el('div', { class: 'content' });
  const theme = el(
    'button',
    { type: 'button', class: 'quiet-button', id: 'theme' },
    icon('theme'),
    el('span'),
  );
  const sayTheme = (): void => {
    const words = `Theme: ${readTheme()}`;
    theme.setAttribute('aria-label', words);
    theme.title = words;
  };
  const toggleTheme = (): void => {
    nextTheme();
    sayTheme();
  };
  theme.addEventListener('click', toggleTheme);
  sayTheme();
  const leave = el(
    'button',
    {
      type: 'button',
      class: 'quiet-button',
      title: 'Forget the token',
      'aria-label': 'Forget the token',
      onclick: onLeave,
    },
    icon('leave'),
  );
  const root = el(
    'div',
    { class: 'shell' },
    el(
      'button',
      { type: 'button', class: 'skip', onclick: () => content.focus() },
      'Skip to the content',
    ),
    el(
      'header',
      {},
      el('h1', { class: 'brand' }, icon('brand'), 'Orrery'),
      state,
      el('span', { class: 'spring' }),
      theme,
      leave,
    ),
    el('nav', { 'aria-label': 'Pages' }, ...[...links.values()].map(({ link }) => link)),
    el('main', { id: 'main' }, lost, answer, content),
  );
  content.tabIndex = -1;
  return {
    root,
    state,
    lost,
    answer,
    content,
    toggleTheme,
    setPage(current) {
      for (const [page, { link }] of links) {
        if (page === current) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      document.title = current === 'overview' ? 'Orrery' : `${titles[current]} – Orrery`;
    },
    setCount(page, count) {
      const text = count === null || count === 0 ? '' : String(count);
      const target = links.get(page)!.count;
      if (target.textContent !== text) target.textContent = text;
    },
  };
}
