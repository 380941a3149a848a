/** Building elements without markup strings, and replacing parts of the page without losing focus. */
import type { Mark } from './words.ts';

/** What goes into an element; null is left out. */
export type Child = Node | string | null;

interface Attributes {
  readonly class?: string;
  readonly id?: string;
  readonly onclick?: () => void;
  readonly [attribute: string]: string | (() => void) | undefined;
}

/** An element with attributes and children; strings become text, never markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener('click', value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Replaces what is in `slot` when `key` has changed, and keeps the focus where it was. */
export function fill(slot: HTMLElement, key: unknown, build: () => Child[]): void {
  const text = JSON.stringify(key);
  if (slot.dataset.key === text) return;
  slot.dataset.key = text;
  const focused = document.activeElement;
  const name =
    focused instanceof HTMLElement && slot.contains(focused) ? focused.dataset.focus : undefined;
  slot.replaceChildren(...build().filter((child) => child !== null));
  if (name === undefined) return;
  for (const candidate of slot.querySelectorAll<HTMLElement>('[data-focus]')) {
    if (candidate.dataset.focus === name) candidate.focus();
  }
}

/** Brings the children of `list` in line with `rows`, keeping the elements of those that stay. */
export function syncRows<Row>(
  list: HTMLElement,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  build: (row: Row) => HTMLElement,
): void {
  const known = new Map<string, HTMLElement>();
  const wanted = new Set(rows.map(keyOf));
  for (const child of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    // First of all what goes: else every row that stays would be moved past it.
    if (wanted.has(child.dataset.row!)) known.set(child.dataset.row!, child);
    else child.remove();
  }
  let place = list.firstElementChild;
  for (const row of rows) {
    const key = keyOf(row);
    const element = known.get(key) ?? build(row);
    element.dataset.row = key;
    if (element === place) place = place.nextElementSibling;
    else list.insertBefore(element, place);
  }
}

const svgSpace = 'http://www.w3.org/2000/svg';

/** One set of icons on a 16 by 16 grid, each a path drawn as a line or filled. */
const icons = {
  running: { d: 'M5 3.5v9l7-4.5z', filled: true },
  waiting: { d: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11', filled: false },
  person: { d: 'M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1', filled: false },
  failed: { d: 'M3 3h10v10H3zM6 6l4 4M10 6l-4 4', filled: false },
  done: { d: 'M3 8.5 6.5 12 13 4.5', filled: false },
  paused: { d: 'M5.5 3.5v9M10.5 3.5v9', filled: false },
  unknown: { d: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12v.1', filled: false },
  brand: {
    d: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 6.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2M12.2 2.4a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 1 0 0-2.8',
    filled: false,
  },
  overview: { d: 'M2.5 9.5 8 4l5.5 5.5M4.5 8v5h7V8', filled: false },
  queue: { d: 'M3 4h10M3 8h10M3 12h6', filled: false },
  runs: { d: 'M2.5 8.5h2.5l1.8-5 2.6 9 1.8-4h2.3', filled: false },
  workers: { d: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5v.1M5 11v.1', filled: false },
  papers: { d: 'M4 2.5h5.5L12 5v8.5H4zM6 7.5h4M6 10h4', filled: false },
  events: { d: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5v3.2l2.2 1.6', filled: false },
  alerts: { d: 'M8 2.5a4 4 0 0 0-4 4v3l-1 2h10l-1-2v-3a4 4 0 0 0-4-4M7 13.5h2', filled: false },
  theme: { d: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11', filled: false },
  leave: { d: 'M6.5 3H3v10h3.5M7 8h6.5M11 5.5 13.5 8 11 10.5', filled: false },
} as const satisfies Record<string, { d: string; filled: boolean }>;
/** The name of a path in that set. */
export type IconName = keyof typeof icons;

/** A decorative icon; the word beside it says what it means. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', icons[name].filled ? 'icon filled' : 'icon');
  const path = document.createElementNS(svgSpace, 'path');
  path.setAttribute('d', icons[name].d);
  svg.append(path);
  return svg;
}

/** A drawing of lines and nothing else; what it shows is said in words beside it. */
export function drawing(options: {
  readonly class: string;
  readonly width: number;
  readonly height: number;
  readonly paths: readonly { readonly class: string; readonly d: string }[];
}): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${options.width} ${options.height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', options.class);
  for (const { class: name, d } of options.paths) {
    const path = document.createElementNS(svgSpace, 'path');
    path.setAttribute('class', name);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** A state as shape and word. */
export function mark(kind: Mark, word: string): HTMLElement {
  return el('span', { class: `mark mark-${kind}` }, icon(kind), el('span', {}, word));
}

/** A moment whose age is kept current by `tick`; `format` is ago or span. */
export function ageOf(sinceMs: number | null, format: 'ago' | 'span'): HTMLElement {
  if (sinceMs === null) return el('span', { class: 'unknown' }, 'unknown');
  return el('time', {
    class: 'age',
    datetime: new Date(sinceMs).toISOString(),
    title: new Date(sinceMs).toLocaleString(),
    'data-since': String(sinceMs),
    'data-format': format,
  });
}
