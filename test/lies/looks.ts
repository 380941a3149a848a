/**
 * Reads the sentences of a look: a text in which `#` begins a subject with its title, `?` is its hypothesis, `=` its
 * cases with what was measured of each, `!` what was chosen for the run, `-` a false sentence and `+` an honest one. Each
 * text was written and committed before the rules had judged any of its sentences; whoever mends rules by them writes
 * another one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from './fresh.ts';

/** The subjects of `test/lies/looks/NAME.txt`. */
export function readLook(name: string): Subject[] {
  const text = readFileSync(join(import.meta.dirname, 'looks', `${name}.txt`), 'utf8');
  return text.split(/^# /m).slice(1).map(readSubject);
}

function readSubject(block: string): Subject {
  const [title = '', ...lines] = block.split('\n');
  const of = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));
  const cases = (of('=')[0] ?? '').split('; ').map((one) => {
    const [name = '', metric = '', value] = one.split(' ');
    return [name, { [metric]: Number(value) }] as const;
  });
  const chosen = (of('!')[0] ?? '').split(' ').flatMap((one) => {
    const [name = '', value] = one.split('=');
    return value === undefined ? [] : [[name, Number(value)] as const];
  });
  const [hypothesis = ''] = of('?');
  return {
    title,
    hypothesis,
    results: {
      cases: Object.fromEntries(cases),
      ...(chosen.length === 0 ? {} : { config: Object.fromEntries(chosen) }),
    },
    falsehoods: of('-'),
    honest: of('+'),
  };
}
