/**
 * The drawing of a machine as it is best printed: text is broken narrower and wider, boxes are placed
 * in two ways, and of all that the one is taken whose letters are largest on a page.
 */
import { assert } from '../lib/assert.ts';
import { findFaults } from '../machines/drawing/faults.ts';
import type { Drawable } from '../machines/drawing/page.ts';
import { toPicture } from '../machines/drawing/picture.ts';
import type { Placed } from '../machines/drawing/placed.ts';
import { createSheet, type Sheet, type Wrapping } from '../machines/drawing/sheet.ts';
import { sizeOf, toSvg } from '../machines/drawing/svg.ts';
import { layOut, type Manner } from './lay-out.ts';

const wrappings: readonly Wrapping[] = [
  { box: 150, label: 110 },
  { box: 175, label: 140 },
  { box: 215, label: 175 },
];
const placements = ['BRANDES_KOEPF', 'NETWORK_SIMPLEX'] as const;
/** What a printer leaves of a page of A4, in millimetres. */
const page = { short: 190, long: 277 } as const;

interface Candidate {
  readonly sheet: Sheet;
  readonly placed: Placed;
  readonly faults: readonly string[];
  /** Pixels to a millimetre of the page, upright or across; the fewer, the larger the letters. */
  readonly density: number;
}

/** The drawing of a machine as SVG and as data, and what is wrong with it. Equal definitions give equal bytes. */
export async function drawMachine(spec: Drawable) {
  const candidates: Candidate[] = [];
  for (const wrapping of wrappings) {
    for (const placement of placements) {
      const dense = await tryManner(spec, wrapping, { placement, isCompacted: true });
      const loose =
        dense?.faults.length === 0
          ? undefined
          : await tryManner(spec, wrapping, { placement, isCompacted: false });
      candidates.push(...[dense, loose].filter((candidate) => candidate !== undefined));
    }
  }
  const [best] = candidates.sort(
    (left, right) => left.faults.length - right.faults.length || left.density - right.density,
  );
  assert(best !== undefined, `elkjs places the drawing of ${spec.kind}`);
  const { sheet, placed, faults } = best;
  return { svg: toSvg(sheet, placed), picture: toPicture(placed), faults };
}

/**
 * Laid out twice where boxes hold others: only then is it known how much room their text has.
 * Undefined where the layout gives up, as compaction does on some graphs.
 */
async function tryManner(
  { machine, kind }: Drawable,
  wrapping: Wrapping,
  manner: Manner,
): Promise<Candidate | undefined> {
  try {
    const guess = createSheet(machine, kind, wrapping);
    const first = await layOut(guess, manner);
    const nests = new Map(
      first.boxes
        .filter(({ box }) => box.children.length > 0)
        .map(({ box, area }) => [box.id, area.width]),
    );
    const sheet = nests.size === 0 ? guess : createSheet(machine, kind, { ...wrapping, nests });
    const placed = nests.size === 0 ? first : await layOut(sheet, manner);
    return { sheet, placed, faults: findFaults(placed), density: densityOf(sheet, placed) };
  } catch (error) {
    if (/IllegalStateException/.test(String(error))) return undefined;
    throw error;
  }
}

function densityOf(sheet: Sheet, placed: Placed): number {
  const { width, height } = sizeOf(sheet, placed);
  const upright = Math.max(width / page.short, height / page.long);
  const across = Math.max(width / page.long, height / page.short);
  return Math.min(upright, across);
}
