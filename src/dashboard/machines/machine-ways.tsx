/** What a machine says in words: its states with the stays in them, what may come next, and what may not. */

import { Empty, Mark } from '../ui/parts.tsx';
import { capital, endSentence, markOf, plainWord, spanText } from '../words/words.ts';
import {
  impossibleIn,
  isMove,
  type Possible,
  type Statechart,
  type Stay,
  wayWords,
} from './machine-model.ts';

interface StatesProps {
  readonly chart: Statechart;
  readonly status: string;
  readonly stays: ReadonlyMap<string, Stay>;
}

/** What the drawing says, for who reads. */
export function States({ chart: { states = [] }, status, stays }: StatesProps) {
  const leaves = states.filter(
    ({ id }) => id !== '' && !states.some((other) => other.id?.startsWith(`${id}.`)),
  );
  return (
    <table aria-label="States">
      <thead>
        <tr>
          {['State', 'Meaning', 'Times', 'In all'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leaves.map(({ id, name, status: of = '', about }) => {
          const stay = stays.get(of);
          return (
            <tr key={id} aria-current={of === status ? 'true' : undefined}>
              <td data-label="State">
                {of === status ? (
                  <Mark kind={markOf(of)}>{plainWord(name)}</Mark>
                ) : (
                  <span class={stay === undefined ? 'soft' : undefined}>{plainWord(name)}</span>
                )}
              </td>
              <td data-label="Meaning">{about}</td>
              <td data-label="Times" class="figure">
                {stay?.times ?? '–'}
              </td>
              <td data-label="In all" class="figure">
                {stay === undefined ? '–' : spanText(stay.ms)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function Next({ possible, status }: { possible: readonly Possible[]; status: string }) {
  if (possible.length === 0) return <Empty>Nothing: this is an end.</Empty>;
  const moves = possible.filter((each) => isMove(each, status));
  const others = possible.filter((each) => !isMove(each, status));
  const list = (of: readonly Possible[]) => (
    <ul class="ways">
      {of.map(({ event, label, ways }) => (
        <li key={event}>
          <b>{capital(label)}</b>
          <span>{endSentence(ways.map((way) => wayWords(way, status)).join('; '))}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {moves.length === 0 ? <Empty>Nothing leads away from here.</Empty> : list(moves)}
      {others.length > 0 && (
        <details>
          <summary>What it would take and stay as it is</summary>
          {list(others)}
        </details>
      )}
    </>
  );
}

export function NotNow({ chart, status }: { readonly chart: Statechart; readonly status: string }) {
  const others = impossibleIn(chart, status);
  if (others.length === 0) return null;
  const why = (during: readonly string[]): string =>
    during.length === 0 ? 'In no state.' : `Only while ${during.map(plainWord).join(', ')}.`;
  return (
    <details>
      <summary>What it would not take now, and why</summary>
      <ul class="ways soft">
        {others.map(({ label, during }) => (
          <li key={label}>
            <b>{capital(label)}</b>
            <span>{why(during)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
