/** What a simulated agent leaves in its project: the files that a real one would. */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decisionFile } from '../domain/product.ts';
import type { Entropy } from '../lib/ids.ts';
import { writeFileAtomic } from '../worker/files.ts';
import { questionFile, type RunPaths, runFiles } from '../worker-wire/run-paths.ts';
import type { RunScript } from './scenario.ts';

/** Stands for the run's id in every text that a scenario leaves behind. */
const runIdMark = '{{run_id}}';

/** Adds one line to the agent's log. */
export async function appendLogLine(paths: RunPaths, line: string): Promise<void> {
  await mkdir(paths.runDir, { recursive: true });
  await appendFile(join(paths.runDir, runFiles.log), `${line}\n`);
}

/**
 * Writes results, notes, decision, question and exit code, in this order: whoever finds a decision
 * finds everything it rests on.
 */
export async function leaveOutcome(
  paths: RunPaths,
  script: RunScript,
  { runId, entropy }: { readonly runId: string; readonly entropy: Entropy },
): Promise<void> {
  const { outcome } = script;
  const write = (path: string, text: string): Promise<void> =>
    writeFileAtomic(join(paths.projectDir, path), text.replaceAll(runIdMark, runId), entropy);
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  for (const [name, value] of Object.entries(outcome.results))
    await write(`results/${name}`, json(value));
  if (outcome.notes !== undefined) await write('run_notes.md', outcome.notes);
  if (outcome.decision !== undefined) await write(decisionFile, json(outcome.decision));
  if (outcome.question !== undefined)
    await write(questionFile, json({ question: outcome.question }));
  await leaveExitCode(paths, outcome.exit_code, entropy);
}

/** What the dispatch script notes when the agent has ended. */
export async function leaveExitCode(
  paths: RunPaths,
  exitCode: number,
  entropy: Entropy,
): Promise<void> {
  await writeFileAtomic(join(paths.runDir, runFiles.exitCode), `${exitCode}\n`, entropy);
}
