/**
 * The follow-up of one parent project. Its id is the parent's, so a parent has one follow-up at
 * most, however many ask at once and however often the process dies.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `LAUNCH` | `LAUNCH` |
 * | `launched` | the child was asked for, in the same turn | nothing | never |
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Followup, followupSchema } from '../../domain/records.ts';
import { createKit, telling } from '../kit.ts';
import type { ProjectEvent } from '../project/events.ts';
import type { FollowupEvent } from './events.ts';

type Context = Omit<Followup, 'status'>;
type MachineEvent = Stamped<FollowupEvent>;
const kit = createKit<Context, MachineEvent>();

/** A parent without a follow-up so far; the id is the parent project's. */
export const initialFollowup = (id: string): Followup =>
  blank(followupSchema, { parent_project_id: id });
const { status: _status, ...initialContext } = initialFollowup('');

const facts = ({ event }: { event: MachineEvent }) => ({
  parent_project_id: event.child.parent_project_id,
  parent_run_id: event.parent_run_id,
  child_project_id: event.child.project_id,
  followup_type: event.followup_type,
  title: event.title,
  lineage_depth: event.child.lineage_depth,
});

/**
 * The statechart of the table above; the child is told in the turn that remembers it, so it is
 * never lost.
 */
export const followupMachine = setup(kit.durable).createMachine({
  id: 'followup',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never asked for.',
      on: {
        LAUNCH: {
          target: 'launched',
          actions: [
            kit.change<MachineEvent>((args) => ({
              ...facts(args),
              parent_project_id: args.context.parent_project_id,
              launched_by: args.event.by,
            })),
            kit.record<MachineEvent>('followup.launched', facts),
            // The parent has it in its own history too.
            kit.recordAs<MachineEvent>((args) => ({
              event_type: 'project.followup_launched',
              entity_type: 'project',
              entity_id: args.context.parent_project_id,
              payload: facts(args),
            })),
            kit.tell<MachineEvent>(({ event }) =>
              telling<ProjectEvent>({ kind: 'project', id: event.child.project_id }, event.child),
            ),
            kit.reply<MachineEvent>(({ event }) => event.reply),
          ],
        },
      },
    },
    launched: { type: 'final', description: 'Its child goes its own way.' },
  },
});
