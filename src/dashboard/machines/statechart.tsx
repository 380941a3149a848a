/** A statechart as it was laid out, with where the entity is, the way it took and how long it stayed. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../ui/parts.tsx';
import { plainWord, spanText } from '../words/words.ts';
import type { Statechart, Stay } from './machine-model.ts';

type Picture = NonNullable<Statechart['picture']>;
type Box = NonNullable<Picture['boxes']>[number];
type Arrow = NonNullable<Picture['arrows']>[number];
type Text = NonNullable<Box['texts']>[number];

interface ChartProps {
  readonly chart: Statechart;
  /** The state that is pointed out. */
  readonly status: string;
  readonly stays: ReadonlyMap<string, Stay>;
  /** As `from to`, by status. */
  readonly moves: ReadonlySet<string>;
}

/** Room around the drawing, for what stands above the boxes. */
const margin = 18;

/** At its own size, to be moved about in, or as wide as the page; the table beside it says the same in words. */
export function StatechartDrawing({ chart, status, stays, moves }: ChartProps) {
  const { picture, states = [] } = chart;
  const frame = useRef<HTMLElement>(null);
  const [isFitted, setFitted] = useState(false);
  useLayoutEffect(() => show(frame.current), [status, isFitted]);
  if (picture === undefined) return null;
  const { width = 0, height = 0, boxes = [], arrows = [] } = picture;
  const within = (id: string | undefined): readonly (string | undefined)[] =>
    states
      .filter((state) => state.id === id || state.id?.startsWith(`${id}.`) === true)
      .map((state) => state.status);
  const isTaken = ({ from, to }: Arrow): boolean =>
    within(from).some((before) => within(to).some((after) => moves.has(`${before} ${after}`)));
  const size = { width: width + 2 * margin, height: height + 2 * margin };
  return (
    <>
      <Button pressed={isFitted} onPress={() => setFitted(!isFitted)}>
        Show the whole of it
      </Button>
      <section
        class="chart-frame"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys.
        tabIndex={0}
        aria-label="Statechart"
      >
        <svg
          class={isFitted ? 'statechart fitted' : 'statechart'}
          role="img"
          aria-label={`Statechart, now in ${plainWord(status)}; the table below says the same in words.`}
          viewBox={`${-margin} ${-margin} ${size.width} ${size.height}`}
          {...size}
        >
          {boxes.map((box) => (
            <BoxShape
              key={box.id}
              box={box}
              isNow={!box.holds && box.status === status}
              stays={stays}
            />
          ))}
          {arrows.map((arrow, index) => (
            <path key={index} class="under" d={arrow.line} />
          ))}
          {arrows.map((arrow, index) => (
            <g key={index} class={isTaken(arrow) ? 'way taken' : 'way'}>
              <path class="line" d={arrow.line} />
              <path class="tip" d={arrow.tip} />
            </g>
          ))}
          {arrows.map((arrow, index) => (
            <LabelShape key={index} arrow={arrow} />
          ))}
        </svg>
      </section>
    </>
  );
}

/** Moves the frame, and not the page, so that the state it is in is seen. */
function show(frame: HTMLElement | null): void {
  const box = frame?.querySelector('.is-now .box')?.getBoundingClientRect();
  if (frame === null || box === undefined) return;
  const { left, top } = frame.getBoundingClientRect();
  frame.scrollBy(
    box.left + box.width / 2 - left - frame.clientWidth / 2,
    box.top + box.height / 2 - top - frame.clientHeight / 2,
  );
}

interface BoxProps {
  readonly box: Box;
  readonly isNow: boolean;
  readonly stays: ReadonlyMap<string, Stay>;
}

function BoxShape({ box, isNow, stays }: BoxProps) {
  const { form, x = 0, y = 0, width = 0, height = 0, holds, depth = 0, terminal, texts = [] } = box;
  const stay = holds ? undefined : stays.get(box.status ?? '');
  if (form === 'start') {
    return <circle class="start" cx={x + width / 2} cy={y + height / 2} r={width / 2 - 1} />;
  }
  if (form === 'history') {
    return (
      <g>
        <circle class="box" cx={x + width / 2} cy={y + height / 2} r={width / 2 - 1} />
        <Lines texts={texts} anchor="middle" />
      </g>
    );
  }
  const classes = [
    'box',
    holds ? `nest nest${depth % 2}` : '',
    form === 'region' ? 'region' : '',
    stay === undefined ? '' : 'visited',
  ].filter((name) => name !== '');
  const inset = 3.5;
  return (
    <g data-status={box.status} class={isNow ? 'is-now' : undefined}>
      <rect class={classes.join(' ')} x={x} y={y} width={width} height={height} rx={8} />
      {terminal === true && (
        <rect
          class="ring"
          x={x + inset}
          y={y + inset}
          width={width - 2 * inset}
          height={height - 2 * inset}
          rx={5.5}
        />
      )}
      <Lines texts={texts} />
      {stay !== undefined && (
        <text class="stay" x={x + 6} y={y - 4}>
          {stay.times > 1 && `${stay.times} × · `}
          {spanText(stay.ms)}
        </text>
      )}
    </g>
  );
}

function LabelShape({ arrow: { label, texts = [] } }: { readonly arrow: Arrow }) {
  if (label == null) return null;
  const { x = 0, y = 0, width = 0, height = 0 } = label;
  return (
    <g>
      <rect class="plate" x={x} y={y} width={width} height={height} rx={3} />
      <Lines texts={texts} anchor="middle" />
    </g>
  );
}

function Lines({ texts, anchor }: { readonly texts: readonly Text[]; readonly anchor?: 'middle' }) {
  return (
    <>
      {texts.map(({ x, y, runs = [] }, index) => (
        <text key={index} x={x} y={y} text-anchor={anchor} xml:space="preserve">
          {runs.map(({ text, look }, at) => (
            <tspan key={at} class={look}>
              {text}
            </tspan>
          ))}
        </text>
      ))}
    </>
  );
}
