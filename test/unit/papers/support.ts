/** A project folder with realistic evidence, and the paper made of it, for the tests of this part. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProjectDecision } from '../../../src/domain/records.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import {
  type WritePaperInput,
  type WrittenPaper,
  writePaper,
} from '../../../src/papers/artifacts.ts';
import { packageDraft } from '../../support/package-draft.ts';

export const sampleDecision: ProjectDecision = {
  project_decision: 'finalize_positive',
  research_outcome: 'paper_positive',
  hypothesis_status: 'supported',
  confidence: 'high',
  evidence_strength: 'moderate',
  claim_scope:
    'On one accelerator, with synthetic streams, routed memory keeps retrieval accuracy at 1 for a length of 100000. It says nothing about trained models.',
  scale_limits:
    'Synthetic streams only. No length beyond 100000 was tried. Accuracy with 64 shards was never above 0.9.',
  summary:
    'Content-routed memory keeps exact retrieval where a fixed queue loses it. The mean latency fell to 8.12 ms.',
  recommended_next_action: 'Repeat the comparison with a trained model and a real corpus.',
  stop_reason: 'The planned lengths were all run and the comparison is clear.',
  bounded_paper_ready: true,
};

const notes = `# Run notes

## Goal

Find out whether content-routed memory keeps exact retrieval as streams grow, where a fixed queue forgets.

## Experimental design

- Every stream holds items with a context, a key and a value; queries ask for the value of one pair.
- The fixed queue keeps the newest items only; the routed memory keeps all items in fp32 tables.
- Each length was run with the seed 17.
- A trial at 3.75 million items was planned and dropped.

\`\`\`
python probe.py --length 100000
\`\`\`

## Caveats

The routed memory was never full. Latency includes the time of the Python loop.
`;

export const sampleFiles: Readonly<Record<string, string>> = {
  'run_notes.md': notes,
  '.orrery/project_decision.json': JSON.stringify(sampleDecision, null, 2),
  'results/summary.json': JSON.stringify(
    {
      seed: 17,
      trials: 20,
      accuracy: [
        { length: 1000, fifo_accuracy: 1, routed_accuracy: 1, blind_accuracy: 0.0125 },
        { length: 10000, fifo_accuracy: 0.41, routed_accuracy: 1, blind_accuracy: 0.011 },
        { length: 50000, fifo_accuracy: 0.0931, routed_accuracy: 1, blind_accuracy: 0.0104 },
        { length: 100000, fifo_accuracy: 0.0423, routed_accuracy: 1, blind_accuracy: 0.0101 },
      ],
      wall_seconds: 12.48193,
    },
    null,
    2,
  ),
  'results/latency_summary.json': JSON.stringify(
    {
      variants: {
        baseline: { mean_ms: 10.2431, p95_ms: 14.9, errors: 0 },
        routed: { mean_ms: 8.11873, p95_ms: 11.25, errors: 0 },
      },
      throughput: { value: 2139.25, unit: 'items/s' },
      memory_mib: [512, 530.5, 547.25, 549],
    },
    null,
    2,
  ),
};

export interface Sandbox {
  readonly root: string;
  readonly projectDir: string;
  readonly artifactRoot: string;
  /** Options for `writePaper` on the sandbox's project. */
  input(overrides?: Partial<WritePaperInput>): WritePaperInput;
  write(overrides?: Partial<WritePaperInput>): Promise<WrittenPaper>;
  /** Folder of the paper. */
  readonly paperDir: string;
  dispose(): void;
}

export const sampleRunId = 'routed-memory-20260101T000000000';

/** A fresh folder with `files` as the project's evidence. */
export function createSandbox(files: Readonly<Record<string, string>> = sampleFiles): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'papers-'));
  const projectDir = join(root, 'project');
  mkdirSync(projectDir);
  for (const [path, content] of Object.entries(files)) putFile(projectDir, path, content);
  const artifactRoot = join(root, 'artifacts');
  const input = (overrides: Partial<WritePaperInput> = {}): WritePaperInput => {
    // The record of the run says what was stored of it.
    if (overrides.decision !== undefined)
      putFile(projectDir, '.orrery/project_decision.json', JSON.stringify(overrides.decision));
    return inputWith(overrides);
  };
  const inputWith = (overrides: Partial<WritePaperInput>): WritePaperInput => ({
    artifactRoot,
    projectDir,
    runId: sampleRunId,
    paperId: `${sampleRunId}--draft`,
    projectId: 'routed-memory',
    projectName: 'Content-routed memory for long streams',
    hypothesis:
      'Routed memory keeps accuracy above 0.95 at every length, at no more than 90% of the latency.',
    decision: sampleDecision,
    clock: createManualClock(),
    ...overrides,
  });
  return {
    root,
    projectDir,
    artifactRoot,
    input,
    write: (overrides) => writePaper(input(overrides)),
    paperDir: join(artifactRoot, 'papers', sampleRunId),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Writes the sample paper and packages it; the folder of its package. */
export async function packageSample(sandbox: Sandbox): Promise<string> {
  await sandbox.write();
  const { artifactRoot } = sandbox;
  return realpathSync(
    await packageDraft({ artifactRoot, runId: sampleRunId, paperId: `${sampleRunId}--draft` }),
  );
}

export function putFile(root: string, path: string, content: string | Uint8Array): void {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Member names and units that break naive renderers. */
export const nastyNames = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'a/b',
  '~0',
  'x~1y',
  '[C1]',
  '[?]',
  'TODO',
  'FIXME: x',
  'a_b%c&d#e$f',
  '\\input{x}',
  '{',
  '}',
  '`code`',
  '**bold**',
  '| pipe |',
  '<script>',
  '12',
  '3.5',
  '-7',
  '1,000',
  'p95_ms',
  'gpt-2',
  'é\u0301ü',
  '中文',
  '😀',
  'α≤β',
  '\u202Eevil',
  'line\nbreak',
  'peer-reviewed',
  'is peer-reviewed',
  '--',
  '$x$',
  '^',
  '~',
  '"q"',
  "''",
  '²',
  '٣',
  '1e5',
  'baseline',
  'baseline_x_ms',
  'value',
  'unit',
  'length',
  'x'.repeat(300),
  '\ud800',
  '(Smith, 2020)',
  'Smith et al. (2020)',
  '\\cite{x}',
  'Table 1',
  'C3',
  '+5',
  '¦',
];
export const nastyUnits = [
  'ms',
  '%',
  '%&_$',
  '\\',
  '10',
  'm²',
  '[C1]',
  'TODO',
  '`',
  'tokens/s',
  '',
  '|',
  '~',
  ' µs ',
  '{}',
];
