/** The agents that a soak's workers started: which were, which live, and their end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pidsFolder, startsFile } from './scripts.ts';

/** A worker as far as its agents are concerned. */
interface Employer {
  /** Folder with its agents' notes. */
  readonly dir: string;
}

/** Pids of the agents of a worker that live. */
export function livingAgents(worker: Employer): readonly number[] {
  return linesOf(join(worker.dir, startsFile)).flatMap((runId) => {
    const [pid] = linesOf(join(worker.dir, pidsFolder, runId)).map(Number);
    return pid !== undefined && isAgent(pid, worker.dir) ? [pid] : [];
  });
}

/** A number may have gone to a stranger: what it runs must be the script in the scratch folder. */
function isAgent(pid: number, dir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dir, 'agent.sh'));
  } catch {
    return false;
  }
}

/** Ends every agent that lives. */
export function endAgents(workers: readonly Employer[]): void {
  for (const pid of workers.flatMap(livingAgents)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** Keeps the run that a simulated worker tells of in a line, where it started one. */
export function noteStart(line: string, started: string[]): void {
  if (!line.includes('"run_started"')) return;
  const fact = JSON.parse(line) as { readonly type: string; readonly run_id: string };
  if (fact.type === 'run_started') started.push(fact.run_id);
}

/** Lines of a file, without white space at its two ends; none for an empty or missing one. */
export function linesOf(path: string): readonly string[] {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? [] : text.split('\n');
  } catch {
    return [];
  }
}
