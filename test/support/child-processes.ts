/** Child processes of a process, as Linux tells of them. */
import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc/PID/<name>` holds; empty where the process has ended. */
export function processText(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Of all threads of `pid`. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((id) =>
    processText(pid, `task/${id}/children`).split(' ').filter(Boolean).map(Number),
  );
