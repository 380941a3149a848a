/** A notification as the rest of the program keeps it; the id is that of `notificationIdOf`. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Notification, notificationSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { NotificationEvent } from './events.ts';
import { initialNotification, notificationMachine } from './machine.ts';

/** Refuses with `already_asked_for` to be sent twice; nothing changes by it. */
export const notificationSpec: MachineSpec<Notification, NotificationEvent> = {
  kind: 'notification',
  forgettable: true,
  stateVersion: 1,
  schema: notificationSchema,
  machine: notificationMachine,
  initialState: initialNotification,
  explainRefusal(state, event) {
    if (event.type === 'SEND') {
      return {
        code: 'already_asked_for',
        message: `${state.notification_id} was asked for before and is ${stateWord(state.status)}; a message goes over a channel once.`,
      };
    }
    return refuseGenerally(
      notificationMachine,
      `Notification ${state.notification_id}`,
      state.status,
      event.type,
    );
  },
};
