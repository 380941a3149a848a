/** The alerts that fire, those that another explains, and the incidents with their messages and receipts. */
import type { ComponentChildren } from 'preact';
import { alertWords, deliveryWords, incidentMark, untoldWords } from '../alert-words.ts';
import { machineAddress } from '../places.ts';
import { useValue } from '../ui/context.tsx';
import { type Column, More, Table } from '../ui/lists.tsx';
import { Age, Empty, Mark, notSaid, Section, Waiting } from '../ui/parts.tsx';
import type { AlertRow, IncidentRow, ListPage } from '../wire.ts';
import { plainWord } from '../words.ts';

/** The three lists; each says so where it is empty, or not known. */
export function AlertsPage() {
  const alerts = useValue((state) => state.alerts);
  if (alerts === undefined) {
    return (
      <Section title="Firing">
        <Waiting />
      </Section>
    );
  }
  return (
    <>
      <AlertList
        title="Firing"
        page={alerts.firing}
        none="Nothing is wrong that an alert knows of."
        last={{
          name: 'Told',
          cell: ({ deliveries }) => <Deliveries rows={deliveries} none="Nobody yet." />,
        }}
      />
      <AlertList
        title="Explained by another"
        page={alerts.suppressed}
        none="None."
        last={{
          name: 'Cause',
          cell: ({ suppressed_by: by }) => <span class="mono">{by ?? 'unknown'}</span>,
        }}
      />
      <Incidents page={alerts.incidents} />
    </>
  );
}

const alertColumns: readonly Column<AlertRow>[] = [
  {
    name: 'Severity',
    cell: ({ severity }) => <Mark kind="failed">{plainWord(severity)}</Mark>,
  },
  { name: 'About', cell: ({ subject }) => <strong>{subject ?? 'unknown'}</strong> },
  { name: 'What is wrong', cell: alertWords },
  { name: 'Since', cell: ({ since, raised_at: raised }) => <Age of={since ?? raised} /> },
  {
    name: 'History',
    cell: ({ alert_id: id }) =>
      id === undefined ? null : <a href={machineAddress('alert', id)}>its machine</a>,
  },
];

interface AlertListProps {
  readonly title: string;
  readonly page: ListPage<AlertRow> | null;
  /** What an empty list says. */
  readonly none: string;
  readonly last: Column<AlertRow>;
}

function AlertList({ title, page, none, last }: AlertListProps) {
  return (
    <List title={title} page={page} none={none}>
      <Table
        name={title}
        columns={[...alertColumns, last]}
        rows={page?.rows ?? []}
        keyOf={({ alert_id: id }, index) => id ?? String(index)}
      />
    </List>
  );
}

const incidentColumns: readonly Column<IncidentRow>[] = [
  {
    name: 'State',
    cell: (row) => {
      const { mark, word } = incidentMark(row);
      return <Mark kind={mark}>{word}</Mark>;
    },
  },
  { name: 'Severity', cell: ({ severity }) => plainWord(severity) },
  {
    name: 'Title',
    cell: ({ title, incident_id: id }) => <strong>{title ?? id ?? 'unknown'}</strong>,
  },
  { name: 'Opened', cell: ({ opened_at: at }) => <Age of={at} /> },
  {
    name: 'Messages and receipts',
    cell: (row) => <Deliveries rows={row.deliveries} none={untoldWords(row)} />,
  },
];

function Incidents({ page }: { readonly page: ListPage<IncidentRow> | null }) {
  return (
    <List title="Incidents" page={page} none="Nobody had to be told anything.">
      <Table
        name="Incidents"
        columns={incidentColumns}
        rows={page?.rows ?? []}
        keyOf={({ incident_id: id }, index) => id ?? String(index)}
      />
    </List>
  );
}

interface ListProps {
  readonly title: string;
  readonly page: ListPage<unknown> | null;
  readonly none: string;
  readonly children: ComponentChildren;
}

function List({ title, page, none, children }: ListProps) {
  const rows = page?.rows.length ?? 0;
  return (
    <Section title={title} count={page === null || page.hasMore ? null : rows}>
      {page === null ? <Empty>{notSaid}</Empty> : rows === 0 ? <Empty>{none}</Empty> : children}
      {page !== null && <More page={page} />}
    </Section>
  );
}

interface DeliveriesProps {
  readonly rows: AlertRow['deliveries'];
  readonly none: string;
}

function Deliveries({ rows, none }: DeliveriesProps) {
  if (rows === undefined) return <span class="unknown">unknown</span>;
  if (rows.length === 0) return <span>{none}</span>;
  return (
    <div>
      {rows.map((row) => (
        <div key={`${row.channel} ${row.sequence}`}>{deliveryWords(row)}</div>
      ))}
    </div>
  );
}
