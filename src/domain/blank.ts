/** The state of what was never stored, made of its schema: nothing is known, counted or listed yet. */
import * as z from 'zod';

const empties = new WeakMap<z.ZodObject, Readonly<Record<string, unknown>>>();

/** `known` and, for every other member, the empty value of its type: null where it may be null. */
export function blank<State extends object>(
  schema: z.ZodObject & z.ZodType<State>,
  known: Partial<NoInfer<State>>,
): State {
  let empty = empties.get(schema);
  if (empty === undefined) {
    empty = emptyOf(schema);
    empties.set(schema, empty);
  }
  return { ...empty, ...known } as State;
}

function emptyOf(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schema.shape)
      .map(([name, member]) => [name, emptyValue(name, member as z.ZodType)])
      .filter(([, value]) => value !== undefined),
  );
}

/** Undefined for a member that may be absent and cannot be null. */
function emptyValue(name: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional) {
    return schema.unwrap() instanceof z.ZodNullable ? null : undefined;
  }
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodString) return '';
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodEnum) return schema.options[0];
  throw new TypeError(`${name} has no empty value: let it be null, or give it another type`);
}
