/** The words of an incident: what is wrong and what to do, or that it is over. Pure. */

import { limits } from '../../domain/limits.ts';
import type { NotificationMessage } from '../../domain/notification.ts';
import type { Incident } from '../../domain/records.ts';
import { endSentence, toSentence } from '../../domain/sentence.ts';
import { cutText } from '../../lib/cut-text.ts';
import { stands } from './members.ts';

type State = Omit<Incident, 'status'>;

const cut = (text: string): string => cutText(text, limits.incidentTextCharsMax);

/** The earliest that is known of what the members say; else when the incident opened. */
function sinceOf({ members, opened_at }: State): string {
  return members
    .flatMap(({ since }) => (since === null ? [] : [since]))
    .reduce((first, time) => (Date.parse(time) < Date.parse(first) ? time : first), opened_at);
}

/** What is said of an incident at `at`: of the alerts that stand, or of those that did. */
export function composeMessage(
  state: State,
  news: 'firing' | 'resolved',
  at: string,
): NotificationMessage {
  const isOver = news === 'resolved';
  const about = isOver ? state.members.filter(({ told }) => told) : state.members.filter(stands);
  const named = about.slice(0, limits.incidentToldMax);
  const lines = isOver
    ? [
        `All of it is over since ${state.quiet_since ?? at}.`,
        ...named.map(({ message }) => `It was: ${cut(endSentence(message))}`),
      ]
    : named.map(
        ({ message, suggested_action: act }) =>
          `${cut(toSentence(message))}\nWhat to do: ${cut(endSentence(act))}`,
      );
  const more = about.length > named.length || (!isOver && state.left_out > 0);
  return {
    incident_id: state.incident_id,
    news,
    severity: state.severity,
    alert_kind: state.alert_kind,
    title: cut(isOver ? `Over: ${state.title}` : state.title),
    text: [
      ...lines,
      ...(more ? [`There are more; orrery incidents show ${state.incident_id} names all.`] : []),
    ].join('\n\n'),
    since: sinceOf(state),
    said_at: at,
    members: named.map(({ fingerprint, subject, message }) => ({
      fingerprint,
      subject,
      message: cut(message),
    })),
  };
}
