/** A project as the rest of the program keeps it. */

import type { MachineSpec } from '../../actors/machine/spec.ts';
import {
  type Project,
  projectLift,
  projectSchema,
  type StoredMembers,
} from '../../domain/records.ts';
import type { ProjectEvent } from './events.ts';
import { initialProject, projectMachine } from './machine.ts';

/**
 * Refuses a second `CREATE` with `already_exists`, and labels of what was never recorded with
 * `project_not_found`. Older stored projects are lifted by `projectLift`.
 */
export const projectSpec: MachineSpec<Project, ProjectEvent> = {
  kind: 'project',
  stateVersion: projectLift.to,
  migrate: (stored) => projectLift.from(stored as StoredMembers),
  schema: projectSchema,
  machine: projectMachine,
  initialState: initialProject,
  explainRefusal: (state, event) =>
    event.type === 'CREATE'
      ? {
          code: 'already_exists',
          message: `Project ${state.project_id} was recorded at ${state.created_at}; choose another id.`,
        }
      : { code: 'project_not_found', message: `Project ${state.project_id} is not recorded.` },
};
