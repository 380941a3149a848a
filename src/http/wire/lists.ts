/**
 * How lists are asked for and answered. Two families: v1 lists with opaque cursors, and the older
 * lists with page numbers. Values out of range are refused, never clamped.
 */
import * as z from 'zod';
import type { AsOf } from '../../control/reading/index.ts';
import { limits } from '../../domain/limits.ts';
import { searchFault } from '../../domain/search-words.ts';
import type { ListQuery, OffsetPage, Page } from '../../store/ports/read-models.ts';
import { JsonText } from '../route.ts';
import { asOf } from './as-of.ts';
import { documented } from './documented.ts';

const cursorCharsMax = 2_000;
const sortCharsMax = 64;
/** Page numbers above this are surely a mistake. */
const pageMax = 1_000_000_000;

/** A whole number in a query, between two bounds, both included. */
export function integerParam(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .register(documented, { json: { type: 'integer', minimum: min, maximum: max } });
}

/** `true`, `false`, `1` or `0` in a query. */
export const booleanParam = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .register(documented, { json: { type: 'boolean' } });

/**
 * Left out, a filter narrows nothing. An empty one is refused: `status=` from a variable that nobody
 * filled would be answered with everything.
 */
const orAll = <Text extends string>(schema: z.ZodType<Text, string>) =>
  schema.optional().transform((given): Text | '' => given ?? '');
/** Why an empty filter is refused, and what would be right. */
export const emptyFilter = 'must not be empty; leave it out for all';

/** A text to narrow by. */
export const textParam = (charsMax: number) => orAll(z.string().min(1, emptyFilter).max(charsMax));

/** One of `words`. */
export const wordParam = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  orAll(z.enum(words, { error: `must be one of ${words.join(', ')}` }));

/** The older lists were specified with all their filters in the address, empty for none. */
export function olderWordParam<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z
    .union([z.literal(''), z.enum(words)], { error: `must be one of ${words.join(', ')}` })
    .register(documented, { json: { type: 'string', enum: ['', ...words] } })
    .default('');
}

/** What the index can look for at once; too many or too long words are refused (`searchFault`). */
export const searchText = z
  .string()
  .max(limits.searchCharsMax)
  .superRefine((text, check) => {
    const fault = searchFault(text);
    if (fault !== null) check.addIssue({ code: 'custom', message: fault });
  });
/** The same to narrow a list by. */
export const searchParam = orAll(searchText.min(1, emptyFilter));
/** The same of an older list; empty: everything. */
export const olderSearchParam = searchText.default('');

const payloadFiltersMax = 8;
const payloadPattern = /^([^.:]{1,64}(?:\.[^.:]{1,64}){0,7}):([\s\S]{0,200})$/;
const payloadRule =
  'must be written member:value; a member of a member with a dot (change.kind:queue_item), an entry of a list by its number from 0';
const payloadFilter = z
  .string()
  .regex(payloadPattern, payloadRule)
  .transform((text) => {
    const [, path = '', value = ''] = payloadPattern.exec(text) ?? [];
    return { path: path.split('.'), value };
  });

/** `payload=member:value` in a query, once or several times; all must hold. */
export const payloadParam = z
  .preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    z.array(payloadFilter).max(payloadFiltersMax),
  )
  .register(documented, {
    json: {
      type: 'array',
      items: { type: 'string', pattern: payloadPattern.source },
      maxItems: payloadFiltersMax,
    },
  })
  .default([])
  .describe(
    'Only events whose payload has this value there, written member:value: result:accepted, attempt:2, change.kind:queue_item, tags.0:gpu. May be given several times; all must hold. A page then may be short, or empty, while has_more is true.',
  );

const pageSizeParam = (fallback: number) =>
  integerParam(limits.pageSizeMin, limits.pageSizeMax).default(fallback);

const cursorParam = z
  .string()
  .min(1)
  .max(cursorCharsMax)
  .nullable()
  .default(null)
  .describe(
    'next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one.',
  );
const skipParam = integerParam(0, limits.listSkipMax)
  .default(0)
  .describe(
    'Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer.',
  );

/** Query of a v1 list; `filters` adds its own parameters. */
export function listQuerySchema<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({
    cursor: cursorParam,
    skip: skipParam,
    page_size: pageSizeParam(limits.pageSizeDefault),
    sort: z.string().min(1).max(sortCharsMax).nullable().default(null),
    search: searchParam,
    ...filters,
  });
}

/** Query of an older list; `filters` adds its own parameters. */
export function legacyListQuerySchema<Filters extends z.ZodRawShape>(
  filters: Filters,
  { pageSizeDefault = limits.pageSizeDefault, sortDefault }: LegacyDefaults = {},
) {
  return z.strictObject({
    page: integerParam(1, pageMax).default(1),
    page_size: pageSizeParam(pageSizeDefault),
    sort: z
      .string()
      .max(sortCharsMax)
      .transform((text) => (text === '' ? null : text))
      .nullable()
      .default(sortDefault ?? null),
    search: olderSearchParam,
    ...filters,
  });
}

interface LegacyDefaults {
  readonly pageSizeDefault?: number;
  readonly sortDefault?: string;
}

interface ListParams {
  readonly page_size: number;
  readonly sort: string | null;
  readonly search: string;
}

/** The read port's query from a v1 list's parameters. Empty filters are left out. */
export function toListQuery(
  params: ListParams & { readonly cursor: string | null; readonly skip: number },
  filters: ListQuery['filters'],
): ListQuery {
  return {
    cursor: params.cursor,
    skip: params.skip,
    pageSize: params.page_size,
    sort: params.sort,
    search: params.search,
    filters: withoutEmpty(filters),
  };
}

/** The same for an older list. */
export function toPageQuery(
  params: ListParams & { readonly page: number },
  filters: ListQuery['filters'],
): Omit<ListQuery, 'cursor'> & { page: number } {
  return {
    page: params.page,
    pageSize: params.page_size,
    sort: params.sort,
    search: params.search,
    filters: withoutEmpty(filters),
  };
}

function withoutEmpty(filters: ListQuery['filters']): ListQuery['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** Reply of a v1 list. */
export function listReplySchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    ok: z.literal(true),
    rows: z.array(row),
    page: z.strictObject({
      page_size: z.int(),
      returned: z.int(),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
    }),
    counts: z.record(z.string(), z.int()).optional(),
    generated_at: z.iso.datetime(),
    source: z.string(),
  });
}

/** Reply of a v1 list that can be of a moment. */
export const pastListReplySchema = <Row extends z.ZodType>(row: Row) =>
  listReplySchema(row).extend({ as_of: asOf });

/** Reply of an older list. */
export function legacyListReplySchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    ok: z.literal(true),
    rows: z.array(row),
    page: z.int(),
    page_size: z.int(),
    total: z.int(),
    pages: z.int(),
  });
}

/** A v1 list's reply. `rows` are already in wire shape; `source` names what answered. */
export function toListReply<Row>(input: {
  readonly page: Page<unknown>;
  readonly rows: readonly Row[];
  readonly pageSize: number;
  readonly generatedAt: string;
  readonly source: string;
  readonly counts?: Readonly<Record<string, number>>;
  readonly asOf?: AsOf;
}) {
  return {
    ok: true as const,
    rows: input.rows,
    page: {
      page_size: input.pageSize,
      returned: input.rows.length,
      next_cursor: input.page.nextCursor,
      has_more: input.page.nextCursor !== null,
    },
    ...(input.counts === undefined ? {} : { counts: input.counts }),
    ...(input.asOf === undefined ? {} : { as_of: input.asOf }),
    generated_at: input.generatedAt,
    source: input.source,
  };
}

/** The same from rows that are JSON texts already. */
export function toListText(input: Parameters<typeof toListReply<string>>[0]): JsonText {
  const { ok, rows, ...rest } = toListReply(input);
  return new JsonText(`{"ok":${ok},"rows":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`);
}

/** An older list's reply. An empty list has one (empty) page. */
export function toLegacyListReply<Row>(input: {
  readonly found: OffsetPage<unknown>;
  readonly rows: readonly Row[];
  readonly page: number;
  readonly pageSize: number;
}) {
  return {
    ok: true as const,
    rows: input.rows,
    page: input.page,
    page_size: input.pageSize,
    total: input.found.total,
    pages: Math.max(1, Math.ceil(input.found.total / input.pageSize)),
  };
}
