/**
 * Lays out the drawing of a machine with elkjs: layers from top to bottom, boxes in boxes, labels on
 * their lines. Only the documentation does this; the service shows the drawings that were made.
 */

// A CommonJS module that names itself `default`, as its types say.
import ELK from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { assert } from '../lib/assert.ts';
import { findFaults } from '../machines/drawing/faults.ts';
import type { Placed, PlacedArrow, PlacedBox } from '../machines/drawing/placed.ts';
import type { Sheet, SheetArrow, SheetBox } from '../machines/drawing/sheet.ts';

const options: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.thoroughness': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
};
const insidePadding = 14;
/** Between the upper edge of a box and a heading that lines pass by. */
const headingPadding = 4;

/** What is tried for a drawing, beside how wide its text may become. */
export interface Manner {
  readonly placement: 'BRANDES_KOEPF' | 'NETWORK_SIMPLEX';
  /** Pushes boxes together afterwards. */
  readonly isCompacted: boolean;
}

/** Places the boxes and arrows of a sheet. The same sheet is always placed the same. */
export async function layOut(sheet: Sheet, { placement, isCompacted }: Manner): Promise<Placed> {
  const compaction = isCompacted ? 'EDGE_LENGTH' : 'NONE';
  const arrows = [...sheet.arrows, ...holdBelow(sheet)];
  const root: ElkNode = {
    id: '#root',
    layoutOptions: {
      ...options,
      'elk.layered.nodePlacement.strategy': placement,
      'elk.layered.compaction.postCompaction.strategy': compaction,
    },
    children: sheet.boxes.map((box) => toNode(box, isLoose(sheet))),
    edges: arrows.map(toEdge),
  };
  const done = await new ELK.default().layout(root);
  return raiseHeadings({
    boxes: placeBoxes(sheet.boxes, done.children ?? [], 0),
    arrows: sheet.arrows.map((arrow, index) => placeArrow(arrow, done.edges![index]!)),
    width: Math.ceil(done.width ?? 0),
    height: Math.ceil(done.height ?? 0),
  });
}

/**
 * Puts each heading at the top of its box where nothing is in its way there: to the layout it is a box
 * that no line holds, and it may leave it anywhere.
 */
function raiseHeadings(placed: Placed): Placed {
  let kept = placed;
  for (const { box, area, text } of placed.boxes) {
    if (!box.isEntered) continue;
    const top = { ...text, y: area.y + headingPadding };
    const boxes = kept.boxes.map((each) => (each.box === box ? { ...each, text: top } : each));
    const raised = { ...kept, boxes };
    if (findFaults(raised).length <= findFaults(kept).length) kept = raised;
  }
  return kept;
}

/** Whether no arrow leaves or enters a box. */
function isLoose({ arrows }: Sheet): (box: SheetBox) => boolean {
  const linked = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  return ({ id, form }) => form !== 'start' && !linked.has(id);
}

/** Lines that are not drawn: a box without arrows stands below the start of those beside it. */
function holdBelow(sheet: Sheet): SheetArrow[] {
  const isAlone = isLoose(sheet);
  const within = (boxes: readonly SheetBox[]): SheetArrow[] => {
    const start = boxes.find(({ form }) => form === 'start');
    const alone = boxes.filter((box) => isAlone(box) && !box.isTerminal && start !== undefined);
    return [
      ...alone.map(({ id }) => ({ from: start!.id, to: id, lines: [], width: 0, height: 0 })),
      ...boxes.flatMap(({ children }) => within(children)),
    ];
  };
  return within(sheet.boxes);
}

/** An end without arrows stands at the bottom. */
function toNode(box: SheetBox, isAlone: (box: SheetBox) => boolean): ElkNode {
  const { id, form, width, height, missing, isEntered, isTerminal, children } = box;
  if (children.length === 0) {
    const layer = form === 'start' ? 'FIRST' : isTerminal && isAlone(box) ? 'LAST' : 'NONE';
    const layoutOptions = { 'elk.layered.layering.layerConstraint': layer };
    return { id, width, height, layoutOptions };
  }
  const inside = children.map((child) => toNode(child, isAlone));
  const first = { 'elk.layered.layering.layerConstraint': 'FIRST' };
  const heading = { id: `heading ${id}`, width, height, layoutOptions: first };
  return {
    id,
    // A heading that lines must pass by is a box like the others to the layout.
    children: isEntered ? [...inside, heading] : inside,
    layoutOptions: {
      'elk.padding': `[top=${isEntered ? headingPadding : height + 6},left=${insidePadding},bottom=${insidePadding},right=${insidePadding + missing}]`,
    },
  };
}

function toEdge({ from, to, width, height }: SheetArrow, index: number): ElkExtendedEdge {
  const inline = { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' };
  const label = { id: `label ${index}`, text: ' ', width, height, layoutOptions: inline };
  return {
    id: `arrow ${index}`,
    sources: [from],
    targets: [to],
    labels: width === 0 ? [] : [label],
  };
}

function placeBoxes(
  boxes: readonly SheetBox[],
  nodes: readonly ElkNode[],
  depth: number,
): PlacedBox[] {
  return boxes.flatMap((box, index) => {
    const node = nodes[index]!;
    const area = toArea(node);
    const heading = box.isEntered ? toArea(node.children!.at(-1)!) : area;
    const { x, y } = heading;
    const text = { x, y, width: Math.min(box.width, area.width), height: box.height };
    return [
      { box, area, text, depth },
      ...placeBoxes(box.children, node.children ?? [], depth + 1),
    ];
  });
}

function placeArrow(arrow: SheetArrow, { sections, labels }: ElkExtendedEdge): PlacedArrow {
  const section = sections?.[0];
  assert(section !== undefined, `the layout drew a line from ${arrow.from} to ${arrow.to}`);
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
  const label = labels?.[0];
  return {
    arrow,
    points: points.map(({ x, y }) => ({ x: round(x), y: round(y) })),
    label: label === undefined ? null : toArea(label),
  };
}

type Shape = Pick<ElkNode, 'x' | 'y' | 'width' | 'height'>;

function toArea({ x = 0, y = 0, width = 0, height = 0 }: Shape) {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

/** Halves of a pixel, so that lines are sharp and numbers short. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}
