/** What is changed in each converted schema: stand-ins, default values, bounds that say nothing. */
import * as z from 'zod';
import { documented } from '../wire/documented.ts';

type JsonSchema = Record<string, unknown>;

/** Changes `json`, the conversion of `schema`, in place. */
export function amendSchema(schema: z.core.$ZodType, json: JsonSchema): void {
  const stand = documented.get(schema as z.ZodType);
  if (stand !== undefined) replace(json, stand.json);
  if (schema instanceof z.ZodDefault) addDefault(json, schema.def.defaultValue);
  // A whole number is always within what a double can hold exactly; only other bounds say something.
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  // The pattern of a named format says the same again, at length.
  if (json['format'] !== undefined) delete json['pattern'];
  const names = json['propertyNames'] as JsonSchema | undefined;
  if (names !== undefined && Object.keys(names).join() === 'type') delete json['propertyNames'];
}

/** Keeps the words and the default value. */
function replace(json: JsonSchema, stand: Readonly<JsonSchema>): void {
  const { description, default: fallback } = json;
  for (const name of Object.keys(json)) delete json[name];
  Object.assign(json, stand);
  if (description !== undefined) json['description'] = description;
  if (fallback !== undefined) json['default'] = fallback;
}

/** The converter leaves out the default values of what it cannot express; null stands for absent. */
function addDefault(json: JsonSchema, value: unknown): void {
  if (value === null) delete json['default'];
  else if (json['default'] === undefined) json['default'] = value;
}
