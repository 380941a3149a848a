/** Ideas from JSON (one idea, a list, or the body of an intake) and from JSON Lines (one per line). */
import { isRecord } from '../lib/is-record.ts';
import { findJsonFault } from '../lib/json-fault.ts';
import { elementLines } from './element-lines.ts';
import {
  isIdeaField,
  type ReadResult,
  type SourceIdea,
  type SourceProblem,
  unknownField,
} from './read-ideas.ts';

/** Members of an intake body; those that the command decides itself are passed over. */
const intakeMembers: readonly string[] = [
  'ideas',
  'source',
  'dry_run',
  'idempotency_key',
  'requested_by',
  'default_machine_target',
  'default_model',
  'default_sandbox',
];

/** One idea, a list, or the body of an intake; what is wrong is named with its line and left out. */
export function readJsonIdeas(file: string, text: string): ReadResult {
  const parsed = parse(text);
  if (!parsed.ok) return { ideas: [], problems: [{ file, ...parsed.problem }] };
  const { value } = parsed;
  if (Array.isArray(value)) return collect(file, value, elementLines(text, null));
  if (!isRecord(value)) {
    const message = 'holds neither an idea, nor a list of ideas, nor {"ideas": […]}';
    return { ideas: [], problems: [{ file, line: 1, message }] };
  }
  if (!Object.hasOwn(value, 'ideas')) return collect(file, [value], [1]);
  const problems = Object.keys(value)
    .filter((name) => !intakeMembers.includes(name))
    .map((name) => ({ file, line: 1, message: `"${name}" is no member beside "ideas"` }));
  if (problems.length > 0) return { ideas: [], problems };
  if (!Array.isArray(value['ideas']))
    return { ideas: [], problems: [{ file, line: 1, message: '"ideas" must be a list' }] };
  return collect(file, value['ideas'], elementLines(text, 'ideas'));
}

/** Each line is read by itself, so that a wrong one spoils no other; empty lines are passed over. */
export function readJsonLinesIdeas(file: string, text: string): ReadResult {
  const ideas: SourceIdea[] = [];
  const problems: SourceProblem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if (!parsed.ok) {
      problems.push({ file, line: index + 1, message: parsed.problem.message });
      continue;
    }
    const found = collect(file, [parsed.value], [index + 1]);
    ideas.push(...found.ideas);
    problems.push(...found.problems);
  }
  return { ideas, problems };
}

function collect(file: string, values: readonly unknown[], lines: readonly number[]): ReadResult {
  const ideas: SourceIdea[] = [];
  const problems: SourceProblem[] = [];
  for (const [index, value] of values.entries()) {
    const line = lines[index] ?? 1;
    if (!isRecord(value)) {
      problems.push({ file, line, message: 'an idea must be an object with at least a "title"' });
      continue;
    }
    const unknown = Object.keys(value).filter((name) => !isIdeaField(name));
    for (const name of unknown) problems.push({ file, line, message: unknownField(name) });
    if (unknown.length === 0) ideas.push({ idea: value, file, line });
  }
  return { ideas, problems };
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: { readonly line: number; readonly message: string } };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    const { line, column } = findJsonFault(text);
    return { ok: false, problem: { line, message: `is not JSON from column ${column} on` } };
  }
}
