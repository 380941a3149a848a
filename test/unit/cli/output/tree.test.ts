/** Trees in box characters: what hangs below what can be seen, and nothing joins the roots. */
import { describe, expect, it } from 'vitest';
import { drawTree, type TreeNode } from '../../../../src/cli/output/tree.ts';

const node = (value: string, ...children: TreeNode<string>[]): TreeNode<string> => ({
  value,
  children,
});
const lines = (...roots: TreeNode<string>[]): string[] =>
  drawTree(roots).map(({ lead, value }) => `${lead}${value}`);

describe('a tree', () => {
  it('has no line for nothing, and a bare one for a root', () => {
    expect(lines()).toEqual([]);
    expect(lines(node('a'), node('b'))).toEqual(['a', 'b']);
  });

  it('joins each node to its siblings and to what hangs below it', () => {
    const roots = [node('a', node('b', node('c'), node('d', node('e'))), node('f')), node('g')];
    expect(lines(...roots)).toEqual(['a', '├─ b', '│  ├─ c', '│  └─ d', '│     └─ e', '└─ f', 'g']);
  });
});
