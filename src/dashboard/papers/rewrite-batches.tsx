/** The rewrite batches under way and those that lately ended: how far each is, and what ends it. */
import { useMemo } from 'preact/hooks';
import { addressOf, machineAddress } from '../places/places.ts';
import { ask } from '../service/api.ts';
import { type BatchRow, pageOf } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Age, Button, Empty, Mark, notSaid, WhyNot } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { createBatchCalls } from './batch-calls.ts';
import { batchSentence, shownBatches } from './batch-words.ts';

const minuteMs = 60_000;
/** Batches that are looked through for those under way or lately ended. */
const query = { page_size: 20 };

/** Above the papers; nothing where there is none to tell of. */
export function RewriteBatches() {
  const dashboard = useDashboard();
  const cancel = useMemo(() => createBatchCalls(dashboard), [dashboard]);
  const papers = useValue((state) => state.papers);
  const { told, problem } = useTold(
    'rewrite batches',
    (api) => ask(api.get('/control/api/v1/rewrite-batches', { params: { query } })),
    papers,
  );
  const batches = told === null ? null : pageOf(told);
  const minutes = useValue(({ nowMs, skewMs }) => Math.floor((nowMs + skewMs) / minuteMs));
  // A service of another version may have no such list; its papers are shown all the same.
  if (problem !== null) return <Empty>Rewrite batches: {notSaid}</Empty>;
  if (batches === null) return null;
  const shown = shownBatches(batches.rows, minutes * minuteMs);
  if (shown.length === 0) return null;
  return (
    <ul class="checklist" aria-label="Rewrite batches">
      {shown.map((batch) => (
        <BatchLine key={batch.batch_id} batch={batch} onCancel={cancel} />
      ))}
    </ul>
  );
}

interface BatchLineProps {
  readonly batch: BatchRow;
  readonly onCancel: (id: string) => void;
}

function BatchLine({ batch, onCancel }: BatchLineProps) {
  const { batch_id: id = '', requested_by: by, created_at: at, ended_at: endedAt } = batch;
  const act = useValue((state) => state.batchActs.get(id));
  const { mark, now, canCancel } = batchSentence(batch);
  const current = batch.progress?.current_paper_id;
  return (
    <li data-batch={id}>
      <span>
        <a href={machineAddress('rewrite_batch', id)}>Rewrite batch</a>
        {by !== undefined && ` of ${by}`}, asked for <Age of={at} />
      </span>
      <span>
        <Mark kind={mark}>{now}</Mark>{' '}
        {current != null && (
          <span>
            now <a href={addressOf({ page: 'papers', id: current })}>{current}</a>
          </span>
        )}
        {endedAt != null && <Age of={endedAt} />}
      </span>
      {act !== undefined && endedAt == null && (
        <span class={act.phase === 'failed' ? 'trouble' : 'soft'} role="status">
          {act.words}
        </span>
      )}
      {canCancel && (
        <span>
          <Button
            class="small"
            needsService
            blocked={act?.phase === 'sending'}
            label={`Cancel the rewrite batch ${id}`}
            onPress={() => onCancel(id)}
          >
            Cancel
          </Button>{' '}
          <WhyNot />
        </span>
      )}
    </li>
  );
}
