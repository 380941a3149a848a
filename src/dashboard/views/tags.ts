/** Tags as chips: each leads to the list of those that have it. */
import { el } from '../dom.ts';
import { listAddress, type TaggedPage } from '../places.ts';

/** Which list a chip leads to, and what it is narrowed to already: a click adds to that. */
interface Narrowing {
  readonly page: TaggedPage;
  readonly tags: readonly string[];
}

/** Chips of a row or a pane; null where it has no tags. */
export function chips(
  own: readonly string[] | null,
  { page, tags }: Narrowing,
): HTMLElement | null {
  if (own === null || own.length === 0) return null;
  const chip = (tag: string): HTMLElement => {
    const isOn = tags.includes(tag);
    const href = listAddress(page, { tags: isOn ? tags : [...tags, tag] });
    const attributes = { class: 'chip', href, title: `Only what is tagged ${tag}` };
    return el('a', { ...attributes, ...(isOn ? { 'aria-current': 'true' } : {}) }, tag);
  };
  return el('span', { class: 'chips' }, ...own.map(chip));
}

/** What a list is narrowed to, each with a way out; null where it shows all. */
export function narrowedTo({ page, tags }: Narrowing): HTMLElement | null {
  if (tags.length === 0) return null;
  const without = (tag: string): HTMLElement =>
    el(
      'a',
      {
        class: 'chip',
        href: listAddress(page, { tags: tags.filter((other) => other !== tag) }),
        'aria-label': `No longer only what is tagged ${tag}`,
        'data-focus': `without-${tag}`,
      },
      `${tag} ×`,
    );
  return el(
    'p',
    { class: 'chips narrowed' },
    'Only what is tagged ',
    ...tags.map(without),
    el('a', { class: 'clear', href: listAddress(page, {}), 'data-focus': 'all' }, 'Show all'),
  );
}

/** Stands for the rows of a list that is narrowed to nothing. */
export const nothingTagged = (tags: readonly string[]): string =>
  `Nothing here has ${tags.length === 1 ? 'this tag' : 'all of these tags'}.`;
