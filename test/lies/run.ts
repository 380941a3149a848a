/**
 * `npm run lies`: tells lies of every class at twenty places of ten papers each, prints what is found, and keeps it in
 * `bench/results/lies.json` and in the table of `docs/verifying-papers.md`. Arguments: another seed, other places.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { measureAnswers } from './answers.ts';
import { measureHonest } from './honest.ts';
import { measure } from './measure.ts';
import { summarise, toMarkdown } from './report.ts';

const page = 'docs/verifying-papers.md';
const marks = ['<!-- lies: begin -->', '<!-- lies: end -->'] as const;

const seed = Number(process.argv[2] ?? 1);
/** Places of one class in one paper. */
const placesMax = Number(process.argv[3] ?? 20);
/** Generated answers of a model, and whole papers of others. */
const answered = { answers: 10_000, papers: 300 };
const measured = await measure({
  seed,
  placesMax,
  onProject: (kind, planted) => process.stdout.write(`${kind}: ${planted} lies so far\n`),
});
const answers = await measureAnswers(seed, answered);
const honest = await measureHonest(seed);
const report = summarise({ seed, placesMax }, measured, { honest, answers });
const table = toMarkdown(report);
process.stdout.write(`\n${table}\n`);
writeFileSync('bench/results/lies.json', `${JSON.stringify(report, null, 2)}\n`);
const text = readFileSync(page, 'utf8');
const [begin, end] = marks.map((mark) => text.indexOf(mark));
if (begin === undefined || end === undefined || begin < 0 || end < begin)
  throw new Error(`${page} has no place for the table`);
writeFileSync(page, `${text.slice(0, begin)}${marks[0]}\n\n${table}\n\n${text.slice(end)}`);
