/** The frame around every page: bar, navigation, notice of a lost connection. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Answer, OverviewPage } from '../operations/overview.tsx';
import { addressOf, type PageName, pages, pageTitles } from '../places/places.ts';
import { isUnsure } from '../session/connection-words.ts';
import { nextTheme, readTheme } from '../session/storage.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { drawNow } from '../ui/draw-now.ts';
import { later } from '../ui/later.tsx';
import { Button, Icon } from '../ui/parts.tsx';
import { titleMark } from '../words/words.ts';
import { ConnectionBar, ConnectionState } from './connection.tsx';
import { Controls } from './controls.tsx';
import { type Overlay, onKey } from './keys.ts';
import { Palette } from './palette.tsx';

const loadOthers = () => import('./other-pages.tsx');
const loadExtras = () => import('./extras.ts');
const OtherPage = later(async () => (await loadOthers()).OtherPage);
const UndoBar = later(async () => (await loadExtras()).UndoBar);
const KeyHelp = later(async () => (await loadExtras()).KeyHelp);
const AsItWas = later(async () => (await loadExtras()).AsItWas);

/** So that every page is there when the service is not. */
const loadAll = (): void => {
  for (const load of [loadOthers, loadExtras]) load().catch(() => undefined);
};
/** After the first page had its time. */
const loadAllAfterMs = 1_000;

/** The whole page while there is a session. */
export function Shell() {
  const dashboard = useDashboard();
  const page = useValue((state) => state.place.page);
  const hasUndo = useValue((state) => state.undo !== null);
  const isPast = useValue((state) => state.place.at !== null);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [theme, setTheme] = useState(readTheme());
  const root = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const toggleTheme = (): void => setTheme(nextTheme());
  /** What is typed next is meant for it. */
  const open = (next: Overlay): void => drawNow(() => setOverlay(next));
  const close = (): void => drawNow(() => setOverlay(null));

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event, { dashboard, open, toggleTheme });
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [dashboard]);
  useEffect(() => {
    const timer = setTimeout(loadAll, loadAllAfterMs);
    return () => clearTimeout(timer);
  }, []);
  useKeptFocus(root, content);
  useTitle(page);
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current !== page) {
      scrollTo(0, 0);
      // Whoever went there by a key reads on there; a link that was followed keeps the focus.
      if (document.activeElement === root.current) content.current?.focus({ preventScroll: true });
    }
    shown.current = page;
    root.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [page]);

  return (
    <div class="shell" tabIndex={-1} ref={root}>
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <header>
        <h1 class="brand">
          <Icon name="brand" />
          Orrery
        </h1>
        <ConnectionState />
        <span class="spring" />
        <Button
          class="search-button"
          title="Search or act (Ctrl+K)"
          onPress={() => open('palette')}
        >
          <Icon name="search" />
          <span>Search or act</span>
          <kbd>Ctrl K</kbd>
        </Button>
        <Controls />
        <Button
          class="quiet-button"
          id="theme"
          label={`Theme: ${theme}`}
          title={`Theme: ${theme}`}
          onPress={toggleTheme}
        >
          <Icon name="theme" />
        </Button>
        <Button
          class="quiet-button"
          label="Forget the token"
          title="Forget the token"
          onPress={dashboard.leave}
        >
          <Icon name="leave" />
        </Button>
      </header>
      <nav aria-label="Pages">
        {pages.map((name) => (
          <NavLink key={name} name={name} isCurrent={name === page} />
        ))}
      </nav>
      <main id="main">
        <ConnectionBar />
        {isPast && <AsItWas />}
        {page === 'overview' && !isPast && <Answer />}
        <div class="content" tabIndex={-1} ref={content}>
          {page === 'overview' && !isPast ? <OverviewPage /> : <OtherPage key={page} name={page} />}
        </div>
      </main>
      {hasUndo && <UndoBar />}
      {overlay === 'palette' && <Palette onClose={close} toggleTheme={toggleTheme} />}
      {overlay === 'keys' && <KeyHelp onClose={close} />}
    </div>
  );
}

function NavLink({ name, isCurrent }: { readonly name: PageName; readonly isCurrent: boolean }) {
  const count = useValue(({ overview }) => {
    const counts = overview?.operator_counts;
    if (name === 'overview') return overview?.needs_somebody;
    if (name === 'queue') return counts?.queued;
    return name === 'runs' ? counts?.running : undefined;
  });
  return (
    <a href={addressOf({ page: name })} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={name} />
      <span>{pageTitles[name]}</span>
      <span class="count">{count === 0 ? null : count}</span>
    </a>
  );
}

/**
 * The title says how much needs somebody, whatever the reason, also to who looks at another tab: it is set with what is
 * told and not with what is drawn, since nothing is drawn in a hidden one.
 */
function useTitle(page: PageName): void {
  const { store } = useDashboard();
  useEffect(() => {
    const name = page === 'overview' ? 'Orrery' : `${pageTitles[page]} – Orrery`;
    const tell = (): void => {
      const { context: state } = store.get();
      const title = `${titleMark(isUnsure(state) ? null : state.overview)}${name}`;
      if (document.title !== title) document.title = title;
    };
    tell();
    const { unsubscribe } = store.subscribe(tell);
    return unsubscribe;
  }, [page, store]);
}

/** What had the focus may go from the page; the focus then goes to what is read, never to nowhere. */
function useKeptFocus(
  root: { readonly current: HTMLElement | null },
  content: { readonly current: HTMLElement | null },
): void {
  useLayoutEffect(() => {
    const keep = (to: HTMLElement | null): void => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) {
        to?.focus({ preventScroll: true });
      }
    };
    keep(root.current);
    const observer = new MutationObserver(() =>
      keep(document.getElementById('detail-title') ?? content.current),
    );
    if (root.current !== null) observer.observe(root.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
