/** Whether a name of the configuration is that of a workload class, and which one was perhaps meant. Pure. */
import { workloadClasses } from '../domain/statuses.ts';
import { nearestName } from '../lib/nearest-name.ts';
import type { ConfigProblem } from './problems.ts';

/** A problem when `name` is no workload class. */
export function checkClassName(path: string, name: string): ConfigProblem[] {
  if ((workloadClasses as readonly string[]).includes(name)) return [];
  const nearest = nearestName(name, workloadClasses);
  const hint =
    nearest === undefined
      ? `known are ${workloadClasses.join(', ')}`
      : `did you mean "${nearest}"?`;
  return [{ path, message: `is not a workload class; ${hint}` }];
}
