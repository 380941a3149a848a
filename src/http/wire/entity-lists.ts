/** Queries of lists as the entities declare them: what they are narrowed by, sorted by and counted by, and in which words. */
import * as z from 'zod';
import { type EntityKind, entities } from '../../domain/entities/all.ts';
import type { DeclaredFilter, EntityTable } from '../../domain/entity.ts';
import { limits } from '../../domain/limits.ts';
import { operatorLanes, paperLanes } from '../../domain/operator-lanes.ts';
import type { FilterValue, ListQuery, ReadModels } from '../../store/ports/read-models.ts';
import { documented } from './documented.ts';
import {
  booleanParam,
  emptyFilter,
  listQuerySchema,
  textParam,
  toListQuery,
  wordParam,
} from './lists.ts';

const filterCharsMax = limits.identifierCharsMax * 2;
const eachMax = 20;

/** What several of them mean, for the reference. */
export const eachWords =
  'Given several times, a row has all of them; words with a comma between them: any of these.';

/** `tag=a,b&tag=c` in a query: of each list of words a row has one. */
export const eachParam = z
  .preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    z
      .array(
        z
          .string()
          .max(filterCharsMax)
          .transform(wordsIn)
          .refine((words) => words.length > 0, emptyFilter),
      )
      .max(eachMax),
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
  return textParam(filterCharsMax).describe(about);
}

const laneAbout = 'Where an operator looks for it, worked out from what it leads to.';
/** Filters by what no entity stores: the store works it out for each row. */
const workedOut: { readonly [Kind in EntityKind]?: Readonly<Record<string, z.ZodType>> } = {
  queue_item: { operator_lane: wordParam(operatorLanes).describe(laneAbout) },
  paper: { operator_lane: wordParam(paperLanes).describe(laneAbout) },
};

/** What needs a person is a group that indexes lead to. */
const byIndex = (name: string, value: FilterValue): readonly [string, FilterValue] =>
  name === 'operator_lane' && value === 'attention' ? ['queue_group', 'blocked'] : [name, value];

/** What every list is asked; which filters go with it is known by the entity alone. */
type CommonQuery = ReturnType<typeof listQuerySchema<Record<never, never>>>;

/** The v1 list of one kind: the schema of its query, the read port's query from such a one, its counts. */
export function entityList(kind: EntityKind) {
  const { filters, sorts, defaultSort }: EntityTable = entities[kind];
  const declared = Object.keys(filters);
  const made = workedOut[kind] ?? {};
  const names = [...declared, ...Object.keys(made)];
  const shape: z.ZodRawShape = {
    ...Object.fromEntries(declared.map((name) => [name, paramOf(filters[name]!)])),
    ...made,
  };
  const query = listQuerySchema({ ...shape, ...countsParam(filters) }) as unknown as CommonQuery;
  const sort = `One of ${Object.keys(sorts).join(', ')}; with - in front from the last to the first. Without it: ${defaultSort}.`;
  return {
    query: query.extend({ sort: query.shape.sort.describe(sort) }),
    toListQuery: (params: z.output<CommonQuery>): ListQuery => {
      const given = params as Readonly<Record<string, unknown>>;
      const wanted = names.flatMap((name) => {
        const value = given[name] as FilterValue | undefined;
        return value === undefined || isEmpty(value) ? [] : [byIndex(name, value)];
      });
      return toListQuery(params, Object.fromEntries(wanted) as ListQuery['filters']);
    },
    /** How many rows have each value that `counts` asks for; undefined where it asks for none. */
    async counts(
      reads: Pick<ReadModels, 'mostUsed'>,
      params: z.output<CommonQuery>,
    ): Promise<Readonly<Record<string, number>> | undefined> {
      const { counts: name } = params as Readonly<Record<string, unknown>>;
      const filter = typeof name === 'string' ? filters[name] : undefined;
      if (filter === undefined) return undefined;
      const used = await reads.mostUsed(kind, filter.member, limits.countedValuesMax);
      return Object.fromEntries(used.map(({ value, count }) => [value, count]));
    },
  };
}

/** `counts=tag` in a query, where some member is a list of values; nothing where none is. */
function countsParam(filters: EntityTable['filters']): z.ZodRawShape {
  const [first, ...rest] = Object.keys(filters).filter((name) => filters[name]!.type === 'each');
  if (first === undefined) return {};
  const about = `Adds counts: of all rows of the list, whatever it is narrowed to, how many have each of the ${limits.countedValuesMax} most used values.`;
  return { counts: wordParam([first, ...rest]).describe(about) };
}

/** Nothing is asked by no words at all. */
const isEmpty = (value: FilterValue): boolean => typeof value !== 'boolean' && value.length === 0;
