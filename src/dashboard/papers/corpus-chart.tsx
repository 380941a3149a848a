/** The corpus over time: a dot a paper, by when it was imported and how it is; each opens it. The ledger says the same. */
import { useRef, useState } from 'preact/hooks';
import { addressOf } from '../places/places.ts';
import { ask } from '../service/api.ts';
import { type CorpusRow, type CorpusShown, pageOf } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { Icon, Mark } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { axisText, dotAfter, dotChart, dotLegend, dotWords } from './corpus-dots.ts';

/** As many as one page of the ledger can have. */
const dotsMax = 500;
/** A dot, and the room that the highest pile may take: in higher ones dots lie over one another, px. */
const dotPx = 16;
const pileMostPx = 160;

interface CorpusChartProps {
  readonly corpus: CorpusShown;
  readonly search: string;
}

/** What the ledger's first page does not have is asked for by itself. */
export function CorpusChart({ corpus, search }: CorpusChartProps) {
  const { page } = corpus;
  const { told } = useTold(
    page.hasMore ? `dots ${search}` : null,
    (api) =>
      ask(api.get('/control/api/v1/corpus', { params: { query: { search, page_size: dotsMax } } })),
    corpus,
  );
  const shown = (told && pageOf(told)) ?? page;
  return <Dots rows={shown.rows} hasMore={shown.hasMore} />;
}

function Dots({
  rows,
  hasMore,
}: {
  readonly rows: readonly CorpusRow[];
  readonly hasMore: boolean;
}) {
  const nowMs = useValue((state) => minuteOf(state.nowMs + state.skewMs));
  /** The paper that has the focus, or had it last, and the one below the pointer. */
  const [focused, setFocused] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const plot = useRef<HTMLDivElement>(null);
  const chart = dotChart(rows, nowMs);
  if (chart === null) return null;
  const { dots, columns, levels, fromMs, toMs } = chart;
  const at = Math.max(
    0,
    focused === null ? dots.length - 1 : dots.findIndex(({ id }) => id === focused),
  );
  const said = dots.find(({ id }) => id === (pointed ?? focused));
  const stepPx = Math.min(dotPx, (pileMostPx - dotPx) / Math.max(1, levels - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = dotAfter(event.key, dots, at);
    if (to === null) return;
    event.preventDefault();
    plot.current?.querySelectorAll<HTMLElement>('a')[to]?.focus();
  };
  return (
    <figure class="dots" aria-label="Papers by the time of their import">
      <figcaption>
        {dotLegend(dots).map(({ mark, text }) => (
          <Mark key={mark} kind={mark}>
            {text}
          </Mark>
        ))}
        {hasMore && <span class="soft">the newest {rows.length}</span>}
      </figcaption>
      <div
        class="dots-plot"
        ref={plot}
        style={{ height: `${dotPx + stepPx * (levels - 1) + 4}px` }}
      >
        {dots.map((dot, index) => (
          <a
            key={dot.id}
            class={`dot mark-${dot.mark}`}
            href={addressOf({ page: 'papers', id: dot.id })}
            aria-label={dotWords(dot, nowMs)}
            tabIndex={index === at ? 0 : -1}
            style={{
              left: `${(100 * (dot.column + 0.5)) / columns}%`,
              bottom: `${dot.level * stepPx}px`,
            }}
            onKeyDown={onKeyDown}
            onFocus={() => setFocused(dot.id)}
            onPointerLeave={() => setPointed(null)}
            onPointerEnter={() => setPointed(dot.id)}
          >
            <Icon name={dot.mark} />
          </a>
        ))}
      </div>
      <p class="dots-axis soft" aria-hidden="true">
        <span>{axisText(fromMs, nowMs)}</span>
        <span>{axisText((fromMs + toMs) / 2, nowMs)}</span>
        <span>now</span>
      </p>
      <p class="dots-said">
        {said === undefined ? (
          <span class="soft">
            Point at a dot, or Tab to it and use the arrow keys; Enter opens the paper.
          </span>
        ) : (
          <bdi>{dotWords(said, nowMs)}</bdi>
        )}
      </p>
    </figure>
  );
}

/** Finer than a minute nothing of the picture changes. */
const minuteOf = (ms: number): number => Math.floor(ms / 60_000) * 60_000;
