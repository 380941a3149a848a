/** The appendix of a paper: every citation leads to one line of it, and no line says anything but what the ledger does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write();
});
afterAll(() => sandbox.dispose());

/** Rules that a change of one file breaks, and whether the standalone verifier finds anything. */
function broken(
  file: string,
  change: (text: string) => string,
): { rules: string[]; alone: boolean } {
  const path = join(sandbox.paperDir, file);
  const honest = readFileSync(path, 'utf8');
  const changed = change(honest);
  expect(changed, 'the change must change something').not.toBe(honest);
  writeFileSync(path, changed);
  try {
    const rules = verifyPaper(sandbox.paperDir).problems.map(({ rule }) => rule);
    return { rules, alone: verifyFolder(sandbox.paperDir).problems.length > 1 };
  } finally {
    writeFileSync(path, honest);
  }
}

const read = (file: string): string => readFileSync(join(sandbox.paperDir, file), 'utf8');

describe('the appendix', () => {
  it('has a target for every citation, in both drafts', () => {
    const markdown = read('paper.md');
    const links = new Set([...markdown.matchAll(/\]\(#(c\d+)\)/g)].map(([, id]) => id));
    const anchors = [...markdown.matchAll(/<a id="(c\d+)"><\/a>/g)].map(([, id]) => id);
    expect(links.size).toBeGreaterThan(5);
    expect(anchors).toHaveLength(new Set(anchors).size);
    for (const link of links) expect(anchors).toContain(link);
    const latex = read('paper.tex');
    const refs = new Set([...latex.matchAll(/\\claimref\{(C\d+)\}/g)].map(([, id]) => id));
    const targets = [...latex.matchAll(/\\claimtarget\{(C\d+)\}/g)].map(([, id]) => id);
    for (const ref of refs) expect(targets).toContain(ref);
  });

  it('says of a claim its value, file, place and hash', () => {
    expect(read('paper.md')).toMatch(
      /<a id="c\d+"><\/a>\[C\d+\] \| mean \(routed\) \| 8\.119 ms \| `evidence\/results\/latency_summary\.json` at `\/variants\/routed\/mean_ms`, `sha256:[0-9a-f]{12}…` \|/,
    );
  });

  it('is not right without a line that is cited', () => {
    const { rules } = broken('paper.md', (text) => text.replace(/\n\| <a id="c1">.*(?=\n)/, ''));
    expect(rules).toContain('citation_target');
  });

  it('is not right with a link to another claim', () => {
    const change = (text: string): string => text.replace(/\[(C\d+)\]\(#c\d+\)/, '[$1](#c9999)');
    expect(broken('paper.md', change)).toMatchObject({ alone: true });
    expect(broken('paper.md', change).rules).toContain('unreadable_line');
  });

  it('is not right with the target of another claim in LaTeX', () => {
    const change = (text: string): string =>
      text.replace(/\\claimtarget\{C\d+\}(?=\{\[\})/, '\\claimtarget{C9999}');
    expect(broken('paper.tex', change)).toMatchObject({ alone: true });
    expect(broken('paper.tex', change).rules).toContain('unreadable_line');
  });

  it('is not right with another place or hash', () => {
    const place = broken('paper.md', (text) => text.replace('at `/seed`', 'at `/trials`'));
    expect(place.rules).toContain('appendix_line');
    const hash = broken('paper.md', (text) =>
      text.replace(/(\/seed`, `sha256:)[0-9a-f]{4}/, '$10000'),
    );
    expect(hash.rules).toContain('appendix_line');
  });
});
