/** What every importer gives: ideas with the place they come from, and problems with theirs. */
import * as z from 'zod';
import { evaluationMembers } from '../domain/entities/evaluation.ts';
import { type IdeaField, ideaSchema } from '../domain/entities/idea.ts';
import { nearestName } from '../lib/nearest-name.ts';

/** What is wrong where; `line` counts from 1 and is null when it is about the whole file. */
export interface SourceProblem {
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

/** An idea as the intake route takes it, not yet checked by the service. */
export interface SourceIdea {
  readonly idea: Readonly<Record<string, unknown>>;
  readonly file: string;
  /** Where it begins. */
  readonly line: number;
  /** Lines of single fields, where they have their own. */
  readonly fieldLines?: Readonly<Record<string, number>>;
}

/** What one file gave; ideas beside problems are whole, and the command decides what to do with them. */
export interface ReadResult {
  readonly ideas: readonly SourceIdea[];
  readonly problems: readonly SourceProblem[];
}

/** Every field an idea may have, in the order of the documentation. */
export const ideaFieldNames = Object.keys(ideaSchema.shape) as readonly IdeaField[];

/** Whether the intake knows a field of this name. */
export function isIdeaField(name: string): name is IdeaField {
  return Object.hasOwn(ideaSchema.shape, name);
}

const evaluationPrefix = 'evaluation_';

/** Fields of formats that have no objects: the members of the evaluation are fields of their own. */
export const flatFieldNames: readonly string[] = ideaFieldNames.flatMap((name) =>
  name === 'evaluation'
    ? evaluationMembers.map((member) => `${evaluationPrefix}${member}`)
    : [name],
);

/** Why `name` is refused, with the name that was probably meant; `known` are those of the format. */
export function unknownField(name: string, known: readonly string[] = ideaFieldNames): string {
  if (name === 'evaluation' && !known.includes(name))
    return `"evaluation" has members; here each is a field of its own: ${known.filter((field) => field.startsWith(evaluationPrefix)).join(', ')}`;
  const near = nearestName(name, known);
  const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `"${name.slice(0, 60)}" is not a field of an idea; ${hint}`;
}

/** Separates the entries of a list where a format has no lists. */
export const listSeparator = ';';

type Made = { readonly value: unknown } | { readonly problem: string };

/** Puts what a format without objects holds for one of its fields into `idea`; returns why it cannot be. */
export function putField(
  idea: Record<string, unknown>,
  field: string,
  given: string | readonly string[],
): string | null {
  const made = fieldValue(field, given);
  if ('problem' in made) return made.problem;
  if (!field.startsWith(evaluationPrefix)) idea[field] = made.value;
  else
    idea['evaluation'] = {
      ...(idea['evaluation'] as object | undefined),
      [field.slice(evaluationPrefix.length)]: made.value,
    };
  return null;
}

function fieldValue(field: string, given: string | readonly string[]): Made {
  if (field.startsWith(evaluationPrefix)) return evaluationValue(field, given);
  const member: z.ZodType = ideaSchema.shape[field as IdeaField];
  const schema = member instanceof z.ZodOptional ? member.unwrap() : member;
  if (schema instanceof z.ZodArray) {
    const entries = typeof given === 'string' ? given.split(listSeparator) : given;
    return { value: entries.map((entry) => entry.trim()).filter((entry) => entry !== '') };
  }
  if (typeof given !== 'string') return { problem: `${field} must be one value, not a list` };
  // Numbers of the priority are written as digits; what it may be is for the service to say.
  const isPriority = schema instanceof z.ZodUnion;
  if (isPriority && /^\d{1,15}$/.test(given.trim())) return { value: Number(given.trim()) };
  return { value: isPriority ? given.trim() : given };
}

const plainNumber = /^[-+]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][-+]?\d{1,3})?$/;

/** The threshold is a number; the other members are words, which the service judges. */
function evaluationValue(field: string, given: string | readonly string[]): Made {
  if (typeof given !== 'string') return { problem: `${field} must be one value, not a list` };
  const word = given.trim();
  if (field !== `${evaluationPrefix}threshold`) return { value: word };
  const isNumber = plainNumber.test(word) && Number.isFinite(Number(word));
  return isNumber
    ? { value: Number(word) }
    : { problem: `${field} must be a number without a unit, such as 2 or 0.5` };
}
