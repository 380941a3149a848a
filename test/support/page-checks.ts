/**
 * What a page of the dashboard is checked for: findings of axe, words cut in two, words that only a program says, text
 * that could turn a line around.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import {
  paperStatuses,
  projectDecisions,
  queueStatuses,
  reviewStatuses,
  runStates,
  strictVerdicts,
} from '../../src/domain/statuses.ts';

/** What a theme may change of what axe finds: a page in another one alone is looked at for these. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The first three elements of each rule that does not hold, of all that is shown or of `include`. */
export async function axeFindings(
  page: Page,
  {
    include,
    coloursOnly = false,
  }: { readonly include?: readonly string[]; readonly coloursOnly?: boolean } = {},
): Promise<string[]> {
  // It is half a megabyte to read, which a page keeps until it is loaded anew.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    ...(coloursOnly ? { runOnly: { type: 'rule', values: colourRules } } : {}),
  };
  const shown = include === undefined ? 'document' : JSON.stringify({ include });
  return page.evaluate<
    string[]
  >(`axe.run(${shown}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => id + ': ' + node.html.slice(0, 160) + ' ' + node.failureSummary.slice(0, 300))))`);
}

/** How many pixels a page is wider than its window. */
export const overflowPx = (page: Page): Promise<number> =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );

/** What a page has on paper that is no use there: what can be pressed, what is cut off, what is not black on white. */
export const printFindings = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const nameOf = (each) => each.tagName.toLowerCase() + ' ' + (each.className || each.id) + ': ' + each.textContent.slice(0, 40);
    const pressed = shown('nav, input, select, textarea, dialog, button:not(.claim, .type)');
    const cut = shown('main *').filter((each) => {
      const { overflowX, overflowY } = getComputedStyle(each);
      return (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1)
        || (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1);
    });
    const colours = [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector('main')).color,
    ].join(' under ');
    return [
      ...pressed.map((each) => 'to be pressed: ' + nameOf(each)),
      ...cut.map((each) => 'cut off: ' + nameOf(each)),
      ...(colours === 'rgb(255, 255, 255) under rgb(0, 0, 0)' ? [] : [colours]),
    ];
  })()`);

const eachText = `(tell) => {
  const walker = document.createTreeWalker(document.querySelector('.shell') ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element.checkVisibility({ visibilityProperty: true }) && !element.closest('textarea, select, svg')) tell(node, element);
  }
}`;

/**
 * Words that go on in the next line. What nobody reads as a word, such as the id of a run, may do so where a line has
 * no room for it.
 */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = new Set();
    const range = document.createRange();
    (${eachText})((node, element) => {
      for (const match of node.data.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (boxes.length < 2 || Math.abs(boxes.at(-1).top - boxes[0].top) < 4) continue;
        let block = element;
        while (getComputedStyle(block).display === 'inline') block = block.parentElement;
        const wide = boxes.reduce((sum, { width }) => sum + width, 0);
        const isName = /\\p{N}/u.test(match[0]) || match[0].length > 24;
        if (!isName || wide < block.clientWidth) found.add(match[0] + ' in <' + block.tagName.toLowerCase() + ' class="' + block.className + '"> of ' + block.closest('[class]:not(' + block.tagName + ')')?.className);
      }
    });
    return [...found];
  })()`);

const coined = [
  queueStatuses,
  runStates,
  paperStatuses,
  reviewStatuses,
  strictVerdicts,
  projectDecisions,
]
  .flat()
  .filter((name) => name.includes('_'))
  .map((name) => name.replaceAll('_', '[_ ]'));
/** A time as programs write it, one of a thing that is said to be many, a state as its machine calls it. */
const raw = [
  String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d`,
  String.raw`(?<![\d.,:/-])1 (?:are|were|have|do|(?:indexed )?(?:items|ideas|runs|papers|workers|events|checks|findings|messages|others|readings|causes|alerts|processes|times|days|hours))\b`,
  String.raw`\b(?:${coined.join('|')})\b`,
];

/** Words that only a program says, with what stands around them; what is set as code may be, and what a paper says. */
export const rawWords = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = new Set();
    const named = 'code, pre, .mono, .paper-text, .event-more';
    (${eachText})((node, element) => {
      if (element.closest(named)) return;
      const text = element.textContent;
      for (const match of text.matchAll(${new RegExp(raw.join('|'), 'gu')}))
        found.add(text.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30));
    });
    return [...found];
  })()`);

/** Texts that turn the direction of writing and stand in no element of their own; how many stand in one. */
export const turnedTexts = (page: Page): Promise<{ isolated: number; loose: string[] }> =>
  page.evaluate<{ isolated: number; loose: string[] }>(`(() => {
    const loose = [];
    let isolated = 0;
    (${eachText})((node, element) => {
      if (!/[\\u202a-\\u202e\\u2066-\\u2069]/.test(node.data)) return;
      if (element.closest('bdi') === null) loose.push(element.outerHTML.slice(0, 120));
      else isolated += 1;
    });
    return { isolated, loose };
  })()`);
