/** Which run stands beside the one that is shown: one of its project, one of the newest, or any by its id. */
import { useRef } from 'preact/hooks';
import { ask } from '../service/api.ts';
import type { RunRow } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Button, Trouble } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { stateWord } from '../words/state-words.ts';
import { endSentence } from '../words/words.ts';

/** Runs offered: of the same project first, then the newest of all. */
const offeredMax = 50;

interface ChoiceProps {
  readonly id: string;
  readonly project: string;
  readonly other: string;
}

/** What is chosen is in the address. */
export function Choice({ id, project, other }: ChoiceProps) {
  const { change } = useDashboard();
  const input = useRef<HTMLInputElement>(null);
  const own = useTold(project === '' ? null : `runs of ${project}`, (api) =>
    ask(
      api.get('/control/api/v1/runs', {
        params: { query: { project_id: project, page_size: offeredMax } },
      }),
    ),
  );
  const newest = useValue((state) => state.runs)?.rows ?? [];
  const siblings = (own.told?.rows ?? []).filter(({ run_id: run }) => run !== id);
  const others = newest
    .filter(({ run_id: run, project_id: of }) => run !== id && of !== project)
    .slice(0, offeredMax);
  const offered = [...siblings, ...others].some(({ run_id: run }) => run === other);
  const choose = (run: string): void => change({ with: run });
  return (
    <form
      class="choice"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = input.current?.value.trim() ?? '';
        if (typed !== '') choose(typed);
      }}
    >
      <label class="inline-field">
        <span>Run</span>{' '}
        <select value={other} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">none</option>
          {!offered && other !== '' && <option value={other}>{other}</option>}
          <Options label="Of the same project" runs={siblings} />
          <Options label="Of other projects" runs={others} />
        </select>
      </label>
      <label class="inline-field">
        <span>or its id</span>{' '}
        <input ref={input} maxLength={200} autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit">Show it</button>
      {other !== '' && <Button onPress={() => choose('')}>Show this run alone</Button>}
      {own.problem !== null && (
        <Trouble>The other runs of its project are not known: {endSentence(own.problem)}</Trouble>
      )}
    </form>
  );
}

function Options({ label, runs }: { readonly label: string; readonly runs: readonly RunRow[] }) {
  if (runs.length === 0) return null;
  return (
    <optgroup label={label}>
      {runs.map(({ run_id: run = '', attempt, state }) => (
        <option key={run} value={run}>
          {run}, attempt {attempt ?? 'unknown'}: {stateWord(state)}
        </option>
      ))}
    </optgroup>
  );
}
