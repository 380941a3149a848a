/** Branded identifiers and how they are made. */
import { limits } from './limits.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

type RunId = Branded<'RunId'>;
type PaperId = Branded<'PaperId'>;

const idPattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** True for what may be a project, run or paper id: URL-safe, no path, at most 128 characters. */
export function isIdentifier(text: string): boolean {
  return text.length <= limits.identifierCharsMax && idPattern.test(text) && !text.includes('..');
}

/** True for what may be a new project's id: an identifier short enough for the ids made from it. */
export function isProjectId(text: string): boolean {
  return isIdentifier(text) && text.length <= limits.projectIdCharsMax;
}

/** What `isProjectId` asks for, in words. */
export const projectIdRule = `must be letters, digits, ".", "_" or "-", begin and end with a letter or digit, without "..", at most ${limits.projectIdCharsMax} characters`;

/** A project id from a title: lower case, words joined by hyphens, at most 80 characters. */
export function slugify(title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'untitled' : slug;
}

/** `<project id>-<UTC time as digits with T>`, for example `kv-cache-20261121T004501123`. */
export function createRunId(projectId: string, atMs: number): RunId {
  const digits = new Date(atMs).toISOString().replace(/[-:.Z]/g, '');
  return `${projectId}-${digits}` as RunId;
}

/** Where the prompt of a run lies, relative to its project folder. */
export function promptFileOf(runId: string): string {
  return `prompts/${runId}.md`;
}

/** A run has at most one paper; its id is the run id with `--draft`. */
export function paperIdOf(runId: string): PaperId {
  return `${runId}--draft` as PaperId;
}
