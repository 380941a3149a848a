/**
 * Papers that are really written: of one run in so many the evidence lies in a folder of its own, and the effects of
 * the service write its paper, judge, package and import it, at once and in this thread. The others are drawn
 * (`papers.ts`). What they left is read back by the verifier, which asks nobody but the files.
 */
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EffectHandlers } from '../actors/runtime/effect-handler.ts';
import type { PaperTools } from '../control/common/index.ts';
import {
  createEffectMarks,
  createWritingStops,
  type PaperEffectOptions,
} from '../control/papers/index.ts';
import { createPaperEffects, createPaperTools } from '../control/publication/index.ts';
import { decisionFile } from '../domain/product.ts';
import type { ProjectDecision } from '../domain/records.ts';
import { fingerprint } from '../lib/hash.ts';
import { createSeededEntropy, type Entropy } from '../lib/ids.ts';
import { readKeyFile, type SigningKey, signingKeyName } from '../lib/signing-key.ts';
import { artifactProblems, changedTexts } from '../papers/gates.ts';
import { describeFile } from '../papers/manifest.ts';
import { listFiles } from '../papers/staging.ts';
import { verifyPaper } from '../papers/verifier.ts';
import { jobs } from '../papers/work/jobs.ts';
import { paperWorkBy } from '../papers/work/paper-work.ts';

/** What a life of the control plane brings to its papers. */
export type PaperParts = Pick<PaperEffectOptions, 'reads' | 'workers' | 'clock'>;

/** A run whose evidence is fetched. */
interface Finished {
  readonly paperId: string;
  readonly projectDir: string;
}

/** One paper of so many is written; of more ideas fewer, since what the hundredth shows the fiftieth has shown. */
const oneOf = 25;
/** Papers written at most, about. */
const writtenMax = 60;
/** Of so many runs of these one has measured nothing, of which no paper may be made. */
const unmeasuredOneOf = 8;
/** What comes before the 32 bytes of an ed25519 key in PKCS #8. */
const keyPrefix = '302e020100300506032b657004220420';

const jobsByName = jobs as unknown as Readonly<
  Record<string, (...args: readonly unknown[]) => Promise<never>>
>;

/** A folder with evidence, papers, packages and a corpus, which outlives the control plane. */
export class WrittenPapers {
  /** Of the folder; nothing that the service says may hold it. */
  readonly root = mkdtempSync(join(tmpdir(), 'orrery-simulation-'));
  readonly #seed: number;
  readonly #share: number;
  readonly #keyFile = join(this.root, signingKeyName);
  readonly #packages = new Map<string, string>();
  /** Texts that were verified. */
  verified = 0;

  /** `ideas`: how many there will be. */
  constructor(seed: number, ideas: number) {
    this.#seed = seed;
    this.#share = Math.min(1 / oneOf, writtenMax / Math.max(1, ideas));
    const key = Buffer.from(`${keyPrefix}${fingerprint([seed, 'key'])}`, 'hex');
    const pem = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    writeFileSync(this.#keyFile, pem.export({ type: 'pkcs8', format: 'pem' }));
  }

  /** What the installation signs with; workers of the simulation do it with the same. */
  get signingKey(): SigningKey {
    return readKeyFile(this.#keyFile)!;
  }

  /** True for a paper that is written; false for one that is drawn. */
  has(paperId: string): boolean {
    return this.#drawOf(paperId).random() < this.#share;
  }

  /** What a run left behind that has concluded so; the same for the same paper. */
  layEvidence({ paperId, projectDir }: Finished, decision: ProjectDecision): void {
    const draw = this.#drawOf(paperId);
    draw.random();
    const files = { ...evidenceOf(draw), [decisionFile]: JSON.stringify(decision) };
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.root, projectDir, path);
      // It may be there from an earlier run of the project.
      rmSync(file, { force: true });
      if (text === null) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** The service's own effects and answers on this folder. */
  begin(parts: PaperParts): { readonly effects: EffectHandlers; readonly tools: PaperTools } {
    const options: PaperEffectOptions = {
      ...parts,
      artifactRoot: this.root,
      corpusDir: join(this.root, 'corpus'),
      work: {
        ...paperWorkBy((name, args) => jobsByName[name]!(...args)),
        // The service's tells files apart by their times, which are those of this machine.
        judgingMark: async (dir) => fingerprint(contentsOf(dir)),
      },
      marks: createEffectMarks(join(this.root, 'effects-under-way')),
      stops: createWritingStops(),
      keyFile: this.#keyFile,
      redact: (text) => text,
      syncTimeoutMs: 1000,
      syncBeforeRewrite: false,
      replicates: false,
      writerFallback: true,
    };
    return { effects: createPaperEffects(options), tools: createPaperTools(options) };
  }

  /** A package was made there, relative to the folder. */
  packaged(paperId: string, packageDir: string): void {
    this.#packages.set(paperId, packageDir);
  }

  /** True where the package of the paper passes lint, strict audit and verifier as it lies there. */
  packagePasses(paperId: string): boolean {
    const dir = this.#packages.get(paperId);
    return dir !== undefined && artifactProblems(join(this.root, dir)).length === 0;
  }

  /** What of the text that is said to be written does not lead to its evidence, or is another text; null: all is well. */
  whatFails(draftPath: string, written: Readonly<Record<string, string>>): string | null {
    const folder = dirname(join(this.root, draftPath));
    this.verified += 1;
    const changed = changedTexts(folder, written)[0];
    const [problem] = verifyPaper(folder).problems;
    return changed ?? (problem === undefined ? null : `${problem.file}: ${problem.message}`);
  }

  /** Nothing is left of it. */
  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #drawOf(paperId: string): Entropy {
    const seed = Number.parseInt(fingerprint([this.#seed, paperId, 'text']).slice(0, 8), 16);
    return createSeededEntropy(seed);
  }
}

/** Each file below a folder by its hash; none where that is gone. */
const contentsOf = (dir: string) =>
  existsSync(dir) ? listFiles(dir).map((path) => describeFile(dir, path)) : null;

const resultFile = 'results/summary.json';

/** Tiny, with numbers drawn from the seed: two variants at a few lengths, and how they compare. */
function evidenceOf(draw: Entropy): Readonly<Record<string, string | null>> {
  const between = (low: number, high: number, digits = 4): number =>
    Number((low + (high - low) * draw.random()).toFixed(digits));
  const isMeasured = draw.random() >= 1 / unmeasuredOneOf;
  const seed = between(1, 10_000, 0);
  const results = {
    seed,
    trials: between(5, 40, 0),
    accuracy: [1000, 10_000, 100_000].map((length) => ({
      length,
      baseline_accuracy: between(0.1, 0.6),
      routed_accuracy: between(0.7, 1),
    })),
    latency: {
      baseline: { mean_ms: between(9, 12), p95_ms: between(13, 16) },
      routed: { mean_ms: between(6, 9), p95_ms: between(10, 13) },
    },
    wall_seconds: between(5, 500),
  };
  return {
    [resultFile]: isMeasured ? JSON.stringify(results) : null,
    'run_notes.md': `# Run notes

## Goal

Find out whether the routed variant keeps its accuracy as streams grow, where the baseline loses it.

## Experimental design

- Every stream holds items with a context, a key and a value; queries ask for the value of one pair.
- Each length was run with the seed ${seed}.
- A trial at ${between(2, 9, 2)} million items was planned and dropped.

## Caveats

The routed memory was never full. Latency includes the time of the loop around it.
`,
  };
}
