/** What a page shows of a paper: every line of it with its place in the draft, and nothing that could run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drillDown } from '../../../src/papers/drill-down.ts';
import { paperText } from '../../../src/papers/text/paper-text.ts';
import { readTree, type TreeNode, treeMax } from '../../../src/papers/text/text-tree.ts';
import { createSandbox, type Sandbox } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write();
});
afterAll(() => sandbox.dispose());

const nodesOf = (children: TreeNode['children']): TreeNode[] =>
  children.flatMap((child) =>
    typeof child === 'string' ? [] : [child, ...nodesOf(child.children)],
  );
const textOf = (node: TreeNode | string): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

function look(): TreeNode[] {
  const read = paperText(sandbox.paperDir);
  if (!read.ok) throw new Error(read.reason);
  return nodesOf(read.children);
}

describe('the text of a paper', () => {
  it('shows a number of every claim that a sentence cites, and where its line stands in the draft', () => {
    const nodes = look();
    const { sentences, claims } = drillDown(sandbox.paperDir)!;
    const known = new Set(claims.map(({ id }) => id));
    const shown = new Map(nodes.flatMap((node) => (node.line ? [[node.line, node]] : [])));
    for (const { line, text, claims: ids } of sentences) {
      const block = shown.get(line);
      expect(block && textOf(block), text).toContain(text.split(' ')[0]);
      if (text.startsWith('[C')) continue;
      const here = nodesOf([block!]).flatMap(({ claim }) => claim ?? []);
      expect(here.length, text).toBeGreaterThan(0);
      expect(
        ids.some((id) => here.includes(id)),
        text,
      ).toBe(true);
    }
    for (const { claim } of nodes) if (claim !== undefined) expect(known).toContain(claim);
    expect(nodes.filter(({ tag }) => tag === 'svg').length).toBeGreaterThan(0);
    expect(nodes.find(({ tag }) => tag === 'h3')?.line).toBe(1);
  });

  it('holds no script, link, style or listener, whoever wrote them into the file', () => {
    const path = join(sandbox.paperDir, 'paper.html');
    const before = readFileSync(path, 'utf8');
    const evil = [
      '<p onclick="run()" style="color:red" class="claim-card">one <script>alert(1)</script>two</p>',
      '<a href="javascript:alert(1)">three</a><img src="x" onerror="run()"><iframe>four</iframe>',
      '<svg onload="run()"><foreignObject><p>five</p></foreignObject><path d="M0 0" href="#c1"/></svg>',
    ].join('\n');
    writeFileSync(path, before.replace('<main>\n', `<main>\n${evil}\n`));
    const nodes = look();
    writeFileSync(path, before);
    const said = nodes.slice(0, 4);
    expect(said[0]).toEqual({ tag: 'p', children: ['one ', 'two'] });
    expect(JSON.stringify(said)).not.toMatch(/onclick|style|script|alert|four|five|img|onload/);
  });

  it('says what there is none of, and that more is not shown than a page can draw', () => {
    expect(paperText(join(sandbox.root, 'nowhere'))).toEqual({ ok: false, reason: 'no_html' });
    expect(readTree('<p>x</p>\n'.repeat(treeMax.nodes))).toBeNull();
    expect(readTree('<div>'.repeat(treeMax.depth + 1))).toBeNull();
    // Told before the rest of the line is gone through, and whatever is closed again on it.
    expect(
      readTree(`${'<div>'.repeat(treeMax.depth)}${'</div>'.repeat(treeMax.depth)}`),
    ).toBeNull();
    expect(readTree('</p>a &lt;b&gt; &bogus; <p>c')?.children).toHaveLength(2);
  });
});
