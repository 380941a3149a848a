/**
 * Says which file is being worked on, so that whoever ends the work knows where it was. One listener
 * for the whole process: a paper is worked on by functions that know nothing of processes.
 */

let listener: ((file: string) => void) | null = null;

/** Has `heard` told of every file from now on. */
export function onWorkingOn(heard: (file: string) => void): void {
  listener = heard;
}

/** `file`: relative to the folder of the paper or the project. */
export function workingOn(file: string): void {
  listener?.(file);
}
