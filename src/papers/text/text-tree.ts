/** Cleans HTML of a paper into a tree of elements and texts, by a closed list of tags and attributes. */
import { type PaperTag, paperTags } from '../../domain/paper-tags.ts';
import { decodeXml } from '../verify/markup.ts';

/** An element; what is not in the lists is not in it. */
export interface TreeNode {
  readonly tag: PaperTag;
  readonly attributes?: Readonly<Record<string, string>>;
  /** The claim that it shows the number or the id of, and what its evidence is. */
  readonly claim?: string;
  readonly evidence?: string;
  /** Of `paper.md`, from 1: the line that says the same. */
  line?: number;
  readonly children: (TreeNode | string)[];
}

/** More is not shown, so that a page can draw what there is. */
export const treeMax = { nodes: 20_000, depth: 16 } as const;

const tags: ReadonlySet<string> = new Set(paperTags);
/** Nothing that leads anywhere, loads anything, runs, or styles. */
const attributes: ReadonlySet<string> = new Set(
  (
    'scope tabindex role aria-label width height viewBox x y d cx cy r fill fill-opacity stroke ' +
    'stroke-width stroke-dasharray text-anchor font-family font-size'
  ).split(' '),
);
const classes: ReadonlySet<string> = new Set(['notice', 'wide', 'claims', 'n', 'drawing']);
/** Below the headings of the page that shows it. */
const lower: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h4', h3: 'h5' };
/** Transparent: their content counts as that of what holds them. */
const passedOver: ReadonlySet<string> = new Set(['span', 'main']);

interface Open {
  readonly name: string;
  readonly node: TreeNode;
}

/** The lines of a text with what each of them added to the tree, and what it says. */
export interface TreeLine {
  readonly node: TreeNode;
  readonly text: string;
}

/** The elements that `html` holds, and the lines that they stand in; null where it is more than is shown. */
export function readTree(
  html: string,
): { readonly children: TreeNode['children']; readonly lines: readonly TreeLine[] } | null {
  const root: TreeNode = { tag: 'div', children: [] };
  const open: Open[] = [{ name: '', node: root }];
  const lines: TreeLine[] = [];
  let count = 0;
  for (const raw of html.split('\n')) {
    let text = '';
    let first: TreeNode | null = null;
    for (const [piece] of raw.matchAll(/<[^<>]*>|[^<>]+/g)) {
      const [, slash, written = '', rest = ''] = /^<(\/?)([a-z0-9]+)([^>]*)>$/i.exec(piece) ?? [];
      const name = lower[written] ?? written;
      if (!piece.startsWith('<')) {
        const said = decodeXml(piece) ?? '';
        text += said;
        count += 1;
        open.at(-1)?.node.children.push(said);
      } else if (slash === '/') {
        const at = open.findLastIndex((each) => each.name === name);
        if (at > 0) open.length = at;
        if (name === 'td' || name === 'th') text += ' ';
      } else if (name !== '' && !passedOver.has(name)) {
        const node = nodeOf(name, rest);
        // What is not of the list goes with all that it holds.
        if (tags.has(name)) open.at(-1)?.node.children.push(node);
        if (!rest.endsWith('/')) open.push({ name, node });
        first ??= node;
        count += 1;
      }
      if (count > treeMax.nodes || open.length > treeMax.depth) return null;
    }
    if (first !== null && text.trim() !== '') lines.push({ node: first, text });
  }
  return { children: root.children, lines };
}

function nodeOf(name: string, written: string): TreeNode {
  const kept: Record<string, string> = {};
  let claim: string | undefined;
  let evidence: string | undefined;
  for (const [, key = '', quoted = ''] of written.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)) {
    const value = decodeXml(quoted);
    if (value === undefined) continue;
    if (key === 'class' && classes.has(value)) kept['class'] = value;
    else if (key === 'data-evidence') evidence = value;
    else if (key === 'href') claim = /^#c\d+$/.test(value) ? value.slice(1).toUpperCase() : claim;
    else if (attributes.has(key)) kept[key] = value;
  }
  return {
    tag: name as PaperTag,
    ...(Object.keys(kept).length === 0 ? {} : { attributes: kept }),
    ...(claim === undefined ? {} : { claim }),
    ...(evidence === undefined ? {} : { evidence }),
    children: [],
  };
}
