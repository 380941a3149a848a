/** The alerts that fire, those that another explains, and the incidents with their messages and receipts. */

import { machineAddress } from '../places/places.ts';
import type { AlertRow, IncidentRow, ListPage } from '../service/wire.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useValue } from '../ui/context.tsx';
import { type Column, PageTable, type PageTableProps } from '../ui/lists.tsx';
import { Age, Mark, Section, Waiting } from '../ui/parts.tsx';
import { capital, plainWord } from '../words/words.ts';
import { AlertActs } from './alert-acts.tsx';
import { severityMark } from './alert-marks.ts';
import {
  alertWords,
  deliveryWords,
  incidentMark,
  untoldAlertWords,
  untoldWords,
} from './alert-words.ts';

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
      <AlertActs />
      <AlertList
        title="Firing"
        page={alerts.firing}
        none="Nothing is wrong that an alert knows of."
        last={{
          name: 'Told',
          cell: (row) => (
            <Deliveries
              rows={row.deliveries}
              none={untoldAlertWords(row, alerts.incidents?.rows ?? [])}
            />
          ),
        }}
      />
      <AlertList
        title="Explained by another"
        page={alerts.suppressed}
        none="None."
        last={{
          name: 'Cause',
          cell: ({ suppressed_by: by }) => (
            <span class="mono">
              <Breakable text={by ?? 'unknown'} />
            </span>
          ),
        }}
      />
      <Incidents page={alerts.incidents} />
    </>
  );
}

const alertColumns: readonly Column<AlertRow>[] = [
  {
    name: 'Severity',
    cell: (alert) => <Mark kind={severityMark(alert)}>{plainWord(alert.severity)}</Mark>,
  },
  {
    name: 'About',
    cell: ({ alert_kind: kind, subject }) => (
      <strong>
        <Breakable
          text={kind === 'readiness' ? capital(plainWord(subject)) : (subject ?? 'unknown')}
        />
      </strong>
    ),
  },
  { name: 'What is wrong', cell: (row) => <Breakable text={alertWords(row)} /> },
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
    <List
      name={title}
      page={page}
      none={none}
      columns={[...alertColumns, last]}
      keyOf={({ alert_id: id }) => id}
    />
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
    cell: ({ title, incident_id: id }) => (
      <strong>
        <bdi>
          <Breakable text={title ?? id ?? 'unknown'} />
        </bdi>
      </strong>
    ),
  },
  { name: 'Opened', cell: ({ opened_at: at }) => <Age of={at} /> },
  {
    name: 'Messages and receipts',
    cell: (row) => <Deliveries rows={row.deliveries} none={untoldWords(row)} />,
  },
];

function Incidents({ page }: { readonly page: ListPage<IncidentRow> | null }) {
  return (
    <List
      name="Incidents"
      page={page}
      none="Nobody had to be told anything."
      columns={incidentColumns}
      keyOf={({ incident_id: id }) => id}
    />
  );
}

function List<Row>(props: PageTableProps<Row>) {
  const { name, page } = props;
  return (
    <Section title={name} count={page == null || page.hasMore ? null : page.rows.length}>
      <PageTable {...props} />
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
