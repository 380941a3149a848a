/** Tables whose rows become cards below 720 px, and the tags that narrow them. */
import type { ComponentChildren } from 'preact';
import { addressOf, type Place, start, type TaggedPage } from '../places/places.ts';
import type { ListPage } from '../service/wire.ts';
import { sentence } from '../words/words.ts';
import { useValue } from './context.tsx';
import { Listed, Section, Waiting } from './parts.tsx';

/** A column: its name, and what it shows of a row. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Where a row has no key of its own, its place is it. */
  readonly keyOf: (row: Row) => string | number | null | undefined;
  readonly class?: string;
}

/** A table whose cells bear the names of their columns, which the cards show. */
export function Table<Row>({ name, columns, rows, keyOf, class: className }: TableProps<Row>) {
  return (
    <table aria-label={name} class={className}>
      <TableHead columns={columns} />
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row) ?? index}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The names of the columns. */
export function TableHead({ columns }: { readonly columns: readonly { name: string }[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name }) => (
          <th key={name} scope="col" data-label={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The cells of one row. */
export function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <>
      {columns.map(({ name, cell }) => (
        <td key={name} data-label={name}>
          {cell(row)}
        </td>
      ))}
    </>
  );
}

/** `none`: what an empty list says. */
export interface PageTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly page: ListPage<Row> | null | undefined;
  readonly none: ComponentChildren;
}

/** The first rows of a list as a table, or what stands in its place. */
export function PageTable<Row>({ page, none, ...table }: PageTableProps<Row>) {
  return (
    <Listed rows={page === null ? null : page?.rows} none={none}>
      <Table {...table} rows={page?.rows ?? []} />
      {page != null && <More page={page} />}
    </Listed>
  );
}

/** A page that waits for its answer, or why there is none. */
export const Unanswered = ({ title, problem }: { title: string; problem: string | null }) => (
  <Section title={title}>
    {problem === null ? <Waiting /> : <p class="trouble">{sentence(problem)}</p>}
  </Section>
);

/** Says that the list goes on. */
function More({ page: { hasMore, rows } }: { readonly page: ListPage<unknown> }) {
  if (!hasMore) return null;
  return <p class="aside">The list is cut off at {rows.length}; a search or a tag narrows it.</p>;
}

/** The link that opens a row beside its list; the whole row can be clicked. */
export function OpenLink({ id, children }: { id: string; children: ComponentChildren }) {
  const place = useValue((state) => state.place);
  const isOpen = place.id === id;
  return (
    <a
      class="open"
      id={`open-${id}`}
      href={addressOf({ ...place, id, span: 'all', with: '' })}
      aria-current={isOpen ? 'true' : undefined}
      title={id}
    >
      {children}
    </a>
  );
}

interface ChipsProps {
  readonly of: readonly string[] | undefined;
  readonly page: TaggedPage;
  /** What the list is narrowed to already: a click adds to that. */
  readonly place?: Place;
}

/** The tags of a row or a pane: each leads to the list of those that have it. */
export function Chips({ of: own = [], page, place = start }: ChipsProps) {
  if (own.length === 0) return null;
  const { tags } = place;
  return (
    <span class="chips">
      {own.map((tag) => {
        const isOn = tags.includes(tag);
        const to = { ...place, page, id: null, chosen: [], tags: isOn ? tags : [...tags, tag] };
        return (
          <a
            key={tag}
            class="chip"
            href={addressOf(to)}
            title={`Only what is tagged ${tag}`}
            aria-current={isOn ? 'true' : undefined}
          >
            {tag}
          </a>
        );
      })}
    </span>
  );
}

/** What a list is narrowed to, each with a way out. */
export function NarrowedTo({ place }: { readonly place: Place }) {
  const { tags } = place;
  if (tags.length === 0) return null;
  return (
    <p class="chips narrowed">
      Only what is tagged{' '}
      {tags.map((tag) => (
        <a
          key={tag}
          class="chip"
          href={addressOf({
            ...place,
            id: null,
            chosen: [],
            tags: tags.filter((other) => other !== tag),
          })}
          aria-label={`No longer only what is tagged ${tag}`}
        >
          {tag} ×
        </a>
      ))}
      <a class="clear" href={addressOf({ ...place, id: null, chosen: [], tags: [] })}>
        Show all
      </a>
    </p>
  );
}

/** Stands for the rows of a list that is narrowed to nothing. */
export const nothingTagged = (tags: readonly string[]): string =>
  `Nothing here has ${tags.length === 1 ? 'this tag' : 'all of these tags'}.`;
