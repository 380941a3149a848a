/** What an act on many items would do, exactly, before it is done; and what became of it. */

import type { Plan } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Button, Trouble, WhyNot } from '../ui/parts.tsx';
import { stateWord } from '../words/state-words.ts';
import { capital, endSentence, plainWord } from '../words/words.ts';
import type { BulkVerb } from './verbs.ts';

export const bulkWords: Readonly<Record<BulkVerb, string>> = {
  pause: 'Hold back',
  resume: 'Put back into the queue',
  retry: 'Queue again',
  cancel: 'Cancel',
  edit: 'Give them this priority',
};

const effects: Readonly<Record<BulkVerb, string>> = {
  pause: 'None of them is started until someone puts it back.',
  resume: 'They wait in the queue again.',
  retry: 'Flags and errors are cleared, and they wait in the queue again.',
  edit: 'They go before or behind others from now on.',
  cancel: 'They leave the queue; runs of them are stopped on their workers, and files stay.',
};

/** Open while there is a plan. */
export function PlanDialog() {
  const shown = useValue((state) => state.plan);
  const calls = useDashboard().plan;
  if (shown === null) return null;
  const { verb, phase, plan, problem } = shown;
  const label = bulkWords[verb];
  const count = plan?.eligible_count ?? 0;
  return (
    <Dialog label={label} class="plan" onClose={calls.close}>
      <h2>{label}</h2>
      {phase === 'drawing' && <p role="status">Asking what it would do…</p>}
      {plan !== null && phase !== 'done' && (
        <>
          <p>
            {count === 0 ? 'It would change none of them.' : `It changes ${itemsText(count)}.`}{' '}
            {count > 0 && effects[verb]}
            {plan.fields != null && ` New: ${fieldsText(plan.fields)}.`}
          </p>
          <Rows rows={plan.eligible} textOf={({ status }) => stateWord(status)} />
          <Skipped plan={plan} />
        </>
      )}
      {plan !== null && phase === 'done' && (
        <>
          <p role="status">{capital(itemsText(plan.applied_count ?? 0))} changed.</p>
          <Rows
            rows={plan.results}
            textOf={({ result, status, detail }) =>
              `${plainWord(result)}: ${stateWord(status)}${detail == null ? '' : `, ${detail}`}`
            }
          />
        </>
      )}
      {problem !== null && <Trouble>{endSentence(capital(problem))}</Trouble>}
      {/* What it would do comes above: only then is there something to press. Escape closes it at any time. */}
      {phase !== 'drawing' && (
        <div class="choice">
          {count > 0 && phase !== 'done' && (
            <Button
              needsService
              blocked={phase !== 'drawn'}
              class={verb === 'cancel' ? 'danger' : 'primary'}
              onPress={calls.execute}
            >
              {label}: {itemsText(count)}
            </Button>
          )}
          <Button onPress={calls.close}>{phase === 'done' ? 'Close' : 'Leave all as it is'}</Button>
          <WhyNot />
        </div>
      )}
    </Dialog>
  );
}

/** What an edit gives, as the items keep it. */
const fieldsText = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${plainWord(name)} ${String(value)}`)
    .join(', ');

const itemsText = (count: number): string => (count === 1 ? 'one item' : `${count} items`);

/** Rows listed; a plan may have more. */
const rowsShown = 100;

interface RowsProps<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly textOf: (row: Row) => string;
}

function Rows<Row extends { readonly project_id?: string | undefined }>({
  rows = [],
  textOf,
}: RowsProps<Row>) {
  return (
    <ul class="plan-rows">
      {rows.slice(0, rowsShown).map((row) => (
        <li key={row.project_id}>
          <strong>
            <bdi>{row.project_id}</bdi>
          </strong>
          <span>{textOf(row)}</span>
        </li>
      ))}
      {rows.length > rowsShown && <li>and {rows.length - rowsShown} more</li>}
    </ul>
  );
}

function Skipped({ plan: { skipped = [], truncated } }: { readonly plan: Plan }) {
  return (
    <>
      {skipped.length > 0 && (
        <>
          <h3>Left as they are</h3>
          <Rows rows={skipped} textOf={({ reason }) => reason ?? 'no reason was given'} />
        </>
      )}
      {truncated && <p class="aside">More were asked for than one plan takes.</p>}
    </>
  );
}
