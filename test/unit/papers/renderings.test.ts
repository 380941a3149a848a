/** HTML, JATS and MyST say what Markdown says, and the verifier sees where one of them does not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox, sampleFiles } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox({
    ...sampleFiles,
    'results/nasty.json': JSON.stringify({ 'x<y> & "z"': 1.5, '@ref `c` *b* :::': 2.5 }),
  });
  await sandbox.write({
    projectName: 'Memory & <script>alert(1)</script> "for" @long :::streams %',
  });
});
afterAll(() => sandbox.dispose());

const path = (file: string): string => join(sandbox.paperDir, file);
const textOf = (file: string): string => readFileSync(path(file), 'utf8');

/** Problems of `file` when it is changed, but for its hash. */
function problemsAfter(file: string, from: string | RegExp, to: string): string[] {
  const before = textOf(file);
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path(file), after);
  try {
    const { problems } = verifyPaper(sandbox.paperDir);
    return problems.filter(({ rule }) => rule !== 'manifest_hash').map(({ rule }) => rule);
  } finally {
    writeFileSync(path(file), before);
  }
}

it('print what Markdown prints', () => {
  expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
});

describe.each(['paper.html', 'paper.xml'])('%s', (file) => {
  it('is well-formed, and every link in it leads somewhere', () => {
    const text = textOf(file).replace(/<style>[\s\S]*?<\/style>|<!\w[^>]*>|<\?[^>]*>/g, '');
    const open: string[] = [];
    for (const [, end, name = '', own] of text.matchAll(/<(\/?)([\w-]+)[^<>]*?(\/?)>/g)) {
      if (own === '/' || name === 'meta') continue;
      if (end === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
    expect(text.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...text.matchAll(/ (?:rid="|href="#)([^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(20);
    for (const id of links) expect(ids).toContain(id);
  });

  it.each([
    ['another number', /8\.119(?= ms(?:<\/a>| \[))/, '8.118', 'drafts_differ'],
    ['another claim', '>C4<', '>C5<', 'drafts_differ'],
    ['a script', '</h2>', '</h2><script>1</script>', 'unreadable_line'],
    ['a comment', '<p>', '<p><!-- 9 -->', 'unreadable_line'],
    ['an entity', 'Introduction', 'Introduction&#57;', 'unreadable_line'],
    ['a sentence more', '</p>', ' It is 9.</p>', 'drafts_differ'],
    ['another date', /(?<=date="|created" content=")2026/, '2025', 'unreadable_line'],
  ])('is held against the drafts: %s', (_, from, to, rule) => {
    const title = file === 'paper.xml' ? 'title' : 'h2';
    const sought = typeof from === 'string' ? from.replace('h2', title) : from;
    expect(problemsAfter(file, sought, to.replace('h2', title))).toContain(rule);
  });
});

describe('paper.html', () => {
  it('loads nothing and runs nothing', () => {
    const html = textOf('paper.html');
    expect(html).not.toMatch(/<script|<link|<iframe|<img|\son\w+=|javascript:|url\(|@import/i);
    expect(html).toContain('&lt;script&gt;');
  });

  it('shows at a number what the line of its claim says', () => {
    const evidence = /class="value" href="#c4" data-evidence="([^"]*)">8\.119 ms</.exec(
      textOf('paper.html'),
    )?.[1];
    expect(evidence).toContain('latency_summary.json');
    expect(problemsAfter('paper.html', 'data-evidence="', 'data-evidence="not ')).toContain(
      'unreadable_line',
    );
  });

  it('draws what the claims say', () => {
    expect(problemsAfter('paper.html', /cx="([\d.]+)"/, 'cx="1.0"')).toContain('unreadable_line');
  });
});

describe('paper.myst.md', () => {
  it.each([
    ['another number', '8.119', '8.118', 'drafts_differ'],
    [
      'a directive',
      '## Introduction',
      '```{code-cell}\n1\n```\n## Introduction',
      'unreadable_line',
    ],
    ['another link', '](#c4)', '](#c5)', 'unreadable_line'],
    ['another figure', ':::{figure} figures/', ':::{figure} other/', 'unreadable_line'],
  ])('is held against the drafts: %s', (_, from, to, rule) => {
    expect(problemsAfter('paper.myst.md', from, to)).toContain(rule);
  });

  it('escapes what only MyST reads specially', () => {
    const myst = textOf('paper.myst.md');
    expect(myst).toContain('\\@long');
    expect(myst).not.toMatch(/^:::(?!\{(?:figure|table)\} |$)/m);
  });
});
