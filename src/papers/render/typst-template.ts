/** How a paper looks in Typst: page, type, headings, tables; the same for every paper. */

import { codePointFamily } from './code-point-font.ts';

/** Asked for before any other that has the letters, so that one machine always takes the same of its fonts. */
const eastern = '"Noto Serif CJK JP", "Noto Sans CJK JP", "IPAexGothic", "IPAGothic", "VL Gothic"';
/**
 * The last that is asked for, where it is there. Left to find it by itself the compiler goes by the first character of what
 * is written as one, which for a digit within a keycap many fonts have.
 */
const drawn = `"${codePointFamily}"`;

/**
 * Stands before the text of every paper. Each name in `let` is called by the renderer: `cut` is a place
 * where a line may break, `tabular` a table of text columns and then others, of which a short one stays on
 * one page.
 */
export const typstTemplate = `#let ink = rgb("#1b1b1b")
#let cut = h(0pt)
#let claim(anchor, id) = link(label(anchor), id)
#let target(anchors, shown) = {
  for anchor in anchors { [#metadata(anchor)#label(anchor)] }
  text(shown)
}
#let notice(body) = block(
  width: 100%, inset: (left: 10pt, y: 2pt), stroke: (left: 1.5pt + luma(190)),
  { set par(justify: false); text(size: 9pt, fill: luma(70), body) },
)
#let grid-of(columns, align, head, rows) = table(
  columns: columns,
  align: align,
  table.header(table.hline(stroke: 0.8pt), ..head, table.hline(stroke: 0.4pt)),
  ..rows.flatten(),
  table.hline(stroke: 0.8pt),
)
#let short = 14
#let tabular(texts, columns, caption, head, ..rows) = {
  show figure: set block(breakable: false) if rows.pos().len() <= short
  figure(
    kind: table, supplement: none, numbering: none, caption: figure.caption(position: top, caption),
    grid-of(
      columns,
      (x, y) => if x < texts or x == columns.len() - 1 { left } else { right },
      head, rows.pos(),
    ),
  )
}
#let claims(head, ..rows) = text(
  size: 0.9em,
  grid-of((auto, 3fr, 1.5fr, 4.5fr), (x, y) => if x == 2 { right } else { left }, head, rows.pos()),
)
#let drawing(svg, alt, caption) = figure(
  kind: image, supplement: none, numbering: none, caption: caption,
  image(bytes(svg), format: "svg", alt: alt, width: 84%),
)
#set page(paper: "a4", margin: (x: 30mm, top: 26mm, bottom: 28mm), numbering: "1")
#set text(size: 10.5pt, lang: "en", fill: ink, number-type: "lining", font: ("Libertinus Serif", ${eastern}, ${drawn}))
#set par(justify: true, leading: 0.66em, spacing: 0.95em)
#set list(indent: 4pt, body-indent: 6pt, spacing: 0.75em)
#set table(stroke: none, inset: (x: 4pt, y: 3.2pt))
#set table.cell(breakable: false)
#show title: set text(size: 18pt)
#show title: set par(justify: false, leading: 0.5em)
#show title: set block(below: 1.1em)
#show heading: set par(justify: false)
#show heading.where(level: 1): set text(size: 13pt)
#show heading.where(level: 1): set block(above: 1.6em, below: 0.75em)
#show heading.where(level: 2): set text(size: 11pt)
#show heading.where(level: 2): set block(above: 1.3em, below: 0.65em)
#show link: set text(fill: rgb("#1a4f7a"))
#show raw: set text(font: ("DejaVu Sans Mono", ${drawn}), size: 1.02em)
#show figure: set block(breakable: true, above: 1.4em, below: 1.4em)
#show figure.where(kind: image): set block(breakable: false)
#show figure.where(kind: table): set align(left)
#show figure.caption: set text(size: 9.2pt)
#show figure.caption: set par(justify: false)
#show figure.caption: set align(left)
#show table: set text(size: 8.8pt, number-width: "tabular", hyphenate: false)
#show table: set par(justify: false, leading: 0.5em)
#show table.cell.where(y: 0): set text(weight: "bold")
`;
