/** Every page but the first, which load together: one file takes fewer bytes than many that share their parts. */
import type { ComponentType } from 'preact';
import type { PageName } from '../places.ts';
import { AddPage } from './add.tsx';
import { AlertsPage } from './alerts.tsx';
import { BenchPage } from './bench.tsx';
import { CorpusPage } from './corpus.tsx';
import { DispatchPage } from './dispatch.tsx';
import { EventsPage } from './events.tsx';
import { MachinesPage } from './machines.tsx';
import { PapersPage } from './papers.tsx';
import { QueuePage } from './queue.tsx';
import { ReadinessPage } from './readiness.tsx';
import { RunsPage } from './runs.tsx';
import { SettingsPage } from './settings.tsx';
import { SincePage } from './since.tsx';
import { WorkersPage } from './workers.tsx';

export type OtherPageName = Exclude<PageName, 'overview'>;

const pages: Readonly<Record<OtherPageName, ComponentType>> = {
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
};

/** The page of this name. */
export function OtherPage({ name }: { readonly name: OtherPageName }) {
  const Page = pages[name];
  return <Page />;
}
