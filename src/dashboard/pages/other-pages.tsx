/** Every page but the first, which load together: one file takes fewer bytes than many that share their parts. */
import type { ComponentType } from 'preact';
import { pageCopies } from '../page-copies.ts';
import type { PageName } from '../places.ts';
import { useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { AddPage } from './add.tsx';
import { AlertsPage } from './alerts.tsx';
import { BenchPage } from './bench.tsx';
import { CorpusPage } from './corpus.tsx';
import { DispatchPage } from './dispatch.tsx';
import { EventsPage } from './events.tsx';
import { MachinesPage } from './machines.tsx';
import { PapersPage } from './papers.tsx';
import { PastPage } from './past.tsx';
import { QueuePage } from './queue.tsx';
import { ReadinessPage } from './readiness.tsx';
import { ReportsPage } from './reports.tsx';
import { RunsPage } from './runs.tsx';
import { SettingsPage } from './settings.tsx';
import { SincePage } from './since.tsx';
import { WorkersPage } from './workers.tsx';

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

/** Pages that show what the log tells of a moment in place of what is known now. */
const pastPages: readonly PageName[] = ['overview', 'workers', 'alerts'];

/** The page of this name, and below it how it is called elsewhere. */
export function OtherPage({ name }: { readonly name: PageName }) {
  const place = useValue((state) => state.place);
  const isPast = place.at !== null && pastPages.includes(name);
  const Page = isPast ? PastPage : pages[name];
  return (
    <>
      <Page />
      <CopyLines of="Copy this page" lines={pageCopies(place)} />
    </>
  );
}
