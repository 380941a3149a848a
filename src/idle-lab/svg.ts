/** Writes SVG elements as text; every attribute and text is escaped. */
import { escapeXml } from '../lib/escape-xml.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element; children are finished elements. Numbers are cut to a tenth. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(write(value!))}"`)
    .join('');
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join('')}</${name}>`;
}

/** An element that holds text only. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return element(name, attributes, [escapeXml(text)]);
}

function write(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}

/** A path through the points; a null breaks the line. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  let isDown = false;
  const steps = points.map((point) => {
    if (point === null) {
      isDown = false;
      return '';
    }
    const step = `${isDown ? 'L' : 'M'}${write(point[0])} ${write(point[1])}`;
    isDown = true;
    return step;
  });
  return steps.join('');
}
