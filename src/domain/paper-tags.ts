/** The elements that the text of a paper is told in. */

/** Of text, and of drawings. */
export const paperTags = [
  'section',
  'h3',
  'h4',
  'h5',
  'p',
  'ul',
  'li',
  'em',
  'strong',
  'code',
  'a',
  'figure',
  'figcaption',
  'div',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'svg',
  'rect',
  'path',
  'circle',
  'text',
] as const;
export type PaperTag = (typeof paperTags)[number];
