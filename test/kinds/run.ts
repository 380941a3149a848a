/**
 * What `tools/paper-pictures.mjs` runs from the root of the repository: writes papers as PDF. Arguments: `kinds` for one
 * of each kind or else the folder of a finished paper, and the folder to write to. Prints one line of JSON a paper.
 */
import { sha256Hex } from '../../src/lib/hash.ts';
import { typeset } from '../../src/papers/pdf/typeset.ts';
import { givenOf, paperKinds, writeGiven } from './kinds.ts';

const [what = 'kinds', root = '.'] = process.argv.slice(2);
for (const given of what === 'kinds' ? paperKinds(11) : [givenOf(what)]) {
  const { dir, source, pdf } = await writeGiven(given, root, typeset);
  if (!pdf.ok) throw new Error(`${given.name}: ${pdf.reason}`);
  process.stdout.write(
    `${JSON.stringify({ name: given.name, dir, typeset: sha256Hex(source) })}\n`,
  );
}
