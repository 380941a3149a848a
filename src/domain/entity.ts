/**
 * How an entity is declared: one table of members, from which come the schema of what is stored,
 * the schema of what the API shows, the columns of the store, and what lists sort and filter by.
 */
import * as z from 'zod';
import { deepFreeze } from '../lib/deep-freeze.ts';

/** What else is asked of a member than to be there. */
export interface MemberTraits {
  /**
   * The store keeps it beside the state, so that an index can have it: as it is, as `text` or
   * `number` that sort first where they are missing, or as a `fixed` text that never changes.
   */
  readonly column?: 'plain' | 'text' | 'number' | 'fixed';
  /** Lists sort by it: `true`, or with the columns that decide among equal ones. */
  readonly sort?: true | readonly string[];
  /**
   * Lists can be narrowed to its exact values; where it is a list itself, to the rows that have one,
   * which queries call `each`. The store keeps these in a table, which takes a migration.
   */
  readonly filter?: true | { readonly each: string };
  /** An operator may change it; what a request may say for it. */
  readonly edit?: z.ZodType;
}

/** One member of a stored state: its schema, described, and what is asked of it beyond that. */
interface Member<Schema extends z.ZodType = z.ZodType, Shown extends boolean = boolean>
  extends MemberTraits {
  readonly schema: Schema;
  /** Whether the API shows it. Nothing is shown that does not say so. */
  readonly shown: Shown;
}

/** A member that the API shows under the same name. */
export const shown = <
  Schema extends z.ZodType,
  const Traits extends MemberTraits = Record<never, never>,
>(
  schema: Schema,
  about: string,
  traits?: Traits,
): Member<Schema, true> & Traits => ({
  schema: schema.describe(about),
  shown: true,
  ...(traits as Traits),
});

/** A member that only the program reads. */
export const internal = <Schema extends z.ZodType>(
  schema: Schema,
  about: string,
): Member<Schema, false> => ({ schema: schema.describe(about), shown: false });

type Members = Readonly<Record<string, Member>>;
type StoredShape<M extends Members> = { [Name in keyof M]: M[Name]['schema'] };
type RowShape<M extends Members> = {
  [Name in keyof M as M[Name]['shown'] extends true ? Name : never]: M[Name]['schema'];
};

type EditShape<M extends Members> = {
  [Name in keyof M as M[Name] extends { readonly edit: z.ZodType } ? Name : never]: NonNullable<
    M[Name]['edit']
  >;
};

interface Declaration<M extends Members> {
  /** The member that its address ends with. */
  readonly id: keyof M & string;
  /** What the API calls its status, where that is not `status`; rows then have it in the end. */
  readonly statusName?: string;
  readonly defaultSort: string;
  readonly members: M;
  /** Members that states of earlier editions may still have; nobody is shown them. */
  readonly former?: readonly string[];
}

/** One member by which lists are narrowed. */
export interface DeclaredFilter {
  readonly member: string;
  /** `each`: one of the values of a list. */
  readonly type: 'text' | 'boolean' | 'each';
  /** The only values there are; undefined for any text. */
  readonly values: readonly string[] | undefined;
  /** What the member is, in a sentence. */
  readonly about: string;
}

/** What readers and the store need to know of an entity; the same for all. */
export interface EntityTable {
  readonly id: string;
  readonly statusName: string;
  readonly defaultSort: string;
  /** Stored members that nobody is shown. */
  readonly hidden: readonly string[];
  readonly columns: readonly {
    readonly name: string;
    readonly form: NonNullable<MemberTraits['column']>;
  }[];
  /** Columns by which rows are compared before their id, by name of the order. */
  readonly sorts: Readonly<Record<string, readonly string[]>>;
  /** By name in queries: the members', and `statusName` beside `status`. */
  readonly filters: Readonly<Record<string, DeclaredFilter>>;
}

/** An entity as `defineEntity` makes it: its table, and the schemas of what is stored, shown and changed. */
interface Entity<M extends Members> extends EntityTable {
  /** Every stored member; unknown is `null`. */
  readonly stored: z.ZodObject<StoredShape<M>>;
  /** The stored members that the API shows, to which its rows add what is made of them. */
  readonly row: z.ZodObject<RowShape<M>>;
  /** What a request may say for each member that an operator may change. */
  readonly edits: EditShape<M>;
}

/**
 * Makes of the declaration all that readers and the store need.
 * Columns and tables of values are not made here: that takes a migration.
 */
export function defineEntity<const M extends Members>({
  id,
  statusName = 'status',
  defaultSort,
  members,
  former = [],
}: Declaration<M>): Entity<M> {
  const entries = Object.entries<Member>(members);
  const isRow = ([name, member]: readonly [string, Member]): boolean =>
    member.shown && (name !== 'status' || statusName === 'status');
  const shapeOf = (wanted: readonly (readonly [string, Member])[]): z.ZodRawShape =>
    Object.fromEntries(wanted.map(([name, { schema }]) => [name, schema]));
  return {
    id,
    statusName,
    defaultSort,
    stored: parsedOnce(z.object(shapeOf(entries))) as Entity<M>['stored'],
    row: z.object(shapeOf(entries.filter(isRow))) as unknown as Entity<M>['row'],
    edits: Object.fromEntries(
      entries.flatMap(([name, { edit }]) => (edit === undefined ? [] : [[name, edit]])),
    ) as unknown as EditShape<M>,
    hidden: [
      ...entries.filter(([, member]) => !member.shown).map(([name]) => name),
      ...former,
      'machine_state',
    ],
    columns: entries.flatMap(([name, { column }]) =>
      column === undefined ? [] : [{ name, form: column }],
    ),
    sorts: Object.fromEntries([
      ...entries.flatMap(([name, { sort }]) =>
        sort === undefined ? [] : [[name, sort === true ? [name] : [name, ...sort]]],
      ),
      [id, []],
    ]),
    filters: Object.fromEntries(
      entries
        .filter(([name, { filter }]) => filter !== undefined || name === id)
        .flatMap(([name, { schema, filter: by }]) => {
          const declared = { member: name, about: schema.description ?? '' };
          if (typeof by === 'object')
            return [[by.each, { ...declared, type: 'each', values: undefined }]];
          const filter = { ...declared, ...valuesOf(schema) };
          return name === 'status' && statusName !== 'status'
            ? [
                [name, filter],
                [statusName, filter],
              ]
            : [[name, filter]];
        }),
    ),
  };
}

/**
 * The same schema; what is frozen cannot change and is parsed once, for as long as somebody holds it. The result is
 * frozen in its turn: whoever reads the same row gets the same object.
 */
function parsedOnce<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): z.ZodObject<Shape> {
  const parse = schema.parse.bind(schema);
  const known = new WeakMap<object, ReturnType<typeof parse>>();
  schema.parse = (value, params) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
      return parse(value, params);
    const before = known.get(value);
    if (before !== undefined) return before;
    const parsed = deepFreeze(parse(value, params));
    known.set(value, parsed);
    return parsed;
  };
  return schema;
}

/** What a member can be; `new` is a status that nothing stored has. */
function valuesOf(schema: z.ZodType): Pick<DeclaredFilter, 'type' | 'values'> {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return valuesOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodBoolean) return { type: 'boolean', values: undefined };
  if (!(schema instanceof z.ZodEnum)) return { type: 'text', values: undefined };
  return { type: 'text', values: schema.options.map(String).filter((word) => word !== 'new') };
}
