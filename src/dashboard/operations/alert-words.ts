/** What is said of alerts, incidents and their messages. Pure. */
import type { AlertRow, DeliveryRow, IncidentRow, Reply } from '../service/wire.ts';
import {
  capital,
  endSentence,
  localTimes,
  type Mark,
  plainWord,
  sentence,
} from '../words/words.ts';

const incidentMarks: Readonly<Record<string, Mark>> = {
  opening: 'waiting',
  open: 'failed',
  quiet: 'waiting',
  closed: 'done',
};
const incidentWords: Readonly<Record<string, string>> = {
  opening: 'coming together',
  open: 'going on',
  quiet: 'over, may come back',
  closed: 'over',
};

/** A state of an incident as shape and word; one that is not known is said to be that. */
export function incidentMark({ status }: IncidentRow): {
  readonly mark: Mark;
  readonly word: string;
} {
  return {
    mark: incidentMarks[status ?? ''] ?? 'unknown',
    word: incidentWords[status ?? ''] ?? plainWord(status),
  };
}

/** A message with what became of it: its receipt, or why there is none. */
export function deliveryWords({ channel, news, state, receipt, reason }: DeliveryRow): string {
  const what = `${channel ?? 'unknown channel'}, ${plainWord(news)}`;
  if (state === 'delivered') return `${what}: delivered (${receipt ?? 'no receipt was kept'})`;
  if (state === 'undeliverable') return `${what}: given up: ${reason ?? 'for an unknown reason'}`;
  return state === 'under_way' ? `${what}: under way` : `${what}: unknown`;
}

/** Whom an incident has told, when no message says it. */
export function untoldWords({ channels, status, due_at: due }: IncidentRow): string {
  if (channels === undefined) return 'Unknown.';
  if (channels.length === 0) return 'Nobody: no channel is configured.';
  if (status === 'closed') return 'Nobody: it was over before anybody was told.';
  if (status !== 'opening') return 'Nobody.';
  const at = due == null ? '' : `, at ${due}`;
  return localTimes(`Nobody yet: alerts of one cause are told together${at}.`);
}

/** Whom an alert that fires has told, when no message says it: its incident decides that. */
export function untoldAlertWords(
  { severity, incident_id: id }: AlertRow,
  incidents: readonly IncidentRow[],
): string {
  if (severity === 'info') return 'Nobody: what only informs is shown here alone.';
  if (id == null) return 'Nobody yet: no incident has it so far.';
  const own = incidents.find(({ incident_id }) => incident_id === id);
  return own === undefined ? 'Unknown: its incident is not among those below.' : untoldWords(own);
}

/** What is wrong and what to do about it. */
export function alertWords({ message, suggested_action: action }: AlertRow): string {
  const what = message === undefined ? 'What is wrong is unknown.' : sentence(message);
  return action === undefined ? what : `${what} What to do: ${endSentence(action)}`;
}

/** What a check came to, and who was told. */
export function checkedWords({ counts, notification_reason: told }: Reply<'alerts.queue_check'>) {
  const count = counts?.alerts;
  const found =
    count === undefined
      ? 'What it found was not said.'
      : count === 0
        ? 'It found nothing wrong.'
        : `It found ${count === 1 ? 'one alert' : `${count} alerts`}.`;
  return told === undefined || told === '' ? found : `${found} ${endSentence(capital(told))}`;
}

/** Over which channels a test message came through, and what to do about the others. */
export function testedWords({ summary, results = [] }: Reply<'alerts.test'>): string {
  const ways = results.map(({ channel = 'a channel', receipt, status, error, action }) =>
    receipt == null
      ? `${channel}: ${[error ?? plainWord(status), action].filter((each) => each != null).join('; ')}`
      : `${channel}: it came through`,
  );
  if (summary != null) ways.unshift(summary);
  if (ways.length === 0) return 'No channel is configured, so that nobody can be told anything.';
  return ways.map((way) => endSentence(capital(way))).join(' ');
}
