/** Validates the text of a configuration file; every problem is reported at once. */
import { dirname } from 'node:path';
import { assert } from '../lib/assert.ts';
import { parseJsonText } from '../lib/json-text.ts';
import { applyAliases } from './aliases.ts';
import { findPlaceholders } from './placeholders.ts';
import { type ConfigProblem, describeIssue, isUnknownField } from './problems.ts';
import { createRedactor } from './redaction.ts';
import { checkFolders, checkRelations } from './relations.ts';
import { type OrreryConfig, resolveConfig } from './resolve.ts';
import { fileSchema, fileShape, type RawConfig } from './schema.ts';
import { showConfiguration } from './shown.ts';

/** The configuration that the service runs with, or everything that is wrong with the file. */
export type LoadResult =
  | {
      readonly ok: true;
      readonly config: OrreryConfig;
      /** Absolute path of the file. */
      readonly path: string;
      /** Sentences for the log: old names, weak choices. They never hold a secret. */
      readonly notices: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Validates the text of a configuration file that lies (or would lie) at `path`. */
export function parseConfig(text: string, path: string): LoadResult {
  const json = parseJsonText(text);
  if (!json.ok) {
    const message = `line ${json.line}, column ${json.column}: ${json.message}`;
    return { ok: false, problems: [{ path, message }] };
  }
  const { value } = json;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problems: [{ path, message: 'must hold one JSON object' }] };
  }
  return validate(value as Readonly<Record<string, unknown>>, path);
}

function validate(value: Readonly<Record<string, unknown>>, path: string): LoadResult {
  const aliased = applyAliases(value);
  const given = new Set(Object.keys(aliased.raw));
  const early = [
    ...aliased.problems,
    ...findPlaceholders(aliased.raw),
    ...findProtoMembers(aliased.raw),
  ];
  const parsed = fileSchema.safeParse(aliased.raw);
  if (parsed.success) {
    const invalid = topLevel(early);
    const relations = checkRelations(parsed.data, given, invalid);
    const isKnown = !invalid.has('state_dir') && !invalid.has('project_root');
    const folders = isKnown ? checkFolders(parsed.data, dirname(path)) : [];
    const problems = [...early, ...relations.problems, ...folders];
    if (problems.length > 0) return { ok: false, problems: withoutSecrets(problems, parsed.data) };
    const shown = showConfiguration(parsed.data, { file: path, given });
    const config = Object.freeze({ ...resolveConfig(parsed.data, dirname(path)), shown });
    return { ok: true, config, path, notices: [...aliased.notices, ...relations.notices] };
  }
  const described = parsed.error.issues.flatMap((issue) => describeIssue(issue, aliased.raw));
  const problems = mergeProblems(early, described);
  const invalid = topLevel(problems);
  const standIn = fileSchema.safeParse(withStandIns(aliased.raw, invalid));
  assert(standIn.success, 'a configuration without its invalid fields is valid');
  const all = [...problems, ...checkRelations(standIn.data, given, invalid).problems];
  return { ok: false, problems: withoutSecrets(all, standIn.data) };
}

/** A secret may stand in a field that is none, where it would be shown as what was given. */
function withoutSecrets(problems: readonly ConfigProblem[], parsed: unknown): ConfigProblem[] {
  const redact = createRedactor(parsed);
  return problems.map((problem) => ({ ...problem, message: redact(problem.message) }));
}

/** One problem per field: that it is unknown, else that it is not filled in, else what zod says. */
function mergeProblems(
  early: readonly ConfigProblem[],
  described: readonly ConfigProblem[],
): ConfigProblem[] {
  const unknown = new Set(
    described.filter((problem) => isUnknownField(problem)).map(({ path }) => path),
  );
  const kept = early.filter(({ path }) => !unknown.has(path));
  const seen = new Set(kept.map(({ path }) => path));
  return [...kept, ...described.filter(({ path }) => !seen.has(path))];
}

function topLevel(problems: readonly ConfigProblem[]): ReadonlySet<string> {
  return new Set(problems.map(({ path }) => path.split('.')[0]!));
}

/** Valid values for the fields without a default; checks that read them are left out. */
const standIns = {
  state_dir: '/unset',
  project_root: '/unset',
  completion_callback_url: 'http://unset.invalid/',
  completion_callback_token: 'unset-and-never-shown-to-anybody',
} as const satisfies Partial<RawConfig>;

function withStandIns(
  raw: Readonly<Record<string, unknown>>,
  invalid: ReadonlySet<string>,
): object {
  const usable = Object.entries(raw).filter(
    ([name]) => Object.hasOwn(fileShape, name) && !invalid.has(name),
  );
  return { ...standIns, ...Object.fromEntries(usable) };
}

/** zod passes over a member of this name in a map, so it is refused by hand. */
function findProtoMembers(raw: object, path: readonly string[] = []): ConfigProblem[] {
  return Object.entries(raw).flatMap(([name, member]) => {
    const here = [...path, name];
    if (name === '__proto__') return [{ path: here.join('.'), message: 'is not a known field' }];
    return typeof member === 'object' && member !== null ? findProtoMembers(member, here) : [];
  });
}
