/** What the palette asks the service for: entities by a text, and what can be done about the paper that is open. */

import { serviceTrials } from '../acts/service-trials.ts';
import { createTrialCalls } from '../acts/trial-calls.ts';
import { stopWords } from '../acts/verbs.ts';
import { reportNames, reportOf } from '../operations/reports.ts';
import { createPaperActCalls } from '../papers/paper-act-calls.ts';
import { paperActRows } from '../papers/paper-acts.ts';
import { askTakes } from '../papers/paper-acts.tsx';
import { possibleActs } from '../papers/paper-possible.ts';
import { addressOf, type Place } from '../places/places.ts';
import { isOpen } from '../runs/run-state.ts';
import { ask } from '../service/api.ts';
import { stateOf } from '../service/asking.ts';
import type { Dashboard } from '../session/session.ts';
import { drawNow } from '../ui/draw-now.ts';
import { focusSettled } from '../ui/focus-settled.ts';
import { stateWord } from '../words/state-words.ts';
import type { Command, Found } from './command.ts';

/** Entities of each kind that are shown. */
const foundMax = 6;

/** Acts come first: they are upon what is looked at, or upon the service; then what it reports. */
export async function find(dashboard: Dashboard, search: string): Promise<Found> {
  const [acts, entities] = await Promise.all([
    actsOfPaper(dashboard),
    findEntities(dashboard, search),
  ]);
  const words = search.toLowerCase().split(/\s+/);
  const named = [...acts, ...ofMoment(dashboard), ...ofService].filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
  return { ...entities, found: [...named, ...entities.found] };
}

/** What can be done now: about the run that is open, each worker, and each reason why it cannot be left alone. */
function ofMoment(dashboard: Dashboard): readonly Command[] {
  const { run, overview } = stateOf(dashboard);
  const { label, effect } = stopWords(run?.id ?? '');
  return [
    ...(run === null || run.at !== null || !isOpen(run)
      ? []
      : [
          {
            id: 'stop',
            label: `${label}: ${run.id}`,
            note: effect,
            run: () => drawNow(() => dashboard.run.ask('cancel')),
          },
        ]),
    ...(overview?.workers ?? []).flatMap(({ target: id }) =>
      id === undefined
        ? []
        : [
            {
              id: `look ${id}`,
              label: `Look at ${id} now`,
              note: 'makes its checks at once',
              run() {
                dashboard.go({ page: 'workers', id });
                dashboard.onWorker(id, 'refresh');
              },
            },
          ],
    ),
    ...(overview?.reasons ?? []).flatMap(({ code, title, act }, index) =>
      act?.label === undefined
        ? []
        : [
            {
              id: `reason ${index}`,
              label: act.label,
              note: `${title ?? code}: leads to it`,
              run: () =>
                goTo(
                  addressOf({ page: 'overview' }),
                  `[data-reason="${code}"] :is(button, .step a)`,
                ),
            },
          ],
    ),
  ];
}

/** The steps of the service, each tried where it stands, and its reports. */
const ofService: readonly Command[] = [
  ...serviceTrials.map(({ name, page, id, look, about }) => ({
    id: `trial ${name}`,
    label: look,
    note: about,
    run: () => goTo(addressOf({ page, id }), `[data-trial="${name}"] button`),
  })),
  {
    id: 'check',
    label: 'Look for trouble now',
    note: 'among the alerts',
    run: () => goTo(addressOf({ page: 'alerts' }), '#alert-check'),
  },
  {
    id: 'test',
    label: 'Send a test message to all who are told',
    note: 'among the alerts',
    run: () => goTo(addressOf({ page: 'alerts' }), '#alert-test'),
  },
  ...reportNames.map((id) => ({
    id: `report ${id}`,
    label: reportOf(id).title,
    note: `report: ${reportOf(id).about}`,
    run: () => goTo(addressOf({ page: 'reports', id }), null),
  })),
];

/** With the focus on what is meant there, once it is drawn. */
function goTo(address: string, selector: string | null): void {
  location.hash = address;
  if (selector === null) return;
  const look = (): boolean => {
    const found = document.querySelector<HTMLElement>(selector);
    const folded = found?.closest('details');
    if (folded != null) folded.open = true;
    if (found !== null) focusSettled(found);
    return found !== null;
  };
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), drawnWithinMs);
  requestAnimationFrame(() => {
    if (look()) observer.disconnect();
  });
}

/** After so long nobody waits for the focus to go there any more. */
const drawnWithinMs = 2_000;

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

/** What can be done about the paper that is open; none where no paper is. */
async function actsOfPaper(dashboard: Dashboard): Promise<readonly Command[]> {
  const { id, facts, at } = stateOf(dashboard).paper ?? { facts: null };
  if (id === undefined || facts === null || at !== null) return [];
  const takes = await askTakes(dashboard.api, id, facts.review != null);
  const possible = takes.kind === 'ok' ? possibleActs(facts, takes.told) : [];
  return [
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
}
