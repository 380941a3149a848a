/** The rows of the queue: those in sight, each to be opened, chosen, and put elsewhere. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Place, QueueColumn } from '../places/places.ts';
import { stateOf } from '../service/asking.ts';
import type { QueueRow } from '../service/wire.ts';
import { figuresOf } from '../session/state.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { drawNow } from '../ui/draw-now.ts';
import { Cells, Chips, type Column, OpenLink, TableHead } from '../ui/lists.tsx';
import { useLongRows } from '../ui/long-rows.ts';
import { Age, Mark } from '../ui/parts.tsx';
import { Titled } from '../ui/titled.tsx';
import { stateWord } from '../words/state-words.ts';
import { countText, markOf, plainWord } from '../words/words.ts';
import { columnWords } from './queue-facets.tsx';
import { countOf, type QueueList } from './queue-list.ts';
import { countFor } from './queue-views.ts';
import { createReorderCalls } from './reorder-calls.ts';

type QueueTableColumn = Column<QueueRow> & { readonly key: QueueColumn | null };

/** Those that the address leaves in. */
function columnsOf(
  place: Place,
  choose: (row: QueueRow) => ComponentChildren,
): readonly QueueTableColumn[] {
  const columns: readonly QueueTableColumn[] = [
    {
      name: 'Project',
      key: null,
      cell: (row) => (
        <div>
          {choose(row)}
          {row.project_id === undefined ? (
            <strong>unknown</strong>
          ) : (
            <OpenLink id={row.project_id}>
              <Titled id={row.project_id} title={row.project_name} />
            </OpenLink>
          )}
          <Chips of={row.tags} page="queue" place={place} />
        </div>
      ),
    },
    {
      name: columnWords.state,
      key: 'state',
      cell: ({ status, manual_review_required: isFlagged }) =>
        isFlagged && markOf(status) === 'waiting' ? (
          <Mark kind="person">{stateWord(status)}, held for review</Mark>
        ) : (
          <Mark kind={markOf(status)}>{stateWord(status)}</Mark>
        ),
    },
    {
      name: columnWords.priority,
      key: 'priority',
      cell: ({ dispatch_priority: priority, selection_rank: rank }) => (
        <span class="figure">{`${countText(priority)} · ${countText(rank)}`}</span>
      ),
    },
    {
      name: columnWords.worker,
      key: 'worker',
      cell: ({ machine_target: target }) => <span class="mono">{target ?? 'any'}</span>,
    },
    {
      name: columnWords.class,
      key: 'class',
      cell: ({ workload_class: kind }) => plainWord(kind),
    },
    { name: columnWords.next, key: 'next', cell: (row) => <bdi>{nextStepOf(row)}</bdi> },
    { name: columnWords.changed, key: 'changed', cell: ({ updated_at: at }) => <Age of={at} /> },
  ];
  // What was next then was said by who knew the workers of then.
  const left = place.at === null ? place.without : [...place.without, 'next'];
  return columns.filter(({ key }) => key === null || !left.includes(key));
}

/** Cells of one height: what is longer is cut, and the item beside the list has it whole. */
const cutOf = ({ cell, ...column }: QueueTableColumn): QueueTableColumn => ({
  ...column,
  cell: (row) => <div class="cut">{cell(row)}</div>,
});

/** The service's own word, else the reason that holds the item, else its error or hint. */
const nextStepOf = (row: QueueRow): string =>
  row.operator_next_step || row.blocked_reason || row.last_error || row.next_action_hint || '–';

interface QueueTableProps {
  readonly queue: QueueList;
  readonly place: Place;
  readonly chosen: ReadonlySet<string>;
}

/** A row that goes elsewhere would lose the focus. */
function drawMoved(id: string, change: () => void): void {
  drawNow(change);
  document.getElementById(`open-${id}`)?.focus();
}

/** Height of a row with two lines, px, until one is measured. */
const rowPx = 58;
/** Shorter lists that are held as a whole are drawn as a whole. */
const wholeRowsMax = 100;

/** As long as the whole list is; drawn where somebody looks, and read as they do. */
export function QueueTable({ queue: list, place, chosen }: QueueTableProps) {
  const dashboard = useDashboard();
  const { queue, undo } = dashboard;
  const reorder = useMemo(
    () => createReorderCalls({ session: dashboard, undo, queue, draw: drawMoved }),
    [dashboard],
  );
  const dragged = useRef<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const { current } = body;
    const step = (event: Event): void => {
      if (stateOf(dashboard).place.at !== null) return;
      const id = (event.target as HTMLElement).dataset['id'] ?? null;
      reorder.step(id, (event as CustomEvent<1 | -1>).detail);
    };
    current?.addEventListener('reorder', step);
    return () => current?.removeEventListener('reorder', step);
  }, [reorder]);
  const { rows, first, before, next } = list;
  const told = useValue((state) => countFor(place, figuresOf(state)));
  const count = countOf(list, told);
  const isCounted = next === null || told !== null;
  const isLong = before !== null || next !== null || rows.length > wholeRowsMax;
  const { from, to, abovePx, belowPx } = useLongRows({
    count,
    keyOf: (index) => rows[index - first]?.project_id ?? null,
    indexOf: (key) => {
      const index = rows.findIndex(({ project_id: id }) => id === key);
      return index < 0 ? null : first + index;
    },
    rowPx,
    body,
    isLong,
    onLook: (look) => queue.look(look),
  });
  const own = columnsOf(place, ({ project_id: id, status }) =>
    id === undefined || place.at !== null ? null : (
      <>
        {status === 'queued' && place.sort === '' && (
          <span
            class="grip"
            draggable
            aria-hidden="true"
            title="Drag it to its place in the queue (keys: Shift+J, Shift+K)"
            onDragStart={(event) => {
              dragged.current = id;
              event.dataTransfer?.setData('text/plain', id);
            }}
            onDragEnd={() => {
              dragged.current = null;
            }}
          >
            ⠿
          </span>
        )}
        <input
          type="checkbox"
          class="choose"
          aria-label={`Choose ${id}`}
          checked={chosen.has(id)}
          onChange={(event) => {
            // As it is now, which may not be drawn yet.
            const next = new Set(stateOf(dashboard).chosen);
            if (event.currentTarget.checked) next.add(id);
            else next.delete(id);
            dashboard.choose(next);
          }}
        />
      </>
    ),
  );
  const columns = isLong ? own.map(cutOf) : own;
  const drop = (event: DragEvent, onto: string | undefined): void => {
    const id = dragged.current;
    dragged.current = null;
    if (id === null || onto === undefined || id === onto) return;
    event.preventDefault();
    reorder.drop(id, onto);
  };
  return (
    <>
      <table
        aria-label="Queue"
        class={isLong ? 'long' : undefined}
        aria-rowcount={isCounted ? count + 1 : -1}
      >
        <TableHead columns={columns} />
        <tbody ref={body}>
          <Spacer px={abovePx} />
          {Array.from({ length: to - from }, (_, offset) => {
            const index = from + offset;
            const row = rows[index - first];
            if (row === undefined) return <Unread key={index} index={index} columns={columns} />;
            return (
              <tr
                key={row.project_id ?? index}
                data-index={index}
                data-id={row.project_id}
                aria-rowindex={index + 2}
                onDragOver={(event) => {
                  if (dragged.current !== null && row.status === 'queued') event.preventDefault();
                }}
                onDrop={(event) => drop(event, row.project_id)}
              >
                <Cells columns={columns} row={row} />
              </tr>
            );
          })}
          <Spacer px={belowPx} />
        </tbody>
      </table>
      <p class="aside" role="status">
        {isCounted
          ? `${count === 1 ? 'One item' : `${count} items`} in all.`
          : 'More is read as you scroll.'}
      </p>
    </>
  );
}

/** Stands where a row is being read, and is as high. */
function Unread({ index, columns }: { index: number; columns: readonly QueueTableColumn[] }) {
  return (
    <tr data-index={index} class="unread" aria-rowindex={index + 2}>
      {columns.map(({ name }) => (
        <td key={name} data-label={name}>
          <div class="cut" />
        </td>
      ))}
    </tr>
  );
}

function Spacer({ px }: { readonly px: number }) {
  if (px <= 0) return null;
  return (
    <tr class="spacer">
      <td style={{ height: `${px}px` }} />
    </tr>
  );
}
