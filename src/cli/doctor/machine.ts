/** What this machine has: Node, native modules, a process table, GPUs, what makes PDFs. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type SelectedTransport,
  selectTransport,
  type TransportChoice,
} from '../../http/transport/select.ts';
import type { CommandIo } from '../command.ts';
import { isAllowed } from '../file-access.ts';
import { type Finding, fine, problem, warning, wordsOf } from './finding.ts';

const programMsMax = 10_000;
/** Wall clocks before this are certainly wrong. */
const earliestMs = Date.UTC(2025, 0, 1);

/** First minor version of each supported major version of Node; the same as `engines` in package.json. */
export const supportedNodes: Readonly<Record<number, number>> = { 20: 19, 22: 13, 24: 0, 26: 0 };
const supportedWords = Object.entries(supportedNodes)
  .map(([major, minor]) => (minor === 0 ? major : `${major} (from ${major}.${minor})`))
  .join(', ');

/**
 * Every check of the machine, in the order of the report. `choice` is what the configuration says of
 * the transport, where there is one.
 */
export async function examineMachine(
  io: CommandIo,
  nowMs: number,
  choice: TransportChoice = {},
): Promise<Finding[]> {
  return [
    checkNode(process.versions.node),
    await checkSqlite(),
    await findTransport(choice),
    checkClock(nowMs),
    checkProcessTable(),
    await checkGpu(io),
    await checkTypesetter(),
  ];
}

/** Whether this version of Node is supported. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const detail = `Node ${version}`;
  const advice = `supported are ${supportedWords}`;
  if (major < 20 || (major === 20 && minor < 19)) return problem('node', detail, advice);
  const least = supportedNodes[major];
  if (least === undefined || minor < least) return warning('node', detail, advice);
  return fine('node', detail);
}

async function checkSqlite(): Promise<Finding> {
  try {
    const { openSqlite } = await import('../../store/sqlite/open.ts');
    const db = openSqlite({ path: ':memory:' });
    const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
    db.close();
    return fine('better-sqlite3', `loads, SQLite ${version}`);
  } catch (error) {
    const advice = 'run npm ci with the Node that runs orrery, with optional dependencies';
    return problem('better-sqlite3', wordsOf(error), advice);
  }
}

async function findTransport(choice: TransportChoice): Promise<Finding> {
  try {
    return checkTransport(await selectTransport(choice));
  } catch (error) {
    return problem(
      'transport',
      wordsOf(error),
      'set http_transport to auto, or get a build that loads',
    );
  }
}

/** What would serve here, and which build of uWebSockets.js that should have cannot. */
export function checkTransport({
  name,
  reason,
  refused,
}: Omit<SelectedTransport, 'create'>): Finding {
  if (refused.length === 0) return fine('transport', reason);
  const advice =
    name === 'node'
      ? 'node:http serves whole but slower; docs/operations.md says how to get an official build'
      : 'the shipped build serves instead; correct uws_dir and uws_sha256, or leave both out';
  return warning('transport', reason, advice);
}

function checkClock(nowMs: number): Finding {
  const shown = new Date(nowMs).toISOString();
  if (nowMs >= earliestMs) return fine('clock', shown);
  return problem('clock', `the clock says ${shown}`, 'set the clock of this machine');
}

function checkProcessTable(): Finding {
  try {
    readFileSync('/proc/stat');
    readFileSync('/proc/self/stat');
    return fine('process table', '/proc can be read');
  } catch (error) {
    return warning(
      'process table',
      `/proc cannot be read (${wordsOf(error)})`,
      'a worker gate needs it to see processes and load; run the gate on Linux',
    );
  }
}

async function checkGpu(io: CommandIo): Promise<Finding> {
  const hasDriver = existsSync('/proc/driver/nvidia/version') || existsSync('/dev/nvidia0');
  const program = findProgram(io, 'nvidia-smi');
  if (program === undefined) {
    return hasDriver
      ? problem(
          'gpu',
          'there is an NVIDIA driver but no nvidia-smi on PATH',
          'install nvidia-smi: without it the gate cannot read the GPUs and calls no run idle',
        )
      : fine('gpu', 'no nvidia-smi and no NVIDIA driver: taken for a machine without GPU');
  }
  try {
    const { stdout } = await promisify(execFile)(program, ['-L'], { timeout: programMsMax });
    const count = stdout.split('\n').filter((line) => line.startsWith('GPU ')).length;
    if (count === 0) return warning('gpu', 'nvidia-smi lists no GPU', 'look at nvidia-smi -L');
    return fine('gpu', `nvidia-smi lists ${count} GPU${count === 1 ? '' : 's'}`);
  } catch (error) {
    return problem(
      'gpu',
      `nvidia-smi fails: ${wordsOf(error)}`,
      'mend the driver: readings that are missing keep every run from being called idle',
    );
  }
}

async function checkTypesetter(): Promise<Finding> {
  const { whyNoTypesetter } = await import('../../papers/pdf/typeset.ts');
  const absent = whyNoTypesetter();
  if (absent === null) return fine('pdf', 'papers get a PDF by Typst');
  return warning('pdf', absent, 'run npm ci on this machine if papers should have a PDF');
}

/** Full path of a program on PATH. */
function findProgram({ env }: CommandIo, name: string): string | undefined {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => isAllowed(path, 'run'));
}
