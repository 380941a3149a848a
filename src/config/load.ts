/** Finds and reads the configuration file that the environment names. */

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configVariables, productWord } from '../domain/product.ts';
import { whyUnusable } from '../lib/describe-error.ts';
import { parseJsonText } from '../lib/json-text.ts';
import { type LoadResult, parseConfig } from './parse.ts';
import type { ConfigProblem } from './problems.ts';

interface LoadOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A file that goes before the one that the environment names. */
  readonly file?: string | undefined;
  /** Folder that a relative path starts from. */
  readonly cwd?: string;
  readonly readFile?: (path: string) => string;
  /** Fields that go before those of the file, by their names in it. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Permission bits of the file; undefined where they mean nothing. */
  readonly fileMode?: (path: string) => number | undefined;
}

/** Loads the file that is given, else the one that the first set variable of `configVariables` names. */
export function loadConfig(options: LoadOptions): LoadResult {
  const { env, file } = options;
  const variable =
    file === undefined ? configVariables.find((name) => (env[name] ?? '') !== '') : null;
  if (variable === undefined) return noVariable();
  const path = resolve(options.cwd ?? process.cwd(), file ?? env[variable ?? ''] ?? '');
  const text = readText(path, variable, options.readFile ?? ((file) => readFileSync(file, 'utf8')));
  if (typeof text !== 'string') return { ok: false, problems: [text] };
  const result = parseConfig(withGiven(text, options.given), path);
  if (!result.ok) return result;
  const notices = [
    ...(variable === null ? [] : ignoredVariables(env, variable)),
    ...permissionNotices(path, options.fileMode ?? modeOf),
    ...result.notices,
  ];
  return { ...result, notices };
}

/** The text with `given` in place; what is no object is for the parser to say. */
function withGiven(text: string, given: LoadOptions['given']): string {
  if (given === undefined) return text;
  const parsed = parseJsonText(text);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return text;
  return JSON.stringify({ ...parsed.value, ...given });
}

function noVariable(): LoadResult {
  const message = `is not set: it names the configuration file. "npx ${productWord} init" writes one and says how to use it`;
  return { ok: false, problems: [{ path: configVariables[0], message }] };
}

function readText(
  path: string,
  variable: string | null,
  readFile: (path: string) => string,
): string | ConfigProblem {
  try {
    return readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const reason = readFaults[code] ?? `it cannot be read: ${whyUnusable(error)}`;
    return { path, message: variable === null ? reason : `${reason}; ${variable} names it` };
  }
}

const readFaults: Readonly<Record<string, string>> = {
  ENOENT: `there is no such file ("npx ${productWord} init" writes one)`,
  EACCES: 'this account may not read it',
  EISDIR: 'it is a folder, not a file',
};

function ignoredVariables(env: LoadOptions['env'], used: string): string[] {
  return configVariables
    .filter((name) => name !== used && (env[name] ?? '') !== '' && env[name] !== env[used])
    .map((name) => `${name} is set too and was not used, because ${used} comes first`);
}

const readableByOthers = 0o077;

function permissionNotices(path: string, fileMode: (path: string) => number | undefined): string[] {
  const mode = fileMode(path);
  if (mode === undefined || (mode & readableByOthers) === 0) return [];
  return [`the configuration holds secrets but other accounts can read it; run: chmod 600 ${path}`];
}

function modeOf(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  return statSync(path, { throwIfNoEntry: false })?.mode;
}
