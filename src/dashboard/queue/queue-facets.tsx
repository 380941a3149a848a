/** What the queue can be narrowed to, and which of its columns are shown. */
import { workloadClasses } from '../../domain/statuses.ts';
import { addressOf, type Place, type QueueColumn, queueColumns } from '../places/places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { plainWord } from '../words/words.ts';

/** Names of the columns. */
export const columnWords: Readonly<Record<QueueColumn, string>> = {
  state: 'State',
  priority: 'Priority · rank',
  worker: 'Worker',
  class: 'Kind of work',
  next: 'What is next',
  changed: 'Changed',
};

interface FacetsProps {
  readonly place: Place;
  readonly counts: Readonly<Record<string, number | undefined>> | undefined;
}

/** What the list can be narrowed to, and which columns it has; the address keeps both. */
export function Facets({ place, counts = {} }: FacetsProps) {
  const { change } = useDashboard();
  const workers = useValue((state) => state.overview?.workers);
  const { tags, worker, work, without } = place;
  const set = Number(worker !== '') + Number(work !== '') + tags.length;
  return (
    <details class="facets">
      <summary>
        Narrow it, choose columns{set > 0 && <span class="count"> · {set} set</span>}
      </summary>
      <div class="filters narrow-filters">
        <label>
          <span>Worker</span>
          <select
            value={worker}
            onChange={(event) =>
              change({ id: null, chosen: [], worker: event.currentTarget.value })
            }
          >
            <option value="">whichever</option>
            {[...new Set([worker, ...(workers ?? []).map(({ target }) => target ?? '')])]
              .filter((name) => name !== '')
              .map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        <label>
          <span>Kind of work</span>
          <select
            value={work}
            onChange={(event) => change({ id: null, chosen: [], work: event.currentTarget.value })}
          >
            <option value="">any</option>
            {workloadClasses.map((word) => (
              <option key={word} value={word}>
                {plainWord(word)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <fieldset class="columns">
        <legend>Columns</legend>
        {queueColumns.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!without.includes(name)}
              onChange={(event) =>
                change({
                  without: event.currentTarget.checked
                    ? without.filter((other) => other !== name)
                    : [...without, name],
                })
              }
            />{' '}
            {columnWords[name]}
          </label>
        ))}
      </fieldset>
      {Object.keys(counts).length > 0 && (
        <p class="chips">
          Tags{' '}
          {Object.entries(counts).map(([tag, count]) => {
            const isOn = tags.includes(tag);
            const next = isOn ? tags.filter((other) => other !== tag) : [...tags, tag];
            return (
              <a
                key={tag}
                class="chip"
                href={addressOf({ ...place, id: null, chosen: [], tags: next })}
                aria-current={isOn ? 'true' : undefined}
              >
                {tag} <span class="count">{count}</span>
              </a>
            );
          })}
        </p>
      )}
    </details>
  );
}
