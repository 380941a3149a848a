/** What the palette asks the service for: entities by a text, and what can be done about the paper that is open. */
import { ask } from '../api.ts';
import { stateOf } from '../asking.ts';
import { askTakes } from '../pages/paper-acts.tsx';
import { createPaperActCalls } from '../paper-act-calls.ts';
import { paperActRows } from '../paper-acts.ts';
import { possibleActs } from '../paper-possible.ts';
import { addressOf, type Place } from '../places.ts';
import type { Dashboard } from '../session.ts';
import { stateWord } from '../state-words.ts';
import { createTrialCalls } from '../trial-calls.ts';
import { drawNow } from '../ui/draw-now.ts';
import { focusSettled } from '../ui/focus-settled.ts';
import type { Command, Found } from './command.ts';

/** Entities of each kind that are shown. */
const foundMax = 6;

/** Acts come first: they are upon what is looked at. */
export async function find(dashboard: Dashboard, search: string): Promise<Found> {
  const [acts, entities] = await Promise.all([
    actsOfPaper(dashboard, search),
    findEntities(dashboard, search),
  ]);
  return { ...entities, found: [...acts, ...entities.found] };
}

/** Of each kind: how it is asked for, and what a row says. */
async function findEntities({ api }: Dashboard, search: string): Promise<Found> {
  const params = { query: { search, page_size: foundMax } };
  const [items, runs, papers, corpus, alerts, incidents] = await Promise.all([
    ask(api.get('/control/api/v1/queue', { params })),
    ask(api.get('/control/api/v1/runs', { params })),
    ask(api.get('/control/api/v1/papers', { params })),
    ask(api.get('/control/api/v1/corpus', { params })),
    ask(api.get('/control/api/v1/alerts', { params })),
    ask(api.get('/control/api/v1/incidents', { params })),
  ]);
  const found = [
    ...rowsOf(items).map(({ project_id: id, status }) =>
      entity('item', { id, word: status, to: { page: 'queue', id } }),
    ),
    ...rowsOf(runs).map(({ run_id: id, state }) =>
      entity('run', { id, word: state, to: { page: 'runs', id } }),
    ),
    ...rowsOf(papers).map(({ paper_id: id, title, paper_status: status }) =>
      entity('paper', { id, label: title, word: status, to: { page: 'papers', id } }),
    ),
    ...rowsOf(corpus).map(({ paper_id: id, public_id: publicId, title, status }) =>
      entity('in the corpus', {
        id,
        label: publicId == null ? title : `${publicId}: ${title ?? id}`,
        word: status,
        to: { page: 'papers', id },
      }),
    ),
    ...rowsOf(alerts).map(({ alert_id: id, subject, alert_kind: kind }) =>
      entity('alert', { id, label: subject, word: kind, to: { page: 'alerts' } }),
    ),
    ...rowsOf(incidents).map(({ incident_id: id, title, status }) =>
      entity('incident', { id, label: title, word: status, to: { page: 'alerts' } }),
    ),
  ].filter((command) => command !== null);
  const failed = [items, runs, papers, corpus, alerts, incidents].find(
    (answer) => answer.kind === 'failed',
  );
  const problem =
    failed?.kind === 'failed' ? `Not all could be searched: ${failed.words ?? failed.why}.` : null;
  return { found, problem };
}

const rowsOf = <Row>(answer: {
  readonly kind: string;
  readonly told?: { readonly rows?: readonly Row[] | undefined };
}): readonly Row[] => answer.told?.rows ?? [];

interface Shown {
  readonly id: string | undefined;
  /** Its name for people; its id where it has none. */
  readonly label?: string | null | undefined;
  readonly word: string | undefined;
  readonly to: { readonly page: Place['page']; readonly id?: string | undefined };
}

/** Null for a row that the service sent without its id. */
function entity(kind: string, { id, label, word, to }: Shown): Command | null {
  if (id === undefined) return null;
  return {
    id: `${kind} ${id}`,
    label: label ?? id,
    note: `${kind}, ${stateWord(word)}`,
    run() {
      location.hash = addressOf({ page: to.page, id: to.id ?? null });
    },
  };
}

/** In the words of the buttons of its pane. */
const trials = [
  ['rewrite', 'Try the rewrite'],
  ['package', 'Try the package'],
  ['import', 'Try the import'],
] as const;

/** What can be done about the paper that is open, as far as the text names it; none where no paper is. */
async function actsOfPaper(dashboard: Dashboard, search: string): Promise<readonly Command[]> {
  const { id, facts, at } = stateOf(dashboard).paper ?? { facts: null };
  if (id === undefined || facts === null || at !== null) return [];
  const takes = await askTakes(dashboard.api, id, facts.review != null);
  const possible = takes.kind === 'ok' ? possibleActs(facts, takes.told) : [];
  const acts: readonly Command[] = [
    ...trials.map(([name, label]) => ({
      id: `trial ${name}`,
      label: `${label}: ${id}`,
      note: 'says what it would do, and does nothing',
      run() {
        // The next key is meant for what was tried.
        drawNow(() => createTrialCalls(dashboard).look(name, id));
        focusSettled(document.querySelector(`[data-trial="${name}"] button`));
      },
    })),
    ...possible.map((name) => ({
      id: `paper ${name}`,
      label: `${paperActRows[name].label}: ${id}`,
      note: paperActRows[name].effect,
      run: () => createPaperActCalls(dashboard).press(name),
    })),
  ];
  const words = search.toLowerCase().split(/\s+/);
  return acts.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
