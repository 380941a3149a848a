/** A project as the rest of the program keeps it. */

import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Project, projectSchema } from '../../domain/records.ts';
import type { ProjectEvent } from './events.ts';
import { initialProject, projectMachine } from './machine.ts';

export const projectSpec: MachineSpec<Project, ProjectEvent> = {
  kind: 'project',
  stateVersion: 1,
  schema: projectSchema,
  machine: projectMachine,
  initialState: initialProject,
  explainRefusal: (state) => ({
    code: 'already_exists',
    message: `Project ${state.project_id} was recorded at ${state.created_at}; choose another id.`,
  }),
};
