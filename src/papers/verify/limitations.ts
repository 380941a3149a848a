/**
 * Holds each sentence of the bundle on what was left out against the bundle and its files. The sentences come in a
 * closed list of shapes, as the evidence is gathered; what is free in them (a reason) may state no result.
 */
import { measuredRoles } from '../claims/make.ts';
import { noRecordSentence } from '../evidence/belonging.ts';
import { discoverMetrics } from '../evidence/metrics.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import type { EvidenceReading } from './evidence.ts';
import { fileProblem, type Problem } from './problems.ts';
import { findQuantities } from './quantities.ts';
import { findResultWords } from './result-words.ts';

type Readings = ReadonlyMap<string, EvidenceReading>;
interface Sources {
  readonly bundle: EvidenceBundle;
  readonly readings: Readings;
}

/** A sentence: what it names is handed to `holds` in the order of its groups. */
interface Shape {
  readonly pattern: RegExp;
  readonly holds: (sources: Sources, ...named: string[]) => boolean;
}

const reasons = [
  'is larger than an evidence file may be',
  'does not fit beside the other evidence files',
  'is not the file that was fetched when the run was over',
  'was fetched for another run of the project',
  'was not fetched when the run was over',
  'was last written before the run started',
  'was last written after the run was over',
  'names another run as its own',
  'has a secret in its name',
];
const isUnavailable = ({ bundle }: Sources, path: string): boolean =>
  bundle.unavailable.some((file) => file.path === path);
const isIncluded = ({ bundle }: Sources, path: string): boolean =>
  bundle.files.some((file) => file.path === path);

const shapes: readonly Shape[] = [
  {
    pattern: new RegExp(`^${noRecordSentence}$`),
    holds: ({ bundle }) => bundle.collection?.recorded !== true,
  },
  { pattern: new RegExp(`^(.+) (?:${reasons.join('|')}) and was left out$`), holds: isUnavailable },
  {
    pattern: /^(.+?) cannot be read \(line \d+: (.+)\), so it was left out$/,
    holds: (sources, path, why) => isUnavailable(sources, path) && isNoResult(why),
  },
  {
    pattern: /^(.+) (?:leads outside the project folder|is not a regular file) and was not read$/,
    holds: (sources, path) => !isIncluded(sources, path),
  },
  {
    pattern:
      /^only the first \d+ characters of (.+) were read for the text of the paper, \d+ were not$/,
    holds: ({ bundle }, path) =>
      bundle.files.some((file) => file.path === path && file.role === 'run_notes'),
  },
  {
    pattern: /^(.+?) cannot be read \(line \d+: (.+)\), so no number was taken from it$/,
    holds: (sources, path, why) => isIncluded(sources, path) && isNoResult(why),
  },
  {
    pattern:
      /^\d+ numbers of (.+) cannot be read exactly and are not listed \(line [\d, ]+(?: and further ones)?\)$/,
    holds: isIncluded,
  },
  {
    pattern: /^(\d+) further numbers in the result files are not listed$/,
    holds: (sources, count) => Number(count) === numbersLeftOut(sources),
  },
  { pattern: /^\d+ result files beyond the bound of \d+ were left out$/, holds: () => true },
  { pattern: /^only the first \d+ entries of results were looked at$/, holds: () => true },
  {
    pattern: /^(.+?) was not fetched: (.+)$/,
    holds: (sources, path, why) => !isIncluded(sources, path) && isNoResult(why),
  },
  {
    pattern: /^(.+?) was not fetched when the run was over \((.+)\) and was brought later$/,
    holds: (sources, path, why) => isIncluded(sources, path) && isNoResult(why),
  },
  { pattern: /^\d+ further files were not fetched$/, holds: () => true },
  {
    pattern: /^the evidence was not fetched to its end: (.+)$/,
    holds: (_, why) => isNoResult(why),
  },
];
/** What the fetching left behind, of which the bundle keeps the count. */
const ofFetching = /was not fetched: |further files were not fetched$|not fetched to its end: /;
/** Longer sentences are no sentences of the bundle. */
const charsMax = 2000;

/** What is wrong with the sentences, and with how many there are. */
export function checkLimitations(bundle: EvidenceBundle, readings: Readings): Problem[] {
  const problems = bundle.limitations.flatMap((text) => {
    const right = text.length <= charsMax && holdsSomeShape(text, { bundle, readings });
    return right
      ? []
      : [problem(`“${text.slice(0, 120)}” is not what the bundle and its files say`)];
  });
  const leftOut = bundle.collection?.left_out;
  const told = bundle.limitations.filter((text) => ofFetching.test(text)).length;
  if (leftOut !== undefined && leftOut !== told)
    problems.push(problem(`${leftOut} things were not fetched, and ${told} of them are told`));
  if (bundle.collection?.recorded === false && !bundle.limitations.includes(noRecordSentence))
    problems.push(problem('the fetching is not on record, and no sentence says so'));
  const silent = bundle.unavailable.filter(
    ({ path, reason }) =>
      reason === 'omitted' && !bundle.limitations.some((text) => text.startsWith(`${path} `)),
  );
  for (const { path } of silent)
    problems.push(problem(`${path} was left out, and no sentence says so`));
  return problems;
}

const problem = (message: string): Problem =>
  fileProblem('limitation', 'evidence_bundle.json', message);

function holdsSomeShape(text: string, sources: Sources): boolean {
  return shapes.some(({ pattern, holds }) => {
    const match = pattern.exec(text);
    return match !== null && holds(sources, ...match.slice(1));
  });
}

/** A reason may hold numbers, such as a status, but none that measures. */
function isNoResult(why: string): boolean {
  const none: ReadonlySet<string> = new Set();
  return (
    findResultWords(why).length === 0 &&
    findQuantities(why, none).every(
      ({ unit }) => !/^(?:x|×|%|percent|times|fold)$/.test(unit ?? ''),
    )
  );
}

function numbersLeftOut({ bundle, readings }: Sources): number {
  const all = bundle.files
    .filter(({ role }) => measuredRoles.includes(role))
    .map(
      ({ public_path: path }) => discoverMetrics(path, readings.get(path)?.json, 0).omittedCount,
    );
  return all.reduce((sum, count) => sum + count, 0) - bundle.metrics.length;
}
