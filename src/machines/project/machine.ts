/**
 * A project. `new`: never stored, waits for `CREATE`. `recorded`: final; the project's way goes on
 * in its queue item, which is told `ENQUEUE` in the same turn.
 */
import { setup } from 'xstate';
import type { Project } from '../../domain/records.ts';
import { durableActions, type Stamped } from '../durable-actions.ts';
import { createKit, telling } from '../kit.ts';
import type { EnqueueEvent } from '../queue-item/events.ts';
import type { ProjectEvent } from './events.ts';

type Context = Omit<Project, 'status'>;
type MachineEvent = Stamped<ProjectEvent>;
const kit = createKit<Context, MachineEvent>();

export function initialProject(id: string): Project {
  return {
    status: 'new',
    project_id: id,
    project_name: '',
    project_dir: '',
    prompt: '',
    hypothesis: null,
    source_kind: '',
    source_ref: null,
    parent_project_id: null,
    lineage_depth: 0,
    tags: [],
    created_at: '',
    updated_at: '',
  };
}
const { status: _status, ...initialContext } = initialProject('');

export const projectMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
}).createMachine({
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
            kit.change<MachineEvent>(({ event }) => ({
              project_id: event.project_id,
              project_name: event.project_name,
              project_dir: event.project_dir,
              prompt: event.prompt,
              hypothesis: event.hypothesis,
              source_kind: event.source_kind,
              source_ref: event.source_ref,
              parent_project_id: event.parent_project_id,
              lineage_depth: event.lineage_depth,
              tags: [...event.tags],
            })),
            kit.record<MachineEvent>('project.created', ({ event }) => ({
              project_name: event.project_name,
              source_kind: event.source_kind,
              source_ref: event.source_ref,
              parent_project_id: event.parent_project_id,
              lineage_depth: event.lineage_depth,
            })),
            kit.tell<MachineEvent>(({ event }) =>
              telling<EnqueueEvent>({ kind: 'queue_item', id: event.project_id }, event.enqueue),
            ),
          ],
        },
      },
    },
    recorded: { type: 'final', description: 'Recorded; its queue item carries it on.' },
  },
});
