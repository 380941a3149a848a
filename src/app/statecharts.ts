/** The drawings of the machines, as the documentation made them; each is read once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Answers the SVG of a kind of actor; `kind` must be one that has a page in `docs/states`. */
export function createStatecharts(packageRoot: string): (kind: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  return (kind) => {
    const known = texts.get(kind);
    if (known !== undefined) return known;
    const text = readFile(join(packageRoot, 'docs', 'states', `${kind}.svg`), 'utf8');
    texts.set(kind, text);
    // A file that could not be read is tried again the next time.
    text.catch(() => texts.delete(kind));
    return text;
  };
}
