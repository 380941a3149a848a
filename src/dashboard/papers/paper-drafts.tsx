/** What the present draft of a paper says otherwise than an earlier one: asked for when it is wanted. */
import { useState } from 'preact/hooks';
import { ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { Age, Empty } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { sentence } from '../words/words.ts';

type Since = NonNullable<Reply<'papers.drafts'>['since']>;

/** Asked again when `change` is another. */
export function PaperDrafts({ id, change }: { readonly id: string; readonly change: unknown }) {
  const [isWanted, setWanted] = useState(false);
  const [from, setFrom] = useState('');
  const query = from === '' ? {} : { from };
  const params = { path: { paper_id: id }, query };
  const { told, problem } = useTold(
    isWanted ? `drafts ${id} ${from}` : null,
    (api) => ask(api.get('/control/api/v1/papers/{paper_id}/drafts', { params })),
    change,
  );
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) setWanted(true);
      }}
    >
      <summary>What changed since an earlier draft</summary>
      {problem !== null && <p class="trouble">{sentence(problem)}</p>}
      {told?.since === null && <Empty>There is no earlier draft.</Empty>}
      {told?.since != null && (
        <>
          <p>
            <label class="inline-field">
              <span>Since the draft of</span>{' '}
              <select
                value={told.since.sha256}
                onChange={(event) => setFrom(event.currentTarget.value)}
              >
                {told.earlier?.map(({ sha256 = '', written_at: at }) => (
                  <option key={sha256} value={sha256}>
                    {at ?? 'an unknown time'}, {sha256.slice(0, 12)}
                  </option>
                ))}
              </select>
            </label>{' '}
            {told.since.written_at != null && <Age of={told.since.written_at} />}
          </p>
          <Changes since={told.since} />
        </>
      )}
    </details>
  );
}

function Changes({
  since: { unchanged, changes = [], left_out: left },
}: {
  readonly since: Since;
}) {
  return (
    <>
      <p class="aside">
        {changes.length === 0 && left === 0 ? 'Every sentence is the same: ' : 'The same in both: '}
        {unchanged}.{left !== 0 && ` Not told: ${left ?? 'unknown'}.`}
      </p>
      <ul class="checklist">
        {changes.map(({ section, removed = [], added = [] }, index) => (
          <li key={index}>
            <b>{section}</b>
            {removed.map((said, at) => (
              <del key={at}>{said}</del>
            ))}
            {added.map((said, at) => (
              <ins key={at}>{said}</ins>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
