/** Queries of lists as the entities declare them: what they are narrowed by and sorted by, and in which words. */
import * as z from 'zod';
import { type EntityKind, entities } from '../../domain/entities/all.ts';
import type { DeclaredFilter, EntityTable } from '../../domain/entity.ts';
import { limits } from '../../domain/limits.ts';
import type { FilterValue, ListQuery } from '../../store/ports/read-models.ts';
import { documented } from './documented.ts';
import { booleanParam, listQuerySchema, toListQuery, wordParam } from './lists.ts';

const filterCharsMax = limits.identifierCharsMax * 2;
const eachMax = 20;

const eachWords =
  'Given several times, a row has all of them; words with a comma between them: any of these.';

/** `tag=a,b&tag=c` in a query: of each list of words a row has one. */
const eachParam = z
  .preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    z
      .array(z.string().max(filterCharsMax).transform(wordsIn))
      .max(eachMax)
      .transform((lists) => lists.filter((words) => words.length > 0)),
  )
  .register(documented, {
    json: { type: 'array', items: { type: 'string' }, maxItems: eachMax },
  });

function wordsIn(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  return words.filter((word) => word !== '');
}

function paramOf({ type, values, about }: DeclaredFilter): z.ZodType {
  if (type === 'each') return eachParam.default([]).describe(`${about} ${eachWords}`);
  if (type === 'boolean') return booleanParam.optional().describe(about);
  const [first, ...rest] = values ?? [];
  if (first !== undefined) return wordParam([first, ...rest]).describe(about);
  return z.string().max(filterCharsMax).default('').describe(about);
}

/** What every list is asked; which filters go with it is known by the entity alone. */
type CommonQuery = ReturnType<typeof listQuerySchema<Record<never, never>>>;

/** The v1 list of one kind: the schema of its query, and the read port's query from such a one. */
export function entityList(kind: EntityKind) {
  const { filters, sorts, defaultSort }: EntityTable = entities[kind];
  const names = Object.keys(filters);
  const shape: z.ZodRawShape = Object.fromEntries(
    names.map((name) => [name, paramOf(filters[name]!)]),
  );
  const query = listQuerySchema(shape) as unknown as CommonQuery;
  const sort = `One of ${Object.keys(sorts).join(', ')}; with - in front from the last to the first. Without it: ${defaultSort}.`;
  return {
    query: query.extend({ sort: query.shape.sort.describe(sort) }),
    toListQuery: (params: z.output<CommonQuery>): ListQuery => {
      const given = params as Readonly<Record<string, unknown>>;
      const wanted = names
        .map((name) => [name, given[name] as FilterValue | undefined] as const)
        .filter(([, value]) => value !== undefined && !isEmpty(value));
      return toListQuery(params, Object.fromEntries(wanted) as ListQuery['filters']);
    },
  };
}

/** Nothing is asked by no words at all. */
const isEmpty = (value: FilterValue): boolean => typeof value !== 'boolean' && value.length === 0;
