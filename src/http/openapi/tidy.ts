/** Clears up what schema conversion leaves: unnamed components for "any JSON", nulls in a query. */
import type { oas31 } from 'zod-openapi';

const jsonName = 'JsonValue';
const schemaRef = '#/components/schemas/';

/** A document of its own; the one given stays as it was. */
export function tidyDocument(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const tidied = nameJsonValues(document);
  for (const item of Object.values(tidied.paths ?? {})) {
    for (const operation of Object.values(item as Record<string, oas31.OperationObject>)) {
      for (const parameter of operation.parameters ?? []) {
        if (!('$ref' in parameter)) parameter.schema = withoutNull(parameter.schema);
      }
    }
  }
  return tidied;
}

/**
 * Every place that takes any JSON value becomes a reference to one component, which says just that:
 * spelt out, it would only be a riddle for programs that make types of it.
 */
function nameJsonValues(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const unnamed = Object.keys(schemas).filter((name) => /^__schema\d+$/.test(name));
  let text = JSON.stringify(document);
  for (const name of unnamed) {
    if (!isAnyJson(schemas[name]!, name)) {
      throw new Error(`a recursive schema needs a name: ${JSON.stringify(schemas[name])}`);
    }
    text = text.replaceAll(`"${schemaRef}${name}"`, `"${schemaRef}${jsonName}"`);
  }
  const tidied = JSON.parse(text) as oas31.OpenAPIObject;
  const found = tidied.components?.schemas ?? {};
  for (const name of unnamed) delete found[name];
  if (unnamed.length > 0) found[jsonName] = { description: 'Any JSON value.' };
  return tidied;
}

/** True for what zod makes of `z.json()`: text, number, truth value, null, or these in lists and objects. */
function isAnyJson(schema: oas31.SchemaObject | oas31.ReferenceObject, name: string): boolean {
  const self = { $ref: `${schemaRef}${name}` };
  const shapes = [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: self },
    { type: 'object', additionalProperties: self },
  ];
  return JSON.stringify(schema) === JSON.stringify({ anyOf: shapes });
}

/** A query cannot hold null: its absence is what the null stands for. */
function withoutNull(
  schema: oas31.SchemaObject | oas31.ReferenceObject | undefined,
): oas31.SchemaObject | oas31.ReferenceObject {
  if (schema === undefined) return {};
  if ('$ref' in schema) return schema;
  const { default: fallback, anyOf, ...rest } = schema;
  const kept = anyOf?.filter((option) => !('type' in option && option.type === 'null'));
  return {
    ...rest,
    ...(kept === undefined ? {} : kept.length === 1 ? kept[0] : { anyOf: kept }),
    ...(fallback === undefined || fallback === null ? {} : { default: fallback }),
  };
}
