/**
 * Draws pages of papers, with pdftoppm of poppler. The demo's paper, written anew of the evidence that is kept in
 * `test/fixtures/demo-paper`, goes into `docs/images` and to the end of the page of the rubric, with the hash of what
 * was typeset, by which a test knows that the pictures are of today's writer. `--demo` runs the demo first and keeps
 * its evidence there; `--kinds DIR` draws the papers of the ten kinds into DIR instead.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, bundleScript } from './build.mjs';
import { runCommand } from './command.mjs';
import { root } from './stale.mjs';

const images = join(root, 'docs/images');
const evidence = join(root, 'test/fixtures/demo-paper');
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
  return stdout;
}

/** Writes papers below `folder`: `{name, dir, typeset}` of each. `what` is told in `test/kinds/run.ts`. */
async function writePapers(what, folder) {
  const outdir = mkdtempSync(join(root, 'node_modules', '.orrery-papers-'));
  try {
    const script = join(outdir, 'papers.mjs');
    await bundleScript(join(root, 'test', 'kinds', 'run.ts'), script);
    const said = await run(process.execPath, [script, what, folder]);
    return said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** Draws each page of a PDF beside `prefix`; paths in the order of the pages. */
async function draw(pdf, prefix) {
  await run('pdftoppm', ['-r', String(dotsPerInch), '-png', pdf, prefix]);
  const folder = dirname(prefix);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(prefix)}-`) && name.endsWith('.png'))
    .sort()
    .map((name) => join(folder, name));
}

/** Runs the demo in `folder` and keeps the evidence of its paper; the paper as Markdown. */
async function keepDemo(folder) {
  if (!(await buildIfStale())) throw new Error('it could not be built');
  const home = join(folder, 'demo');
  await run(process.execPath, [join(root, 'bin/orrery.mjs'), 'demo', home, '--exit']);
  const paper = onlyEntry(join(home, 'state/corpus/papers'));
  rmSync(join(evidence, 'evidence'), { recursive: true, force: true });
  const { files } = JSON.parse(readFileSync(join(paper, 'evidence_bundle.json'), 'utf8'));
  for (const path of ['evidence_bundle.json', ...files.map((file) => file.public_path)]) {
    mkdirSync(dirname(join(evidence, path)), { recursive: true });
    copyFileSync(join(paper, path), join(evidence, path));
  }
  return readFileSync(join(paper, 'paper.md'), 'utf8');
}

/** Puts the pages of the demo's paper into the documentation. */
async function showDemo(folder, isAnew) {
  const demo = isAnew ? await keepDemo(folder) : undefined;
  const [{ dir, typeset }] = await writePapers(evidence, join(folder, 'papers'));
  if (demo !== undefined && demo !== readFileSync(join(dir, 'paper.md'), 'utf8'))
    throw new Error('of the evidence kept, another paper is written than the demo wrote');
  const pages = await draw(join(dir, 'paper.pdf'), join(folder, 'page'));
  for (const name of readdirSync(images))
    if (/^paper-\d+\.png$/.test(name)) rmSync(join(images, name));
  pages.forEach((path, at) => {
    const { size } = statSync(path);
    if (size > pictureBytesMax) throw new Error(`page ${at + 1} has ${size} bytes`);
    copyFileSync(path, join(images, `paper-${at + 1}.png`));
  });
  const rubric = join(root, 'docs/paper-rubric.md');
  const [before] = readFileSync(rubric, 'utf8').split(heading);
  const shown = pages.map(
    (_, at) => `![Page ${at + 1} of the paper](images/paper-${at + 1}.png)\n`,
  );
  const mark = `<!-- typeset: ${typeset} -->`;
  writeFileSync(rubric, `${before.trimEnd()}\n\n${heading}\n\n${mark}\n\n${shown.join('\n')}`);
  return pages.length;
}

/** Draws every page of the ten kinds into `target`, by the name of the kind. */
async function drawKinds(folder, target) {
  mkdirSync(target, { recursive: true });
  let count = 0;
  for (const { name, dir } of await writePapers('kinds', folder)) {
    copyFileSync(join(dir, 'paper.pdf'), join(target, `${name}.pdf`));
    count += (await draw(join(dir, 'paper.pdf'), join(target, name))).length;
  }
  return count;
}

const { values } = parseArgs({
  options: { demo: { type: 'boolean', default: false }, kinds: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'orrery-paper-'));
try {
  const count =
    values.kinds === undefined
      ? await showDemo(folder, values.demo)
      : await drawKinds(folder, resolve(values.kinds));
  process.stdout.write(`took ${count} pages\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
