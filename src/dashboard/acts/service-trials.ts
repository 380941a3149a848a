/** What can be tried of the service as a whole, each with its words. */
import type { TrialName } from './trials.ts';

interface ServiceTrial {
  readonly name: TrialName;
  readonly page: 'dispatch' | 'papers' | 'reports';
  /** What is opened on that page. */
  readonly id: string | null;
  readonly title: string;
  /** What it does, as a sentence. */
  readonly about: string;
  /** On the button that tries it. */
  readonly look: string;
  /** On the button that does it. */
  readonly act: string;
}

/** What can be tried of the service as a whole, and where: the pages show them by this, and the palette leads there. */
export const serviceTrials: readonly ServiceTrial[] = [
  {
    name: 'dispatch',
    page: 'dispatch',
    id: null,
    title: 'Dispatch',
    about: 'The item that comes first is started on its worker.',
    look: 'Look what would start',
    act: 'Start the run',
  },
  {
    name: 'draft',
    page: 'dispatch',
    id: null,
    title: 'Draft',
    about: 'A paper is written of the next run that is over and whose decision is positive.',
    look: 'Look what would be drafted',
    act: 'Draft the paper',
  },
  {
    name: 'publish',
    page: 'dispatch',
    id: null,
    title: 'Publication',
    about:
      'The best ranked paper that can go on takes its next step: rewritten, packaged or imported.',
    look: 'Look what would be published',
    act: 'Take the step',
  },
  {
    name: 'followup',
    page: 'dispatch',
    id: null,
    title: 'Follow-up',
    about:
      'One bounded follow-up of a run that made no paper is queued, where its decision asks for one.',
    look: 'Look what would follow',
    act: 'Queue the follow-up',
  },
  {
    name: 'rewrite_many',
    page: 'papers',
    id: null,
    title: 'Write many drafts anew',
    about: 'Each from its evidence, which is fetched again; those that were written anew are left.',
    look: 'Look which drafts would be written anew',
    act: 'Write them anew',
  },
  {
    name: 'archive',
    page: 'reports',
    id: 'log',
    title: 'Archive',
    about: 'What old events say moves out of the store into files, which are read all the same.',
    look: 'Look what would be archived',
    act: 'Move it into files',
  },
];
