/** What a paper says, for a page that shows it: its HTML cleaned into a tree, each line with the line of the draft. */
import { join } from 'node:path';
import { claimLedgerSchema } from '../claims/schema.ts';
import { readObjectFile, readTextFile } from '../read.ts';
import { readMarkdownDraft } from './plain-text.ts';
import { collapseSpaces } from './text.ts';
import { readTree, type TreeLine, type TreeNode } from './text-tree.ts';

/** The text, or why there is none. */
export type PaperText =
  | { readonly ok: true; readonly children: TreeNode['children'] }
  | { readonly ok: false; readonly reason: 'no_html' | 'too_long' };

/** Reads `paper.html`, which says what `paper.md` says. */
export function paperText(dir: string): PaperText {
  const html = readTextFile(join(dir, 'paper.html'));
  const [, body] = html?.split('<main>\n', 2) ?? [];
  if (body === undefined) return { ok: false, reason: 'no_html' };
  const tree = readTree(body);
  if (tree === null) return { ok: false, reason: 'too_long' };
  giveLines(tree.lines, dir);
  return { ok: true, children: tree.children };
}

/** Both say the same in the same order; what is drawn has no line. */
function giveLines(shown: readonly TreeLine[], dir: string): void {
  const ledger = claimLedgerSchema.safeParse(readObjectFile(join(dir, 'claim_ledger.json')));
  const figures = ledger.data?.figures ?? [];
  const { lines } = readMarkdownDraft(readTextFile(join(dir, 'paper.md')) ?? '', figures);
  let next = 0;
  for (const { node, text } of shown) {
    const said = collapseSpaces(text);
    const at = lines.findIndex((line, index) => index >= next && line.text === said);
    if (at < 0) continue;
    node.line = lines[at]?.line ?? 0;
    next = at + 1;
  }
}
