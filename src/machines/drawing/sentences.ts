/** The text of boxes and labels: what a state answers, in as few words as say it exactly. */
import type { ChartState } from './chart.ts';
import type { Entry, SharedEntry, StateEntries } from './entries.ts';
import type { Run } from './measure.ts';

const run = (text: string, look: Run['look']): Run => ({ text, look });
const mark = (text: string): Run => run(text, 'mark');

/** What a state answers without an arrow: a paragraph for each way and target. */
export function answerLines({ id, type }: ChartState, entries: StateEntries): Run[][] {
  const own = (entries.own.get(id) ?? []).filter(({ way }) => way !== 'arrow');
  const everywhere = id === '' ? [mark('In every state: ')] : [];
  const lines = groupBy(own, groupOf).map((group) => [
    ...everywhere,
    ...describeGroup(group, entries),
  ]);
  if (type !== 'compound') return lines;
  const key = ({ entry, except }: SharedEntry): string => `${groupOf(entry)} ${except.join(' ')}`;
  const common = groupBy(entries.shared.get(id) ?? [], key).map((group) =>
    describeShared(group, id, entries),
  );
  return [...lines, ...common];
}

/** The label of an arrow: an event a line, a condition they share below them. */
export function arrowLines(entries: readonly Entry[]): Run[][] {
  return groupBy(entries, guardsOf).flatMap((group) => {
    const guards = describeGuards(group[0]!);
    if (group.length === 1 || guards.length === 0) {
      return group.map((entry) => [nameOf(entry), ...guards]);
    }
    return [...group.map((entry) => [nameOf(entry)]), [mark('each'), ...guards]];
  });
}

const groupOf = ({ way, targets }: Entry): string => `${way} ${targets.join(' ')}`;
const guardsOf = ({ guards }: Entry): string => guards.join('; ');

/** Members of one key together, in the order in which the keys first occur. */
function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value)) ?? [];
    groups.set(keyOf(value), group);
    group.push(value);
  }
  return [...groups.values()];
}

function describeShared(group: readonly SharedEntry[], parent: string, all: StateEntries): Run[] {
  const [{ except }] = group as [SharedEntry];
  const where = parent === '' ? 'In every state' : 'In each of them';
  const but = except.length === 0 ? [] : [mark(' but '), run(except.join(', '), 'jump')];
  const entries = group.map(({ entry }) => entry);
  return [mark(where), ...but, mark(': '), ...describeGroup(entries, all)];
}

const leads: Readonly<Record<Entry['way'], string>> = {
  arrow: '',
  stay: 'stays ',
  again: 'starts over ',
  up: '↑ ',
  in: '→ ',
  fan: '→ ',
};

/** "↑ queued on RETRY, REQUEUE [noted]"; entries of one way and one target. */
function describeGroup(group: readonly Entry[], all: StateEntries): Run[] {
  const [first] = group as [Entry];
  const where = [mark(leads[first.way]), ...describeTargets(first, all)];
  const named = group.filter(({ isNamed }) => isNamed);
  const phrases = groupBy(named, guardsOf).map((same) => {
    const names = same.flatMap((entry, index) => [
      ...(index === 0 ? [] : [mark(', ')]),
      nameOf(entry),
    ]);
    const guards = describeGuards(same[0]!);
    return [...names, ...(same.length > 1 && guards.length > 0 ? [mark(' each')] : []), ...guards];
  });
  const words = group
    .filter(({ isNamed }) => !isNamed)
    .map((entry) => [nameOf(entry), ...describeGuards(entry)]);
  const on = phrases.length === 0 ? [] : [mark('on '), ...join(phrases)];
  return [...where, ...join([...(on.length === 0 ? [] : [on]), ...words])];
}

function join(phrases: readonly (readonly Run[])[]): Run[] {
  return phrases.flatMap((phrase, index) => {
    const last = phrase.at(-1)!;
    if (index === phrases.length - 1) return phrase;
    return [...phrase.slice(0, -1), { ...last, text: `${last.text}, ` }];
  });
}

function describeTargets(
  { way, targets }: Entry,
  { everyState, names: known }: StateEntries,
): Run[] {
  if (targets.length === 0) return [];
  const names = targets.map((id) => known.get(id)!);
  if (way !== 'fan') return [run(names.join(' and '), 'jump'), mark(' ')];
  const missing = everyState.filter((id) => !targets.includes(id)).map((id) => known.get(id)!);
  if (missing.length === 0) return [mark('any state ')];
  return missing.length > 3 || everyState.length < targets.length
    ? [mark('any of '), run(names.join(', '), 'jump'), mark(' ')]
    : [mark('any state but '), run(missing.join(', '), 'jump'), mark(' ')];
}

const nameOf = ({ event, isNamed }: Entry): Run => run(event, isNamed ? 'event' : 'mark');

function describeGuards({ guards }: Entry): Run[] {
  return guards.flatMap((guard, index) => [
    ...(index === 0 ? [] : [mark(' or')]),
    run(` [${guard}]`, 'guard'),
  ]);
}
