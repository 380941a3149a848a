/**
 * What papers cost. A result file of 4 MB: how much of a processor it takes until its paper is written and checked, with
 * its PDF, and until another process has verified, linted and audited it anew. Then how long a thousand papers take to be
 * verified, linted and audited by two processes, once small ones and once such as print many results: each is written from
 * results of its own by the writer of the service; the first round is by processes that have read nothing and are cold; the
 * second by the same ones again.
 * `npm run bench -- papers --papers 100` takes fewer of them, and keeps nothing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProjectDecision } from '../src/domain/records.ts';
import { createPaperWork, type PaperWork } from '../src/papers/work/paper-work.ts';
import { filesOf, findings } from '../src/soak/findings.ts';
import { childrenOf, processText } from '../test/support/child-processes.ts';
import { inFolder, printResults, type Result } from './support/measure.ts';

const { values: options } = parseArgs({
  options: { papers: { type: 'string', default: '1000' } },
});
const papers = Number(options.papers);
const processes = 2;
const goalSeconds = 10;
/** Of each form of a large result file; the middle one counts. */
const largeRounds = 3;
const largeGoalSeconds = 1;
const largeBytes = 4_000_000;
const at = '2026-01-01T00:00:00.000Z';
const finding = findings['positive']!;
const runIdOf = (number: number): string => `paper-${number}-20260101T000000000`;

/** Trials of three variants, no two papers with the same numbers. */
function resultsOf(number: number): object {
  const variants = ['baseline', 'routed', 'cached'].map((name, place) => [
    name,
    {
      mean_ms: 10 + place + number / 997,
      p95_ms: 14 + place + number / 991,
      trials_ms: Array.from(
        { length: 20 },
        (_, trial) => 9 + place + ((trial * 7 + number) % 31) / 8,
      ),
    },
  ]);
  return { seed: number, variants: Object.fromEntries(variants) as object };
}

/** What everything that one paper is written from is called by. */
function taskOf(dir: string, number: number, name: string): Parameters<PaperWork['write']>[0] {
  return {
    artifactRoot: join(dir, 'artifacts'),
    projectDir: join(dir, 'projects', String(number)),
    runId: runIdOf(number),
    paperId: `${runIdOf(number)}--draft`,
    projectId: `paper-${number}`,
    projectName: name,
    decision: finding.decision as unknown as ProjectDecision,
    nowMs: Date.parse(at),
  };
}

/** Lays the files of a run into its project folder. */
function putFiles(dir: string, number: number, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries({ ...filesOf(finding), ...files })) {
    const target = join(dir, 'projects', String(number), path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

type FilesOf = (number: number) => Readonly<Record<string, string>>;

/** What a paper of each size is written from, beside the files that each has; none is like another. */
const sizes: Readonly<Record<string, FilesOf>> = {
  small: (number) => ({
    'results/cost.json': JSON.stringify({ seed: number, mean_ms: 10 + number / 997 }),
  }),
  large: (number) => ({
    'results/summary.json': JSON.stringify(resultsOf(number)),
    'results/rows.csv': `step,loss\n${Array.from({ length: 40 }, (_, step) => `${step},${1 / (step + 1 + number / 1000)}`).join('\n')}\n`,
  }),
};

async function writeAll(work: PaperWork, dir: string, files: FilesOf): Promise<void> {
  await each(async (number) => {
    putFiles(dir, number, files(number));
    await work.write(taskOf(dir, number, `Measurement ${number}`));
  });
}

/** How many claims the first paper makes. */
function claimsIn(dir: string): number {
  const ledger = join(dir, 'artifacts', 'papers', runIdOf(1), 'claim_ledger.json');
  const { claims } = JSON.parse(readFileSync(ledger, 'utf8')) as { claims: readonly unknown[] };
  return claims.length;
}

/** Throws unless every paper passes lint, strict audit and verifier. */
async function judgeAll(work: PaperWork, dir: string): Promise<void> {
  await each((number) => judge(work, dir, number));
}

/** Throws unless the paper passes lint, strict audit and verifier. */
async function judge(work: PaperWork, dir: string, number: number): Promise<void> {
  const judged = await work.examine({
    dir: join(dir, 'artifacts', 'papers', runIdOf(number)),
    at,
    written: null,
  });
  const aligned = judged.checklist?.find(
    ({ item_id: item }) => item === 'claim_evidence_alignment',
  );
  if (judged.lintFindingCount > 0 || judged.verdict !== 'strict_pass' || aligned?.status !== 'pass')
    throw new Error(`paper ${number}: ${JSON.stringify(judged)}`);
}

/** A line of a log of steps; none is like that of another round. */
const stepOf = (step: number, round: number): [number, number, number] => [
  step,
  1 / (step + 1 + round / 7),
  step % 97,
];
const rowOf = (step: number, round: number): string => {
  const [, loss, ms] = stepOf(step, round);
  return JSON.stringify({ step, loss_value: loss, ms });
};

/** A result file of 4 MB by its name, in each form that is read. */
const largeFiles: Readonly<Record<string, (round: number) => string>> = {
  'results/steps.json': (round) => `[${linesOf((step) => rowOf(step, round)).join(',')}]`,
  'results/steps.jsonl': (round) => linesOf((step) => rowOf(step, round)).join('\n'),
  'results/steps.csv': (round) =>
    ['step,loss_value,ms', ...linesOf((step) => stepOf(step, round).join(','))].join('\n'),
};

/** As many lines as 4 MB hold, with an end for each. */
function linesOf(make: (step: number) => string): string[] {
  const lines: string[] = [];
  for (let chars = 0; chars < largeBytes; ) {
    const line = make(lines.length);
    chars += line.length + 1;
    lines.push(line);
  }
  return lines;
}

/** Processor time of this process and of those that work on papers for it, in seconds. */
async function processorSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = processorSeconds();
  await work();
  return processorSeconds() - before;
}

/** Linux counts in hundredths of a second; proc(5), fields 14 and 15 of stat. */
const processorSeconds = (): number =>
  [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => {
    const stat = processText(pid, 'stat');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return sum + (Number(user) + Number(system)) / 100;
  }, 0);

/** Writes and judges papers on large result files, by a process each that has written or judged a small paper before. */
async function measureLarge(dir: string): Promise<Result[]> {
  const writer = createPaperWork({ processesMax: 1 });
  const reader = createPaperWork({ processesMax: 1 });
  let number = 0;
  const measure = async (
    files: Readonly<Record<string, string>>,
  ): Promise<{ written: number; both: number }> => {
    number += 1;
    putFiles(dir, number, files);
    const task = taskOf(dir, number, `Measurement ${number}`);
    const written = await processorSecondsOf(async () => void (await writer.write(task)));
    const checked = await processorSecondsOf(() => judge(reader, dir, number));
    return { written, both: written + checked };
  };
  await measure({ 'results/summary.json': JSON.stringify(resultsOf(0)) });
  const results: Result[] = [];
  for (const [path, make] of Object.entries(largeFiles)) {
    const rounds = [];
    for (let round = 0; round < largeRounds; round += 1)
      rounds.push(await measure({ [path]: make(round) }));
    rounds.sort((one, other) => one.both - other.both);
    const { written, both } = rounds[Math.floor(largeRounds / 2)]!;
    const name = `${path.split('.')[1]} of 4 MB written up and checked`;
    results.push(
      {
        name,
        value: hundredths(written),
        unit: 's of a processor',
        goal: `under ${largeGoalSeconds} s`,
        met: written < largeGoalSeconds,
        note: `the PDF and the check of the verifier among it; median of ${largeRounds} in warm processes`,
      },
      {
        name: `${name}, then verified, linted and audited anew`,
        value: hundredths(both),
        unit: 's of a processor',
        note: 'the same and what another process takes that has kept nothing',
      },
    );
  }
  await writer.close();
  await reader.close();
  return results;
}

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

/** Four papers at once, so that no process waits. */
async function each(work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < papers) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: processes * 2 }, lane));
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return hundredths((performance.now() - startMs) / 1000);
}

/** Writes and judges so many papers of one size. */
async function measureMany(size: string, files: FilesOf, dir: string): Promise<Result[]> {
  const writers = createPaperWork({ processesMax: processes });
  const written = await secondsOf(() => writeAll(writers, dir, files));
  await writers.close();
  const judges = createPaperWork({ processesMax: processes });
  const first = await secondsOf(() => judgeAll(judges, dir));
  const again = await secondsOf(() => judgeAll(judges, dir));
  await judges.close();
  const name = `${papers} ${size} papers verified, linted and audited`;
  return [
    {
      name,
      value: first,
      unit: 's',
      goal: `at most ${goalSeconds} s`,
      met: first <= goalSeconds,
      note: `${claimsIn(dir)} claims each; nothing kept: fresh processes, every file read; the system may still hold what was just written`,
    },
    { name: `${name}, again`, value: again, unit: 's', note: 'the same processes, warm' },
    { name: `${papers} ${size} papers written`, value: written, unit: 's' },
  ];
}

const results = await inFolder(measureLarge);
for (const [size, files] of Object.entries(sizes))
  results.push(...(await inFolder((dir) => measureMany(size, files, dir))));
printResults(results);
