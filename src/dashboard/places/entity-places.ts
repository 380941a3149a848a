/** Where an entity, or what an event names, has its page. Pure. */
import { plainWord } from '../words/words.ts';
import { addressOf, eventsAddress, machineAddress, type PageName } from './places.ts';

/** Pages on which an entity of a kind has more than its machine; its id is that of the row. */
export const pageOfKind = {
  queue_item: 'queue',
  project: 'queue',
  run: 'runs',
  paper: 'papers',
  paper_review: 'papers',
  corpus_entry: 'papers',
  replication: 'papers',
  worker_target: 'workers',
} as const satisfies Readonly<Record<string, PageName>>;

/** Kinds that have a machine and no page of their own. */
const machinesOnly: ReadonlySet<string> = new Set([
  'alert',
  'incident',
  'control',
  'pump',
  'rewrite_batch',
  'command',
  'plan',
  'followup',
  'notification',
  'event_log',
  'upkeep',
]);

const hasPage = (kind: string): kind is keyof typeof pageOfKind => Object.hasOwn(pageOfKind, kind);

/** Its own page, else its machine, else the events about it. */
export function entityAddress(kind: string, id: string): string {
  if (hasPage(kind)) return addressOf({ page: pageOfKind[kind], id });
  return machinesOnly.has(kind)
    ? machineAddress(kind, id)
    : eventsAddress({ entity_id: id, entity_type: kind });
}

/** As people call it: what there is but one of by its kind, ids that only a program can read cut. */
export function entityName(id: string, kind: string | undefined): string {
  if (id === 'main') return plainWord(kind);
  return /^[0-9a-f]{16,}(?:-\d+)?$/.test(id) ? `${plainWord(kind)} ${id.slice(0, 8)}…` : id;
}

/** Whether it has a machine that can be looked at. */
export const hasMachine = (kind: string): boolean => hasPage(kind) || machinesOnly.has(kind);

/** Members of payloads that name an entity, and its kind. */
const kindOfMember: Readonly<Partial<Record<string, string>>> = {
  project_id: 'project',
  child_project_id: 'project',
  parent_project_id: 'project',
  run_id: 'run',
  child_run_id: 'run',
  current_run_id: 'run',
  paper_id: 'paper',
  worker_target: 'worker_target',
  machine_target: 'worker_target',
};

/** Where a member of a payload leads; null where it names nothing that has a page. */
export function memberAddress(name: string, value: unknown): string | null {
  const kind = kindOfMember[name];
  return kind === undefined || typeof value !== 'string' || value === ''
    ? null
    : entityAddress(kind, value);
}
