/** What every importer gives: ideas with the place they come from, and problems with theirs. */
import * as z from 'zod';
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

/** Why `name` is refused, with the name that was probably meant. */
export function unknownField(name: string): string {
  const near = nearestName(name, ideaFieldNames);
  const hint =
    near === undefined ? `known are ${ideaFieldNames.join(', ')}` : `did you mean "${near}"?`;
  return `"${name.slice(0, 60)}" is not a field of an idea; ${hint}`;
}

/** Separates the entries of a list where a format has no lists. */
export const listSeparator = ';';

/** The value of `field` from what a text format holds, or why it cannot be one. */
export function fieldValue(
  field: IdeaField,
  given: string | readonly string[],
): { readonly value: unknown } | { readonly problem: string } {
  const member: z.ZodType = ideaSchema.shape[field];
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
