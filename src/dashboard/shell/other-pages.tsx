/** Every page but the first, which load together: one file takes fewer bytes than many that share their parts. */
import type { ComponentType } from 'preact';
import { DispatchPage } from '../acts/dispatch.tsx';
import { MachinesPage } from '../machines/machines.tsx';
import { AlertsPage } from '../operations/alerts.tsx';
import { BenchPage } from '../operations/bench.tsx';
import { EventsPage } from '../operations/events.tsx';
import { PastPage } from '../operations/past.tsx';
import { ReadinessPage } from '../operations/readiness.tsx';
import { ReportsPage } from '../operations/reports.tsx';
import { SettingsPage } from '../operations/settings.tsx';
import { SincePage } from '../operations/since.tsx';
import { CorpusPage } from '../papers/corpus.tsx';
import { PapersPage } from '../papers/papers.tsx';
import type { PageName } from '../places/places.ts';
import { AddPage } from '../queue/add.tsx';
import { QueuePage } from '../queue/queue.tsx';
import { RunsPage } from '../runs/runs.tsx';
import { wholePages } from '../session/questions.ts';
import { useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { WorkersPage } from '../workers/workers.tsx';
import { pageCopies } from './page-copies.ts';

/** The first page is no other one, but for how it was. */
const pages: Readonly<Record<PageName, ComponentType>> = {
  overview: PastPage,
  queue: QueuePage,
  runs: RunsPage,
  papers: PapersPage,
  workers: WorkersPage,
  events: EventsPage,
  alerts: AlertsPage,
  since: SincePage,
  machines: MachinesPage,
  readiness: ReadinessPage,
  bench: BenchPage,
  settings: SettingsPage,
  dispatch: DispatchPage,
  add: AddPage,
  corpus: CorpusPage,
  reports: ReportsPage,
};

/** The page of this name, and below it how it is called elsewhere. */
export function OtherPage({ name }: { readonly name: PageName }) {
  const place = useValue((state) => state.place);
  const isPast = place.at !== null && wholePages.includes(name);
  const Page = isPast ? PastPage : pages[name];
  return (
    <>
      <Page />
      <CopyLines of="Copy this page" lines={pageCopies(place)} />
    </>
  );
}
