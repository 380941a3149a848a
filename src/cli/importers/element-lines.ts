/** On which lines the elements of a list in a JSON text begin; `JSON.parse` does not say. */
import { createScanner, SyntaxKind } from 'jsonc-parser';

/**
 * Lines (from 1) at which the elements begin of the list that `text` is, or with `member`, of the
 * list that this member of the object `text` is. `text` must be valid JSON. A loop over words:
 * what recurses would run out of stack.
 */
export function elementLines(text: string, member: string | null): number[] {
  const scanner = createScanner(text, true);
  const listDepth = member === null ? 1 : 2;
  let lines: number[] = [];
  let depth = 0;
  let inList = false;
  let isNext = false;
  let string = '';
  /** The member whose value comes next, at depth one. */
  let name: string | null = null;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const isEnd = kind === SyntaxKind.CloseBracketToken || kind === SyntaxKind.CloseBraceToken;
    if (isEnd && depth === listDepth) inList = false;
    if (inList && isNext) lines.push(scanner.getTokenStartLine() + 1);
    isNext = inList && depth === listDepth && kind === SyntaxKind.CommaToken;
    if (kind === SyntaxKind.StringLiteral) string = scanner.getTokenValue();
    else if (kind === SyntaxKind.ColonToken && depth === 1) name = string;
    else if (isEnd) depth -= 1;
    else if (kind === SyntaxKind.OpenBracketToken || kind === SyntaxKind.OpenBraceToken) {
      depth += 1;
      if (depth !== listDepth || kind !== SyntaxKind.OpenBracketToken || name !== member) continue;
      // The last of two equal members wins in JSON.parse too.
      lines = [];
      inList = true;
      isNext = true;
    }
  }
  return lines;
}
