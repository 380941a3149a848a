/** Where a file of a worker lies in the folder of its project here. */
import { papersDir } from '../domain/evidence-list.ts';

/** Where the files lie that an agent left in the place of a paper; papers are written here, never there. */
export const agentPapersDir = 'agent-papers/';

/** Whether a path of the worker lies where papers do. */
export const isInPapers = (path: string): boolean => path.startsWith(`${papersDir}/`);

/** The path here of a path there; both relative to the project folder. */
export const placeOf = (path: string): string =>
  isInPapers(path) ? `${agentPapersDir}${path.slice(papersDir.length + 1)}` : path;
