/** What can be done to several items at once: the bar above the list while some are chosen. */
import { priorityWords } from '../../domain/statuses.ts';
import { bulkWords } from '../acts/plan.tsx';
import { bulkVerbs } from '../acts/verbs.ts';
import { chosenMax } from '../places/places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Button, WhyNot } from '../ui/parts.tsx';

/** What can be done to all that is chosen; nothing is done before its plan was shown. */
export function ChosenBar({ chosen }: { readonly chosen: ReadonlySet<string> }) {
  const { plan, choose } = useDashboard();
  const queue = useValue((state) => state.queue);
  // The first are those of the list only where it is held from its beginning.
  const rows = queue?.before === null ? queue.rows : [];
  const read = rows.flatMap(({ project_id: id }) => id ?? []).slice(0, chosenMax);
  return (
    <div class="chosen choice">
      <b>{chosen.size === 1 ? 'One item' : `${chosen.size} items`} chosen:</b>
      {bulkVerbs.map((verb) => (
        <Button key={verb} needsService onPress={() => plan.draw(verb)}>
          {bulkWords[verb]}…
        </Button>
      ))}
      <Priorities chosen={chosen} />
      {read.some((id) => !chosen.has(id)) && (
        <Button onPress={() => choose(read)}>
          Choose {read.length === chosenMax ? `the first ${chosenMax}` : `all ${read.length}`}
        </Button>
      )}
      <Button onPress={() => choose([])}>Choose none</Button>
      <WhyNot />
    </div>
  );
}

/** Priorities that have a name, as the API takes them. */
const priorities = ['high', 'medium', 'low'] as const;

function Priorities({ chosen }: { readonly chosen: ReadonlySet<string> }) {
  const { plan } = useDashboard();
  return (
    <label class="inline-field">
      <span>Priority of {chosen.size === 1 ? 'it' : 'all of them'}</span>{' '}
      <select
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = '';
          if (value !== '') plan.draw('edit', { priority: value as (typeof priorities)[number] });
        }}
      >
        <option value="">…</option>
        {priorities.map((word) => (
          <option key={word} value={word}>
            {`${word} (${priorityWords[word]})`}
          </option>
        ))}
      </select>
    </label>
  );
}
