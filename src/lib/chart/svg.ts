/** Writes SVG as text: elements, every attribute and text escaped, and the paths of charts. Pure. */
import { escapeXml } from '../escape-xml.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element; children are finished elements. Numbers are cut to a tenth. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? tenth(value) : value!)}"`,
    )
    .join('');
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join('')}</${name}>`;
}

/** An element that holds text only. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return element(name, attributes, [escapeXml(text)]);
}

/** A place in the units of the drawing. */
export type Place = readonly [x: number, y: number];

/** A path through the places; a null breaks the line. */
export function linePath(places: readonly (Place | null)[]): string {
  return places
    .map((place, at) => {
      if (place === null) return '';
      return `${at > 0 && places[at - 1] !== null ? 'L' : 'M'}${pair(place)}`;
    })
    .join('');
}

/** The same as a closed area. */
export function areaPath(places: readonly Place[]): string {
  return places.length === 0 ? '' : `${linePath(places)}Z`;
}

/** A level line from one place to another x. */
export function levelPath([x, y]: Place, toX: number): string {
  return `M${pair([x, y])}H${tenth(toX)}`;
}

/** An upright line from a place to another y. */
export function uprightPath([x, y]: Place, toY: number): string {
  return `M${pair([x, y])}V${tenth(toY)}`;
}

/** A box between two corners. */
export function boxPath([left, top]: Place, [right, bottom]: Place): string {
  return `M${pair([left, top])}V${tenth(bottom)}H${tenth(right)}V${tenth(top)}Z`;
}

/** A number as drawings hold it, cut to a tenth. */
export function tenth(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const pair = ([x, y]: Place): string => `${tenth(x)} ${tenth(y)}`;
