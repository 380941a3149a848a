/** The style sheet within `paper.html`: a column to read, tables, and evidence under the pointer. */

/** The same for every paper. */
export const htmlStyle = `:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fdfdfb; --quiet: #5c5c5c; --line: #d8d8d4; --link: #1a4f7a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --paper: #17181a; --quiet: #a3a3a0; --line: #3a3b3e; --link: #8fc1ea; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 Georgia, "Libertinus Serif", "Noto Serif", serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0 0 1.2rem; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 0.6rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 0.4rem; }
.notice { color: var(--quiet); font-size: 0.9rem; border-left: 3px solid var(--line); padding-left: 0.9rem; }
code { font: 0.86em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
figure { margin: 2rem 0; }
.drawing { background: #fff; }
.drawing svg { display: block; max-width: 100%; height: auto; }
figcaption, caption { font-size: 0.9rem; text-align: left; color: var(--quiet); padding: 0.3rem 0; }
.wide { overflow-x: auto; margin: 1.5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.88rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.28rem 0.6rem 0.28rem 0; overflow-wrap: break-word; }
thead { border-top: 2px solid var(--ink); border-bottom: 1px solid var(--ink); }
tbody { border-bottom: 2px solid var(--ink); }
tbody tr + tr { border-top: 1px solid var(--line); }
td.n { text-align: right; white-space: nowrap; }
tr:has(:target) { outline: 2px solid var(--link); }
a { color: var(--link); text-decoration: none; border-bottom: 1px dotted var(--quiet); }
a.value { color: inherit; }
a:hover, a:focus-visible { text-decoration: underline; }
a[data-evidence]:hover::after, a[data-evidence]:focus-visible::after { content: attr(data-evidence); position: fixed; left: 50%; bottom: 1rem; transform: translateX(-50%); z-index: 1; box-sizing: border-box; width: max-content; max-width: min(40rem, calc(100vw - 2rem)); white-space: normal; text-align: left; font: 0.82rem/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 4px; padding: 0.5rem 0.7rem; box-shadow: 0 4px 14px rgb(0 0 0 / 0.18); }
@media print { a[data-evidence]::after { content: none !important; } }
`;
