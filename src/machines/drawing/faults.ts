/** What would make a drawing hard to read: things on top of others, and lines askew or uphill. */
import type { Area, Placed, PlacedArrow, Point } from './placed.ts';

/** One sentence for each fault; none for a drawing that may be shown. */
export function findFaults(placed: Placed): string[] {
  const leaves = placed.boxes.filter(({ box }) => box.children.length === 0);
  const labels = placed.arrows.filter(({ label }) => label !== null);
  const boxFaults = leaves.flatMap(({ box, area }, index) => [
    ...leaves
      .slice(index + 1)
      .filter((other) => overlaps(area, other.area))
      .map((other) => `${box.id} lies on ${other.box.id}`),
    ...labels
      .filter(({ label }) => overlaps(area, label!))
      .map((arrow) => `the label of ${nameOf(arrow)} lies on ${box.id}`),
    ...placed.arrows
      .filter((arrow) => linesOf(arrow).some((line) => overlaps(shrink(area), line)))
      .map((arrow) => `${nameOf(arrow)} runs through ${box.id}`),
  ]);
  const labelFaults = labels.flatMap((arrow, index) => [
    ...labels
      .slice(index + 1)
      .filter((other) => overlaps(arrow.label!, other.label!))
      .map((other) => `the label of ${nameOf(arrow)} lies on the one of ${nameOf(other)}`),
    ...placed.arrows
      .filter((other) => other !== arrow)
      .filter((other) => linesOf(other).some((line) => overlaps(shrink(arrow.label!), line)))
      .map((other) => `${nameOf(other)} runs through the label of ${nameOf(arrow)}`),
  ]);
  const headingFaults = placed.boxes
    .filter(({ box }) => box.children.length > 0)
    .flatMap(({ box, text }) => [
      ...placed.arrows
        .filter((arrow) => linesOf(arrow).some((line) => overlaps(shrink(text), line)))
        .map((arrow) => `${nameOf(arrow)} runs through the heading of ${box.id}`),
      ...labels
        .filter(({ label }) => overlaps(text, label!))
        .map((arrow) => `the label of ${nameOf(arrow)} lies on the heading of ${box.id}`),
      ...placed.boxes
        .filter((other) => other.box.id.startsWith(`${box.id}.`) && overlaps(text, other.area))
        .map((other) => `${other.box.id} lies on the heading of ${box.id}`),
    ]);
  const textFaults = placed.boxes
    .filter(({ box, area }) => box.width > area.width + 1)
    .map(({ box }) => `${box.id} is too narrow for its text`);
  return [
    ...textFaults,
    ...headingFaults,
    ...boxFaults,
    ...labelFaults,
    ...placed.arrows.flatMap(findLineFaults),
  ];
}

function findLineFaults(arrow: PlacedArrow): string[] {
  const faults: string[] = [];
  for (const [from, to] of segmentsOf(arrow)) {
    if (from.x !== to.x && from.y !== to.y) faults.push(`${nameOf(arrow)} runs askew`);
    if (to.y < from.y) faults.push(`${nameOf(arrow)} runs uphill`);
  }
  const [last] = segmentsOf(arrow).slice(-1);
  if (last !== undefined && last[1].y <= last[0].y) faults.push(`${nameOf(arrow)} enters sideways`);
  return faults;
}

const nameOf = ({ arrow }: PlacedArrow): string => `${arrow.from} → ${arrow.to}`;

function segmentsOf({ points }: PlacedArrow): [Point, Point][] {
  return points.slice(1).map((point, index) => [points[index]!, point]);
}

function linesOf(arrow: PlacedArrow): Area[] {
  return segmentsOf(arrow).map(([from, to]) => ({
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  }));
}

/** A line may touch the edge of what it leaves or enters. */
function shrink({ x, y, width, height }: Area): Area {
  return { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
}

function overlaps(left: Area, right: Area): boolean {
  return (
    left.x < right.x + right.width &&
    right.x < left.x + left.width &&
    left.y < right.y + right.height &&
    right.y < left.y + left.height
  );
}
