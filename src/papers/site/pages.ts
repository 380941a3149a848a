/** The pages of the site, each from what was read. */

import { counted } from '../../lib/counted.ts';
import { type Claim, claimPrint } from '../claims/schema.ts';
import { type Html, href, html, page } from './html.ts';
import type { RegistryRow, SitePaper, SiteTombstone } from './shapes.ts';
import { textOf } from './text.ts';

const verdict = (good: boolean, yes: string, no: string): Html =>
  good ? html`<span class="good">${yes}</span>` : html`<span class="bad">${no}</span>`;

/** What a search looks in, lower case. */
const wordsOf = (paper: SitePaper): string =>
  [paper.title, paper.publicId, paper.outcome, ...abstractOf(paper)].join(' ').toLowerCase();

const abstractOf = ({ lines }: SitePaper): string[] =>
  lines.filter(({ section }) => section === 'Abstract').map(({ text }) => text);

/** `index.html`: every paper, newest first, with a search that works in the browser alone. */
export function indexPage(
  papers: readonly SitePaper[],
  tombstones: readonly SiteTombstone[],
): string {
  const rows = papers.map(
    (paper) => html`<tr data-words="${wordsOf(paper)}">
<td>${paper.publicId}</td>
<td><a href="papers/${href(paper.slug)}/index.html">${paper.title}</a></td>
<td>${paper.outcome === '' ? 'none registered' : paper.outcome}</td>
<td>${paper.generatedAt.slice(0, 10)}</td>
<td>${verdict(paper.lintPasses, 'pass', 'fail')}</td>
<td>${verdict(paper.audit === 'strict_pass', 'strict pass', paper.audit.replaceAll('_', ' '))}</td>
</tr>`,
  );
  const body = html`<h1>Papers</h1>
<p>${counted(papers.length, 'paper')}. Every number in one leads to the file it was read from.</p>
<input type="search" aria-label="Search in titles, abstracts and outcomes" placeholder="Search" hidden>
<p class="dim" data-found role="status"></p>
<div class="wide"><table>
<thead><tr><th>Id</th><th>Title</th><th>Outcome</th><th>Written</th><th>Lint</th><th>Audit</th></tr></thead>
<tbody>
${rows}
</tbody>
</table></div>
${removedTable(tombstones)}<script src="site.js"></script>`;
  return page('Papers', '', body);
}

/** Nothing where nothing was removed. */
function removedTable(tombstones: readonly SiteTombstone[]): Html | null {
  if (tombstones.length === 0) return null;
  return html`<h2 id="removed">Removed</h2>
<table>
<thead><tr><th>Id</th><th>Title</th><th>Removed</th><th>By</th><th>Why</th></tr></thead>
<tbody>
${tombstones.map(
  (each) => html`<tr>
<td>${each.publicId}</td>
<td><a href="papers/${href(each.slug)}/index.html">${each.title}</a></td>
<td>${each.removedAt.slice(0, 10)}</td>
<td>${each.removedBy}</td>
<td>${each.reason}</td>
</tr>`,
)}
</tbody>
</table>
`;
}

/** `papers/<slug>/index.html` of a paper that was removed. */
export function tombstonePage(tombstone: SiteTombstone): string {
  const { publicId, title, removedAt, removedBy, reason } = tombstone;
  const body = html`<h1>${title}</h1>
<p>${publicId} was removed from this corpus on ${removedAt.slice(0, 10)} by ${removedBy}. Its files are not kept here, and its id is not given to another paper.</p>
<p>${reason}</p>`;
  return page(`Removed: ${title}`, '../../', body);
}

/** `papers/<slug>/index.html`: what it says, its files, and its claims one by one. */
export function paperPage(paper: SitePaper): string {
  const body = html`<h1>${paper.title}</h1>
<p class="dim">${paper.publicId} · run ${paper.runId} · written ${paper.generatedAt.slice(0, 10)} · lint ${verdict(paper.lintPasses, 'pass', 'fail')} · audit ${verdict(paper.audit === 'strict_pass', 'strict pass', paper.audit.replaceAll('_', ' '))}</p>
${duplicateNote(paper)}${textOf(paper)}
<h2>Files</h2>
<ul>
${paper.readable.map((name) => html`<li><a href="files/${href(name)}">${name}</a></li>`)}
</ul>
<h2 id="claims">Claims</h2>
<p class="dim">Each value as it is printed, and the place in the file that it was read from or computed of.</p>
<div class="wide"><table>
<thead><tr><th>Claim</th><th>Value</th><th>Of</th><th>From</th></tr></thead>
<tbody>
${paper.claims.map((claim) => claimRow(paper, claim))}
</tbody>
</table></div>
<h2>Evidence</h2>
<ul>
${paper.evidence.map(({ path, sha256, claims }) => html`<li><a href="evidence/${href(`${path}.html`)}">${path}</a> <span class="dim">${sha256.slice(0, 12)} · ${claims.length} ${claims.length === 1 ? 'claim rests' : 'claims rest'} on it</span></li>`)}
</ul>`;
  return page(paper.title, '../../', body);
}

const duplicateNote = ({ duplicateOf }: SitePaper): Html | null =>
  duplicateOf === null
    ? null
    : html`<p>It has the same results, claims and idea as ${duplicateOf}.</p>
`;

function claimRow(paper: SitePaper, claim: Claim): Html {
  const held = new Set(paper.evidence.map(({ path }) => path));
  const places = claim.evidence_refs.map(({ path, pointer, sha256 }) => {
    const words = `${path}#${pointer}`;
    const link = held.has(path)
      ? html`<a href="evidence/${href(`${path}.html`)}"><code>${words}</code></a>`
      : html`<code>${words}</code>`;
    return html`<div>${link} <span class="dim">${sha256.slice(0, 12)}</span></div>`;
  });
  const formula =
    claim.derived === undefined ? null : html`<div><code>${claim.derived.formula}</code></div>`;
  const unit = claim.unit === undefined ? '' : ` ${claim.unit}`;
  const of = [claim.quantity, claim.subject].filter((word) => word !== undefined).join(' of ');
  return html`<tr id="${claim.id}">
<td>${claim.id} <span class="dim">${claim.kind}</span></td>
<td>${claimPrint(claim)}${claimPrint(claim) === '' ? '' : unit}</td>
<td>${of === '' ? claim.text : of}</td>
<td>${formula}${places}</td>
</tr>`;
}

/** `papers/<slug>/evidence/<path>.html`: the file as it is, and back to what rests on it. */
export function evidencePage(
  paper: SitePaper,
  file: SitePaper['evidence'][number],
  text: string | null,
): string {
  const up = '../'.repeat(file.path.split('/').length);
  const body = html`<h1>${file.path}</h1>
<p class="dim">Evidence of <a href="${up}index.html">${paper.title}</a>. SHA-256 <code>${file.sha256}</code></p>
<p>Rests on it: ${file.claims.map((id) => html`<a href="${up}index.html#${id}">${id}</a> `)}</p>
<p><a href="${up}files/${href(file.path)}">The file itself</a></p>
${text === null ? html`<p>It is too long, or no text, to be shown here.</p>` : html`<pre>${text}</pre>`}`;
  return page(`${file.path}: ${paper.title}`, `${up}../../`, body);
}

/** `registry.html`: every idea that was dispatched, whatever came of it. */
export function registryPage(rows: readonly RegistryRow[] | null): string {
  if (rows === null) {
    const none = html`<h1>Registry</h1>
<p>This site was made without the list of dispatched ideas, so how many of them came to a paper is not known here.</p>`;
    return page('Registry', '', none);
  }
  const positive = rows.filter(({ outcome }) => outcome === 'positive').length;
  const decided = rows.filter(({ outcome }) => outcome !== 'open').length;
  const share = decided === 0 ? null : Math.round((100 * positive) / decided);
  const body = html`<h1>Registry</h1>
<p>${rows.length} ${rows.length === 1 ? 'idea was' : 'ideas were'} dispatched. ${
    share === null
      ? 'None is decided yet.'
      : `Of ${decided} that are decided ${positive} came out positive (${share} %).`
  } Papers are written of positive decisions alone; what is not a paper stands here.</p>
<div class="wide"><table>
<thead><tr><th>Idea</th><th>Outcome</th><th>Why</th><th>Paper</th></tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr><td>${row.name} <span class="dim">${row.projectId}</span></td><td>${row.outcome}</td><td>${row.reason}</td><td>${row.slug === null ? '' : html`<a href="papers/${href(row.slug)}/index.html">${row.publicId ?? row.slug}</a>`}</td></tr>`,
)}
</tbody>
</table></div>`;
  return page('Registry', '', body);
}
