/** The two files beside the pages: one style sheet, and the search, without which every page still works. */

/** `site.css`. */
export const siteStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2127, #e6e8eb);
  --dim: light-dark(#5b6570, #9aa4ae);
  --line: light-dark(#d5dae0, #39414a);
  --good: light-dark(#1d6b35, #7fd197);
  --bad: light-dark(#a4262c, #f1969a);
  --accent: light-dark(#155a9a, #86bdf0);
}
body { margin: 0 auto; max-width: 64rem; padding: 1rem 1.25rem 3rem; color: var(--ink);
  background: light-dark(#ffffff, #14181c); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
nav a { margin-right: 1rem; }
a { color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
th, td { overflow-wrap: break-word; }
th { color: var(--dim); font-weight: 600; white-space: nowrap; }
.wide { overflow-x: auto; margin: 1rem 0; }
img { max-width: 100%; height: auto; background: #fff; }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; border: 1px solid var(--line); padding: .75rem; max-height: 32rem; overflow: auto; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; margin: .5rem 0 1rem; }
tr:target, li:target { outline: 2px solid var(--accent); }
footer, .dim { color: var(--dim); }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
.bar { display: flex; height: .75rem; border: 1px solid var(--line); margin: .5rem 0; }
.bar span { display: block; height: 100%; background: var(--accent); }
@media (max-width: 40rem) { td, th { padding-right: .35rem; } }
`;

/** \`site.js\`: hides the rows that do not hold every word typed. */
export const siteScript = `'use strict';
const field = document.querySelector('input[type=search]');
const rows = [...document.querySelectorAll('tr[data-words]')];
const told = document.querySelector('[data-found]');
field.hidden = false;
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const row of rows) {
    const holds = words.every((word) => row.dataset.words.includes(word));
    row.hidden = !holds;
    if (holds) found += 1;
  }
  told.textContent = words.length === 0 ? '' : found + ' of ' + rows.length + ' papers';
});
`;
