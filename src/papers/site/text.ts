/** The text of a paper on its page of the site: sections, tables and figures, each citation a link to its claim. */
import { claimSection } from '../document.ts';
import type { PlainLine } from '../text/plain-text.ts';
import { type Html, href, html } from './html.ts';
import type { SitePaper } from './shapes.ts';

/** Everything but the title and the appendix of claims, which the page shows in its own way. */
export function textOf({ lines, claims, figures, title }: SitePaper): Html[] {
  const known = new Set(claims.map(({ id }) => id));
  const open = [...figures];
  const parts: Html[] = [];
  const shown = lines.filter(
    ({ text, section }) => section !== claimSection && !(section === '' && text === title),
  );
  shown.forEach((line, at) => {
    const { text, section, isRow } = line;
    if (text === section) parts.push(html`<h2>${section}</h2>\n`);
    else if (!isRow) {
      const file = figureStart.test(text) ? open.shift() : undefined;
      if (file !== undefined) parts.push(html`<img src="files/${href(file)}" alt="${text}">\n`);
      parts.push(html`<p>${linked(text, known)}</p>\n`);
    } else if (shown[at - 1]?.isRow !== true) parts.push(tableOf(rowsFrom(shown, at), known));
  });
  return parts;
}

/** A figure stands before its caption. */
const figureStart = /^Figure \d+\. /;

function rowsFrom(lines: readonly PlainLine[], from: number): readonly PlainLine[] {
  const end = lines.findIndex(({ isRow }, at) => at > from && !isRow);
  return lines.slice(from, end < 0 ? undefined : end);
}

function tableOf([head, ...rows]: readonly PlainLine[], known: ReadonlySet<string>): Html {
  return html`<div class="wide"><table>
<thead><tr>${head?.cells.map((cell) => html`<th>${cell}</th>`) ?? null}</tr></thead>
<tbody>
${rows.map(({ cells }) => html`<tr>${cells.map((cell) => html`<td>${linked(cell, known)}</td>`)}</tr>\n`)}</tbody>
</table></div>
`;
}

/** The ids of claims in it, as links; no other text changes. */
const linked = (text: string, known: ReadonlySet<string>): Html[] =>
  text
    .split(/(C[1-9]\d{0,6})/)
    .map((part) => (known.has(part) ? html`<a href="#${part}">${part}</a>` : html`${part}`));
