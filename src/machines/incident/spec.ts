/** An incident as the rest of the program keeps it; the id is of its group, with a generation. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import { type Incident, incidentSchema } from '../../domain/records.ts';
import type { IncidentEvent } from './events.ts';
import { incidentMachine, initialIncident } from './machine.ts';

/**
 * Refuses with `incident_closed` alerts that come after its end, with `not_awaited` an answer that
 * nobody waits for, and a check that says nothing new by the general words.
 */
export const incidentSpec = createSpec<Incident, IncidentEvent>()({
  kind: 'incident',
  forgettable: true,
  stateVersion: 1,
  schema: incidentSchema,
  machine: incidentMachine,
  initialState: initialIncident,
  explainRefusal(state, event) {
    const name = `Incident ${state.incident_id}`;
    if (event.type === 'MEMBERS' && state.status === 'closed') {
      return {
        code: 'incident_closed',
        message: `${name} is over since ${state.closed_at}; its group's next trouble is another one.`,
      };
    }
    if (event.type === 'DELIVERED' || event.type === 'UNDELIVERABLE') {
      return {
        code: 'not_awaited',
        message: `${name} does not wait for an answer of ${event.sequence_id}.`,
      };
    }
    return refuseGenerally(incidentMachine, name, state.status, event.type);
  },
});
