/** The drawings of the machines, as the documentation made them; each is read once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Statecharts } from '../../control/operations/index.ts';
import type { Picture } from '../../machines/drawing/picture.ts';

/** Those of the installed package; a kind must be one that has a page in `docs/states`. */
export function createStatecharts(packageRoot: string): Statecharts {
  const readOnce = <Value>(ending: string, parse: (text: string) => Value) => {
    const values = new Map<string, Promise<Value>>();
    return (kind: string): Promise<Value> => {
      const known = values.get(kind);
      if (known !== undefined) return known;
      const path = join(packageRoot, 'docs', 'states', `${kind}.${ending}`);
      const value = readFile(path, 'utf8').then(parse);
      values.set(kind, value);
      // A file that could not be read is tried again the next time.
      value.catch(() => values.delete(kind));
      return value;
    };
  };
  return {
    svg: readOnce('svg', (text) => text),
    picture: readOnce('json', (text) => JSON.parse(text) as Picture),
  };
}
