/**
 * `npm run lies`: tells lies of every class at twenty places of ten papers each, prints what is found, and keeps it in
 * `bench/results/lies.json` and in the table of `docs/verifying-papers.md`. Arguments: another seed, other places.
 * With `--only answers` it reads the generated answers of a model alone, keeps what came of these beside the lies that
 * were kept before, and ends with 1 after saying each thing that stands in them unverified.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import { measureHonest } from './honest.ts';
import { measure } from './measure.ts';
import { type LieReport, summarise, toMarkdown } from './report.ts';

const kept = 'bench/results/lies.json';
const page = 'docs/verifying-papers.md';
const marks = ['<!-- lies: begin -->', '<!-- lies: end -->'] as const;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const seed = Number(positionals[0] ?? 1);
/** Places of one class in one paper. */
const placesMax = Number(positionals[1] ?? 20);
/** Generated answers of a model, and whole papers of others. */
const answered = { answers: 10_000, papers: 300 };

if (values.only === undefined) await tellAll();
else if (values.only === 'answers') await readAnswers();
else throw new Error(`--only takes "answers", not ${JSON.stringify(values.only)}`);

async function readAnswers(): Promise<void> {
  const before = JSON.parse(readFileSync(kept, 'utf8')) as LieReport;
  if (before.seed !== seed)
    throw new Error(`${kept} is of seed ${before.seed}: read the answers of that one, or tell all`);
  const answers = await measureAnswers(seed, answered);
  keep({ ...before, answers });
  process.stdout.write(answers.unverified.map((said) => `${said}\n`).join(''));
  if (answers.unverified.length > 0) process.exitCode = 1;
}

async function tellAll(): Promise<void> {
  const measured = await measure({
    seed,
    placesMax,
    onProject: (kind, planted) => process.stdout.write(`${kind}: ${planted} lies so far\n`),
  });
  const answers = await measureAnswers(seed, answered);
  const honest = await measureHonest(seed);
  keep(summarise({ seed, placesMax }, measured, { honest, answers }));
}

/** Prints a report, and writes it where it is kept. */
function keep(report: LieReport): void {
  const table = toMarkdown(report);
  process.stdout.write(`\n${table}\n`);
  writeFileSync(kept, `${JSON.stringify(report, null, 2)}\n`);
  const text = readFileSync(page, 'utf8');
  const [begin, end] = marks.map((mark) => text.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`${page} has no place for the table`);
  writeFileSync(page, `${text.slice(0, begin)}${marks[0]}\n\n${table}\n\n${text.slice(end)}`);
}
