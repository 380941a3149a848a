/**
 * Takes the pictures of the demo's paper anew, into `docs/images`, and shows them at the end of the page of the
 * rubric: runs the demo in a folder of its own and draws each page of the PDF that it writes. Needs pdftoppm, of
 * poppler.
 */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { runCommand } from './command.mjs';
import { root } from './stale.mjs';

const images = join(root, 'docs/images');
/** Enough to read the text; a page is then smaller than the bound. */
const dotsPerInch = 68;
const pictureBytesMax = 150_000;
/** What stands behind it is written anew. */
const heading = '## Its pages';

/** The only entry of a folder. */
function onlyEntry(folder) {
  const [only, second] = readdirSync(folder);
  if (only === undefined || second !== undefined) throw new Error(`${folder} holds not one entry`);
  return join(folder, only);
}

async function run(command, args) {
  const { code, stdout, stderr } = await runCommand(command, args);
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${stdout}${stderr}`);
}

const folder = mkdtempSync(join(tmpdir(), 'orrery-paper-'));
try {
  if (!(await buildIfStale())) throw new Error('it could not be built');
  const home = join(folder, 'demo');
  await run(process.execPath, [join(root, 'bin/orrery.mjs'), 'demo', home, '--exit']);
  const paper = join(onlyEntry(join(home, 'state/corpus/papers')), 'paper.pdf');
  await run('pdftoppm', ['-r', String(dotsPerInch), '-png', paper, join(folder, 'page')]);
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort();
  for (const name of readdirSync(images))
    if (/^paper-\d+\.png$/.test(name)) rmSync(join(images, name));
  pages.forEach((name, at) => {
    const { size } = statSync(join(folder, name));
    if (size > pictureBytesMax) throw new Error(`page ${at + 1} has ${size} bytes`);
    copyFileSync(join(folder, name), join(images, `paper-${at + 1}.png`));
  });
  const rubric = join(root, 'docs/paper-rubric.md');
  const [before] = readFileSync(rubric, 'utf8').split(heading);
  const shown = pages.map(
    (_, at) => `![Page ${at + 1} of the paper](images/paper-${at + 1}.png)\n`,
  );
  writeFileSync(rubric, `${before.trimEnd()}\n\n${heading}\n\n${shown.join('\n')}`);
  process.stdout.write(`took ${pages.length} pages\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
