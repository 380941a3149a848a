/** The rows of the queue: those in sight, each to be opened, chosen, and put elsewhere. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { stateOf } from '../asking.ts';
import type { Place, QueueColumn } from '../places.ts';
import { type QueueList, queueRowsMax } from '../queue-list.ts';
import { createReorderCalls } from '../reorder-calls.ts';
import { stateWord } from '../state-words.ts';
import { useDashboard } from '../ui/context.tsx';
import { drawNow } from '../ui/draw-now.ts';
import { Cells, Chips, type Column, OpenLink, TableHead } from '../ui/lists.tsx';
import { Age, Mark } from '../ui/parts.tsx';
import { useWindowRows } from '../ui/window-rows.ts';
import type { QueueRow } from '../wire.ts';
import { countText, markOf, plainWord } from '../words.ts';
import { columnWords } from './queue-facets.tsx';

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
              <strong>
                <bdi>{row.project_id}</bdi>
              </strong>
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
  return columns.filter(({ key }) => key === null || !place.without.includes(key));
}

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

/** Height of a row with two lines, px; each is measured once it is drawn. */
const rowPx = 58;

/** Drawn as far as it is read; more is read as the end comes into sight. */
export function QueueTable({ queue: { rows, next }, place, chosen }: QueueTableProps) {
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
      const id = (event.target as HTMLElement).dataset['id'] ?? null;
      reorder.step(id, (event as CustomEvent<1 | -1>).detail);
    };
    current?.addEventListener('reorder', step);
    return () => current?.removeEventListener('reorder', step);
  }, [reorder]);
  const { indexes, abovePx, belowPx, measure } = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.project_id ?? String(index),
    rowPx,
    body,
  });
  const columns = columnsOf(place, ({ project_id: id, status }) =>
    id === undefined ? null : (
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
  const drop = (event: DragEvent, onto: string | undefined): void => {
    const id = dragged.current;
    dragged.current = null;
    if (id === null || onto === undefined || id === onto) return;
    event.preventDefault();
    reorder.drop(id, onto);
  };
  return (
    <>
      <table aria-label="Queue">
        <TableHead columns={columns} />
        <tbody ref={body}>
          <Spacer px={abovePx} />
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={row.project_id ?? index}
                data-index={index}
                data-id={row.project_id}
                ref={measure}
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
      {next !== null && <OnSight key={rows.length} do={queue.more} />}
      <p class="aside" role="status">
        {next === null
          ? rows.length >= queueRowsMax
            ? `The first ${rows.length} are shown; a search or a tag narrows the list.`
            : `${rows.length === 1 ? 'One item' : `${rows.length} items`} in all.`
          : 'More is read as you scroll.'}
      </p>
    </>
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

/** So far before the end of what is read is more asked for, px. */
const aheadPx = 900;

function OnSight({ do: act }: { readonly do: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) act();
      },
      { rootMargin: `${aheadPx}px` },
    );
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [act]);
  return <div ref={end} />;
}
