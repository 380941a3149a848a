/**
 * What the sentences of events are put together from: members of a payload in words, and sentences that several types
 * share. What a payload does not say is left out or said to be unknown, never guessed. Pure.
 */
import { criterionText, evaluationSchema } from '../../domain/entities/evaluation.ts';
import { stateWord } from '../../domain/state-words.ts';

/** The payload of an event, as it is stored. */
export type Payload = Readonly<Record<string, unknown>>;
/** What an event says, from its payload and who caused it. */
export type Sentence = (payload: Payload, actor: string) => string;

/** `lead`, then after a colon what `member` says; `lead` alone when it says nothing. */
export const say =
  (lead: string, member: string): Sentence =>
  (payload) =>
    withText(lead, payload[member]);

/** `lead`, then after a colon the text, where it is one. */
export function withText(lead: string, value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? `${lead}: ${value.trim()}` : lead;
}

/** A plain value as text; what is absent is said to be unknown. */
export function shown(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'unknown';
}
/** The same, with its words apart. */
export const plain = (value: unknown): string => shown(value).replaceAll('_', ' ');
/** A state, as people say it. */
export const inState = (value: unknown): string => stateWord(shown(value));
/** So many of something, a plural where it is not one. */
export const one = (count: unknown, noun: string): string =>
  `${shown(count)} ${noun}${count === 1 ? '' : 's'}`;
/** The parts that there are, with commas between them. */
export const listed = (parts: readonly (string | null | false)[]): string =>
  parts.filter((part): part is string => typeof part === 'string').join(', ');
/** Members of an object; none of what is no object. */
export const fieldsOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null ? (value as Payload) : {};

/** How many papers of a batch came to what. */
export const batchEnd =
  (lead: string): Sentence =>
  ({ rewritten, skipped, failed, left }) =>
    `${lead}: ${shown(rewritten)} rewritten, ${shown(skipped)} skipped, ${shown(failed)} failed, ${shown(left)} left`;

/** A list of names; nobody where there is none. */
export const names = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.map(shown).join(', ') : 'nothing';
/** A criterion in its own words; anything else as it is. */
export const criterionOr = (value: unknown): unknown => {
  const read = evaluationSchema.safeParse(value);
  return read.success ? criterionText(read.data) : value;
};

/** New values by name; a list in its own words. */
export const changed = (fields: unknown): string =>
  Object.entries(fieldsOf(fields))
    .map(([name, value]) => {
      const values = value === null ? [] : [value].flat().map(criterionOr);
      return `${plain(name)} ${values.length === 0 ? 'none' : values.map(shown).join(' + ')}`;
    })
    .join(', ');

/** How an agent ended, where that is known. */
export const exit = ({ exit_code: code }: Payload): string | null =>
  typeof code === 'number' ? `exit code ${code}` : null;

/** Something an operator did, with the note. */
export const verb =
  (done: string): Sentence =>
  ({ note }, actor) =>
    withText(`${done} by ${actor}`, note);

/** What came of a run: its decision, the verdict on it, and the first problem. */
export const decided =
  (lead: string): Sentence =>
  ({ decision, gate_verdict: verdict, problems }) => {
    const { project_decision: word } = fieldsOf(decision);
    const { positive } = fieldsOf(verdict);
    const first = Array.isArray(problems) && problems.length > 0 ? shown(problems[0]) : null;
    return withText(
      listed([
        lead,
        word === undefined ? null : `decision: ${inState(word)}`,
        positive === true && 'a paper is called for',
        positive === false && 'no paper is called for',
      ]),
      first,
    );
  };

/** From one status to another, and why. */
export const moved: Sentence = ({ from, to, note, blocker }) =>
  withText(`${inState(from)} → ${inState(to)}`, blocker ?? note);

/** Something about a run, with how its agent ended. */
export const runFact =
  (lead: string): Sentence =>
  (payload) =>
    withText(listed([lead, exit(payload)]), payload['error']);

/** What a worker told, or why nothing came of it. */
export const callback =
  (lead: string): Sentence =>
  (payload) => {
    const { applied, ignore_reason: why } = payload;
    if (applied === false) return `${lead}; ignored: ${plain(why)}`;
    return withText(listed([lead, exit(payload)]), payload['reason']);
  };

/** How many callbacks wait, where any do. */
export const waitingCallbacks = ({ waiting }: Payload): string | null =>
  typeof waiting === 'number' && waiting > 0 ? `${one(waiting, 'callback')} waiting` : null;

/** Of a worker that changes too often for every change to be recorded. */
export const flapping = (unrecorded: unknown): string | null =>
  typeof unrecorded === 'number'
    ? `changed ${one(unrecorded, 'more time')} since the last entry`
    : null;

/** A start that the worker refused, and how many retries that cost. */
export const dispatchRefused: Sentence = ({ error, retry_count: count, max_retries: max }) =>
  withText(`the worker refused it, ${shown(count)} of ${shown(max)} retries used`, error);

const pumpWords: Readonly<Record<string, string>> = {
  draft: 'draft',
  dispatch: 'dispatch',
  followup: 'follow-up',
};
/** A part of the pump by its word. */
export const pumpWord = (part: unknown): string => pumpWords[shown(part)] ?? plain(part);
/** The reason that says most of what was tried: a refusal, else that of dispatching, else the first. */
export function whyIn(tried: unknown): unknown {
  const rows = Array.isArray(tried) ? tried.map(fieldsOf) : [];
  const said =
    rows.find(({ outcome }) => outcome === 'refused') ??
    rows.find(({ part }) => part === 'dispatch') ??
    rows[0];
  return said?.['reason'];
}

/** A follow-up that was launched, by its title. */
export const launched: Sentence = ({ followup_type: type, child_project_id: child, title }) =>
  withText(`${plain(type)} ${shown(child)} was launched`, title);

/** Which budget, and how much of it is spent. */
export const budgetWords = ({ budget, spent, limit }: Payload): string =>
  `${plain(budget)}, ${shown(spent)} of ${shown(limit)}`;
/** What an agent says that it used. */
export const reportedUsage: Sentence = ({ tokens, cost_usd: cost }) =>
  listed([
    'the agent reports',
    typeof tokens === 'number' ? one(tokens, 'token') : null,
    typeof cost === 'number' && `${cost} USD`,
  ]);
