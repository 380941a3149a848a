/** Trees drawn with box characters, one line for each node. Pure. */

/** A node with what stands below it, in the order in which it is drawn. */
export interface TreeNode<Value> {
  readonly value: Value;
  readonly children: readonly TreeNode<Value>[];
}

interface TreeLine<Value> {
  /** What stands before the node: `│  ├─ `, nothing for a root. */
  readonly lead: string;
  readonly value: Value;
}

/** The lines from top to bottom; nothing joins the roots. */
export function drawTree<Value>(roots: readonly TreeNode<Value>[]): TreeLine<Value>[] {
  return roots.flatMap((root) => [{ lead: '', value: root.value }, ...drawBelow(root, '')]);
}

function drawBelow<Value>({ children }: TreeNode<Value>, lead: string): TreeLine<Value>[] {
  return children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    return [
      { lead: `${lead}${isLast ? '└─ ' : '├─ '}`, value: child.value },
      ...drawBelow(child, `${lead}${isLast ? '   ' : '│  '}`),
    ];
  });
}
