/** What a simulated machine remembers over a restart of its program: its time and what runs on it. */
import { join } from 'node:path';
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import type { Entropy } from '../lib/ids.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { readRegularFile, writeFileAtomic } from '../worker/files.ts';

/** Runs remembered; older ones are over long since. */
const runsKeptMax = 500;
const fileBytesMax = 4 * 1024 * 1024;

const runSchema = z.object({
  run_id: z.string(),
  project_id: z.string(),
  /** Relative to the project root. */
  project_dir: z.string(),
  /** Name of its script in the scenario. */
  script: z.string(),
  session_id: z.string().nullable(),
  /** Simulated ms since the epoch. */
  started_ms: z.number(),
  start_ticks: z.number().int(),
  pid: z.number().int(),
  child_pid: z.number().int(),
  seed: z.number().int(),
  /** Steps of the script that have been taken. */
  next_step: z.number().int(),
  /** Its processes were ended from outside. */
  stopped: z.boolean(),
});
/** One run on the machine. */
export type SimulatedRun = z.infer<typeof runSchema>;

const stateSchema = z.object({
  schema_version: z.literal('simulated_worker.v1'),
  boot_id: z.string(),
  booted_ms: z.number(),
  anchor: z.object({ realMs: z.number(), simulatedMs: z.number(), speed: z.number() }),
  next_pid: z.number().int(),
  /** Runs played, by script. */
  played: z.record(z.string(), z.number().int()),
  runs: z.array(runSchema),
});
/** The whole state file. Times are simulated ms; `anchor` ties them to real time. */
export type MachineState = z.infer<typeof stateSchema>;

/**
 * Process numbers begin here. Linux gives none above 2^22, so that no simulated number can ever be
 * that of a real process.
 */
const pidMin = 2 ** 30;
/** What adopts the processes whose parent has ended. */
export const initPid = pidMin;

const stateFileName = 'simulator.json';

/** A machine that was just switched on. */
export function freshState(anchor: MachineState['anchor'], bootId: string): MachineState {
  return {
    schema_version: 'simulated_worker.v1',
    boot_id: `simulated-${bootId}`,
    booted_ms: anchor.simulatedMs,
    anchor,
    next_pid: pidMin + 1,
    played: {},
    runs: [],
  };
}

/** Reads what an earlier program left; null when there is nothing. Throws `invalid_request`. */
export async function readState(dir: string): Promise<MachineState | null> {
  const path = join(dir, stateFileName);
  const slice = await readRegularFile(path, fileBytesMax);
  if (slice === undefined) return null;
  try {
    return stateSchema.parse(JSON.parse(slice.data.toString('utf8')));
  } catch (error) {
    throw new ServiceError(
      'invalid_request',
      `${path} is not the state of a simulated worker; remove the folder it is in to begin anew`,
      {},
      { cause: error },
    );
  }
}

/** Writes it whole or not at all. */
export async function writeState(
  dir: string,
  state: MachineState,
  entropy: Entropy,
): Promise<void> {
  makeFolder(dir);
  const kept = { ...state, runs: state.runs.slice(-runsKeptMax) };
  await writeFileAtomic(join(dir, stateFileName), `${JSON.stringify(kept)}\n`, entropy);
}
