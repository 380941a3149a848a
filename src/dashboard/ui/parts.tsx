/** The small parts that every page is made of. */
import type { ComponentChildren } from 'preact';
import { timeOf } from '../service/loose.ts';
import { agoText, type Mark as MarkName, spanText } from '../words/words.ts';
import { useCannotAsk, useValue } from './context.tsx';

/** One set of icons on a 16 by 16 grid, each a path drawn as a line or filled. */
const icons = {
  running: 'M5 3.5v9l7-4.5z',
  waiting: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11',
  person: 'M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1',
  failed: 'M3 3h10v10H3zM6 6l4 4M10 6l-4 4',
  done: 'M3 8.5 6.5 12 13 4.5',
  paused: 'M5.5 3.5v9M10.5 3.5v9',
  unknown: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12v.1',
  brand:
    'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 6.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2M12.2 2.4a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 1 0 0-2.8',
  overview: 'M2.5 9.5 8 4l5.5 5.5M4.5 8v5h7V8',
  queue: 'M3 4h10M3 8h10M3 12h6',
  runs: 'M2.5 8.5h2.5l1.8-5 2.6 9 1.8-4h2.3',
  workers: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5v.1M5 11v.1',
  papers: 'M4 2.5h5.5L12 5v8.5H4zM6 7.5h4M6 10h4',
  events: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5v3.2l2.2 1.6',
  alerts: 'M8 2.5a4 4 0 0 0-4 4v3l-1 2h10l-1-2v-3a4 4 0 0 0-4-4M7 13.5h2',
  since: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7M2.5 2.8v3.6h3.6M8 5v3.2l2.2 1.6',
  machines: 'M2.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM6.5 4.5h5v5M4.5 6.5v5h5',
  readiness: 'M8 2 13 4v4c0 3-2 5-5 6c-3-1-5-3-5-6V4zM5.8 8l1.6 1.6L10.4 6.5',
  bench: 'M2.5 7.5h11M4 7.5v5M12 7.5v5M4 10.5h8M5 7.5v-3h6v3',
  settings: 'M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3',
  dispatch: 'M3 8h8M8 4.5 11.5 8 8 11.5M13.5 3v10',
  add: 'M8 3v10M3 8h10',
  corpus: 'M3 3h3v10H3zM6.5 3h3v10h-3zM10.5 3.5l2.8-.6 1.2 9.8-2.8.5z',
  reports: 'M3 2.5h10v11H3zM5.5 10.5v-2M8 10.5v-5M10.5 10.5v-3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3l3.2 3.2',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  leave: 'M6.5 3H3v10h3.5M7 8h6.5M11 5.5 13.5 8 11 10.5',
} as const;

/** A decorative icon; the word beside it says what it means. */
export function Icon({ name }: { readonly name: keyof typeof icons }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" class={name === 'running' ? 'icon filled' : 'icon'}>
      <path d={icons[name]} />
    </svg>
  );
}

interface DrawingProps {
  readonly class: string;
  readonly width: number;
  readonly height: number;
  readonly paths: readonly { readonly class: string; readonly d: string }[];
}

/** A drawing of lines and nothing else; what it shows is said in words beside it. */
export function Drawing({ class: name, width, height, paths }: DrawingProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      class={name}
    >
      {paths.map((path, index) => (
        <path key={index} class={path.class} d={path.d} />
      ))}
    </svg>
  );
}

/** A state as shape and word. */
export function Mark({ kind, children }: { kind: MarkName; children: ComponentChildren }) {
  return (
    <span class={`mark mark-${kind}`}>
      <Icon name={kind} />
      <span>{children}</span>
    </span>
  );
}

/** A time of the service: ms since the epoch, or as the API writes it. */
type Moment = number | string | null | undefined;
const msOf = (moment: Moment): number | null =>
  typeof moment === 'number' ? moment : timeOf(moment);

/** The age of a moment, which counts by itself: `ago`, or how long it has been so. */
export function Age({ of, as = 'ago' }: { readonly of: Moment; readonly as?: 'ago' | 'span' }) {
  const ms = msOf(of);
  const text = useValue(({ nowMs, skewMs }) => {
    if (ms === null) return 'unknown';
    const age = nowMs + skewMs - ms;
    return as === 'ago' ? agoText(age) : spanText(age);
  });
  if (ms === null) return <span class="unknown">unknown</span>;
  const at = new Date(ms);
  return (
    <time class="age" dateTime={at.toISOString()} title={at.toLocaleString()}>
      {text}
    </time>
  );
}

interface SectionProps {
  readonly title: string;
  /** A count of null is left out, a zero is shown. */
  readonly count?: number | null;
  readonly children: ComponentChildren;
}

/** A part of a page named by its heading. */
export function Section({ title, count = null, children }: SectionProps) {
  const id = `s-${title.replace(/\W+/g, '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {count !== null && <span class="count">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Stands in the place of a list that has no rows, and says why. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);

interface OutcomeProps {
  readonly failed?: boolean;
  readonly children: ComponentChildren;
}

/** What came of something, told at once to who only listens. */
export const Outcome = ({ failed = false, children }: OutcomeProps) => (
  <p class={failed ? 'trouble' : 'told'} role={failed ? 'alert' : 'status'}>
    {children}
  </p>
);
/** What is wrong, told in the same way. */
export const Trouble = ({ children }: { readonly children: ComponentChildren }) => (
  <Outcome failed>{children}</Outcome>
);

/** What stands where the service left a part out. */
export const notSaid = 'Unknown: the service did not send this part.';

/** What stands in the place of a list while there is none: not asked for yet, or it could not be. */
export function Waiting() {
  const words = useValue(({ lost, feed }) =>
    lost === null && feed.state !== 'offline' ? 'Loading…' : 'Nothing has been loaded yet.',
  );
  return <Empty>{words}</Empty>;
}

interface ListedProps {
  /** Undefined: not asked for yet; null: the service left them out. */
  readonly rows: readonly unknown[] | null | undefined;
  /** What an empty list says. */
  readonly none: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What shows the rows of a list, or what stands in its place. */
export function Listed({ rows, none, children }: ListedProps) {
  if (rows === undefined) return <Waiting />;
  if (rows === null) return <Empty>{notSaid}</Empty>;
  return rows.length === 0 ? <Empty>{none}</Empty> : children;
}

interface ButtonProps {
  readonly onPress: () => void;
  readonly children: ComponentChildren;
  /** Cannot be pressed now, for a reason that stands beside it. */
  readonly blocked?: boolean;
  /** Cannot be pressed while the service cannot be asked; `WhyNot` says so. */
  readonly needsService?: boolean;
  readonly class?: string;
  readonly id?: string;
  readonly label?: string;
  readonly describedBy?: string;
  readonly title?: string;
  readonly pressed?: boolean;
}

/** One that cannot be pressed keeps the focus, so that nobody is thrown off the page. */
export function Button({ onPress, blocked = false, needsService = false, ...rest }: ButtonProps) {
  const cannotAsk = useCannotAsk();
  const isBlocked = blocked || (needsService && cannotAsk !== null);
  return (
    <button
      type="button"
      class={rest.class}
      id={rest.id}
      aria-label={rest.label}
      aria-describedby={rest.describedBy}
      aria-disabled={isBlocked ? 'true' : undefined}
      aria-pressed={rest.pressed}
      title={rest.title}
      onClick={() => {
        if (!isBlocked) onPress();
      }}
    >
      {rest.children}
    </button>
  );
}

/** Beside buttons that need the service: why they cannot be pressed. */
export function WhyNot() {
  return <span class="why-not">{useCannotAsk()}</span>;
}
