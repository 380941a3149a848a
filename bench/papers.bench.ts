/**
 * How long a thousand papers take to be verified, linted and audited on two threads. Each is written from
 * results of its own by the writer of the service. The first round is by threads that have read nothing and
 * are cold; the second by the same threads again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectDecision } from '../src/domain/records.ts';
import { createPaperWork, type PaperWork } from '../src/papers/work/paper-work.ts';
import { filesOf, findings } from '../src/soak/findings.ts';
import { inFolder, printResults } from './support/measure.ts';

const papers = 1000;
const threads = 2;
const goalSeconds = 10;
const at = '2026-01-01T00:00:00.000Z';
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

async function writeAll(work: PaperWork, dir: string): Promise<void> {
  const finding = findings['positive']!;
  await each(async (number) => {
    const projectDir = join(dir, 'projects', String(number));
    const files = {
      ...filesOf(finding),
      'results/summary.json': JSON.stringify(resultsOf(number)),
      'results/rows.csv': `step,loss\n${Array.from({ length: 40 }, (_, step) => `${step},${1 / (step + 1 + number / 1000)}`).join('\n')}\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(projectDir, path)), { recursive: true });
      writeFileSync(join(projectDir, path), text);
    }
    await work.write({
      artifactRoot: join(dir, 'artifacts'),
      projectDir,
      runId: runIdOf(number),
      paperId: `${runIdOf(number)}--draft`,
      projectId: `paper-${number}`,
      projectName: `Measurement ${number}`,
      decision: finding.decision as unknown as ProjectDecision,
      nowMs: Date.parse(at),
    });
  });
}

/** Throws unless every paper passes lint, strict audit and verifier. */
async function judgeAll(work: PaperWork, dir: string): Promise<void> {
  await each(async (number) => {
    const judged = await work.examine({
      dir: join(dir, 'artifacts', 'papers', runIdOf(number)),
      at,
      written: null,
    });
    const aligned = judged.checklist?.find(
      ({ item_id: item }) => item === 'claim_evidence_alignment',
    );
    if (
      judged.lintFindingCount > 0 ||
      judged.verdict !== 'strict_pass' ||
      aligned?.status !== 'pass'
    )
      throw new Error(`paper ${number}: ${JSON.stringify(judged)}`);
  });
}

/** Four papers at once, so that no thread waits. */
async function each(work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < papers) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: threads * 2 }, lane));
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return Math.round((performance.now() - startMs) / 10) / 100;
}

await inFolder(async (dir) => {
  const writers = createPaperWork({ threadsMax: threads });
  const written = await secondsOf(() => writeAll(writers, dir));
  await writers.close();
  const judges = createPaperWork({ threadsMax: threads });
  const first = await secondsOf(() => judgeAll(judges, dir));
  const again = await secondsOf(() => judgeAll(judges, dir));
  await judges.close();
  const name = `${papers} papers verified, linted and audited`;
  printResults([
    {
      name,
      value: first,
      unit: 's',
      goal: `at most ${goalSeconds} s`,
      met: first <= goalSeconds,
      note: 'nothing kept: fresh threads, every file read; the system may still hold what was just written',
    },
    { name: `${name}, again`, value: again, unit: 's', note: 'the same threads, warm' },
    { name: `${papers} papers written`, value: written, unit: 's' },
  ]);
});
