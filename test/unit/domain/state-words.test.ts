/** What people read of a state is its word: no sentence of the service puts the state itself in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** `… is ${item.status}`, and its like. */
const rawState = /\b(?:is|are|was|stays|now|as|while) \$\{[\w.?]*\b(?:status|state|verdict)\}/;

it.each(['control', 'core-service', 'machines', 'worker'])('says no raw state in %s', (folder) => {
  const root = join('src', folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // Words of a drawing are for those who read a machine.
    (name) => name.endsWith('.ts') && !name.includes('drawing'),
  );
  const said = files.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .filter((line) => rawState.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(said).toEqual([]);
});
