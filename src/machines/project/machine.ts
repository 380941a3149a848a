/**
 * A project. `new`: never stored, waits for `CREATE`. `recorded`: for good; the project's way goes on
 * in its queue item, which is told `ENQUEUE` in the same turn. The item says `LABEL` when somebody
 * edits what both have; it is told in the order of the edits, so both end the same.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { labelsOf } from '../../domain/entities/labels.ts';
import { type Project, projectLift, projectSchema } from '../../domain/records.ts';
import { createKit, telling } from '../kit.ts';
import type { EnqueueEvent } from '../queue-item/events.ts';
import type { CreateEvent, ProjectEvent } from './events.ts';

type Context = Omit<Project, 'status'>;
type MachineEvent = Stamped<ProjectEvent>;
type Create = Extract<MachineEvent, { readonly type: 'CREATE' }>;
type Label = Extract<MachineEvent, { readonly type: 'LABEL' }>;
const kit = createKit<Context, MachineEvent>();

/** A project never recorded; the id is known, and nothing else. */
export const initialProject = (id: string): Project => blank(projectSchema, { project_id: id });
const { status: _status, ...initialContext } = initialProject('');

/** A request of an earlier edition, still on its way, has its marks among the tags. */
function marksOf(event: CreateEvent): Pick<Project, 'tags' | 'intake_batch' | 'title_key'> {
  const { tags, intake_batch, title_key } = { ...event, ...projectLift.from({ ...event }) };
  return { tags: [...tags], intake_batch, title_key };
}

/** What is absent stays as it is. */
const evaluationOf = ({ evaluation }: Create | Label): Pick<Project, 'evaluation'> =>
  evaluation === undefined ? {} : { evaluation };

/** The statechart described above; the item is told in the turn that records the project. */
export const projectMachine = setup(kit.durable).createMachine({
  id: 'project',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never stored.',
      on: {
        CREATE: {
          target: 'recorded',
          actions: [
            kit.change<Create>(({ event }) => ({
              project_id: event.project_id,
              project_name: event.project_name,
              project_dir: event.project_dir,
              prompt: event.prompt,
              hypothesis: event.hypothesis,
              ...evaluationOf(event),
              source_kind: event.source_kind,
              source_ref: event.source_ref,
              parent_project_id: event.parent_project_id,
              lineage_depth: event.lineage_depth,
              ...marksOf(event),
            })),
            kit.record<Create>('project.created', ({ event }) => ({
              project_name: event.project_name,
              source_kind: event.source_kind,
              source_ref: event.source_ref,
              parent_project_id: event.parent_project_id,
              lineage_depth: event.lineage_depth,
            })),
            kit.tell<Create>(({ event }) =>
              telling<EnqueueEvent>({ kind: 'queue_item', id: event.project_id }, event.enqueue),
            ),
          ],
        },
      },
    },
    recorded: {
      description: 'Recorded; its queue item carries it on.',
      tags: ['terminal'],
      on: {
        LABEL: {
          actions: [
            kit.change<Label>(({ event }) => ({
              ...labelsOf(event.labels),
              ...evaluationOf(event),
            })),
            kit.record<Label>('project.labeled', ({ event }) => ({
              labels: event.labels,
              ...evaluationOf(event),
              note: event.note,
            })),
          ],
        },
      },
    },
  },
});
