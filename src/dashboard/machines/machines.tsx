/** The machines: who did something lately, or all of a kind; or one of them, with its chart and its history. */

import { addressOf, machineAddress, noFilter } from '../places/places.ts';
import { ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { type Column, Table } from '../ui/lists.tsx';
import { Age, Empty, Mark, Section, Waiting } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { stateWord } from '../words/state-words.ts';
import { markOf, plainWord, sentence } from '../words/words.ts';
import { MachinePage } from './machine.tsx';

type Kind = NonNullable<Reply<'actors.get'>['kind']>;
type Row = NonNullable<Reply<'actors.list'>['rows']>[number];

/** What the address names: a kind and an id lead to one of them. */
export function MachinesPage() {
  const id = useValue((state) => state.place.id);
  const slash = id?.indexOf('/') ?? -1;
  if (id === null || slash < 1) return <List />;
  const kind = id.slice(0, slash);
  return <MachinePage key={id} kind={kind as Kind} id={id.slice(slash + 1)} />;
}

const columns: readonly Column<Row>[] = [
  {
    name: 'Name',
    cell: ({ kind = '', id = '' }) => (
      <a class="open" href={machineAddress(kind, id)}>
        <bdi>{id}</bdi>
      </a>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => plainWord(kind) },
  {
    name: 'State',
    cell: ({ status, quarantined }) =>
      quarantined === true ? (
        <Mark kind="failed">out of service</Mark>
      ) : (
        <Mark kind={markOf(status)}>{stateWord(status)}</Mark>
      ),
  },
  { name: 'Changed', cell: ({ updated_at: at }) => <Age of={at} /> },
  {
    name: 'Waiting messages',
    cell: ({ waiting_messages: waiting }) => <span class="figure">{waiting ?? 'unknown'}</span>,
  },
];

function List() {
  const kind = useValue((state) => state.place.filter.entity_type);
  const change = useValue((state) => state.atMs);
  const query = kind === '' ? {} : { kind: kind as Kind };
  const { told, problem } = useTold(
    `actors ${kind}`,
    (api) => ask(api.get('/control/api/v1/actors', { params: { query } })),
    change,
  );
  const rows = told?.rows ?? [];
  return (
    <Section title={kind === '' ? 'Machines active lately' : `Machines: ${plainWord(kind)}`}>
      <p class="aside">
        Each entity is decided about by a machine of its own: where it is, how it came there and
        what may come next.
      </p>
      <p class="chips">
        <KindLink name="" current={kind} />
        {(told?.kinds ?? []).map((name) => (
          <KindLink key={name} name={name} current={kind} />
        ))}
      </p>
      {problem !== null && <p class="trouble">{sentence(problem)}</p>}
      {told === null ? (
        problem === null && <Waiting />
      ) : rows.length === 0 ? (
        <Empty>
          {kind === ''
            ? 'Nothing has happened since the service was started. Choose a kind to see all of it.'
            : 'There is none of this kind yet.'}
        </Empty>
      ) : (
        <Table
          name="Machines"
          columns={columns}
          rows={rows}
          keyOf={({ kind: of, id }) => `${of}/${id}`}
        />
      )}
      {told?.complete === false && rows.length > 0 && (
        <p class="aside">The list is cut off at {rows.length}.</p>
      )}
    </Section>
  );
}

function KindLink({ name, current }: { readonly name: string; readonly current: string }) {
  const filter = { ...noFilter, entity_type: name };
  return (
    <a
      class="chip"
      href={addressOf({ page: 'machines', filter })}
      aria-current={name === current ? 'true' : undefined}
    >
      {name === '' ? 'active lately' : plainWord(name)}
    </a>
  );
}
