/** Since you looked: what ran, what was decided, papers, trouble and what became of it, hours of workers. */
import { useEffect } from 'preact/hooks';
import type { Reply } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { EventList } from '../ui/events.tsx';
import { Table } from '../ui/lists.tsx';
import { Age, Button, Empty, Section, Trouble, Waiting } from '../ui/parts.tsx';
import { sentence } from '../words/words.ts';
import { hoursText } from './hours-words.ts';

type Report = Reply<'report.get'>;
type Hours = NonNullable<Report['workers']>[number];

const titles: Readonly<Record<string, string>> = {
  ran: 'What ran',
  decided: 'What was decided',
  papers: 'Papers',
  trouble: 'Trouble',
  mended: 'Trouble that was dealt with',
};
const backs = [8, 12, 24, 72] as const;

export function SincePage() {
  const { report: calls } = useDashboard();
  const shown = useValue((state) => state.report);
  const isReady = useValue((state) => state.atMs !== null);
  useEffect(() => {
    if (isReady) calls.follow();
  }, [calls, isReady]);
  if (shown === null) return <Waiting />;
  const { since, report, problem } = shown;
  const { log_begins_at: begun, running_since: started } = report ?? {};
  // It speaks of no time in which it was not there.
  const from = later(since, begun);
  return (
    <>
      <Section title="Since you looked">
        <p class="moment">
          Since <Age of={from} />
          {report?.sentence !== undefined && `: ${report.sentence}`}
        </p>
        {from !== since && (
          <p class="aside">Its log begins then; of the time before it knows nothing.</p>
        )}
        {started !== undefined && later(from, started) !== from && (
          <p class="aside">
            The service began <Age of={started} />; what happened while it did not run it knows as
            far as it was told since.
          </p>
        )}
        <div class="choice">
          <Button needsService onPress={calls.markRead}>
            I have read all of it
          </Button>
          {backs.map((hours) => (
            <Button key={hours} needsService onPress={() => calls.lookBack(hours)}>
              {`${hours} h back`}
            </Button>
          ))}
        </div>
        {problem !== null && <Trouble>{sentence(problem)}</Trouble>}
      </Section>
      {report === null ? <Waiting /> : <Chapters report={report} />}
    </>
  );
}

/** Both ISO 8601; the first where there is no other. */
const later = (one: string, other: string | null | undefined): string =>
  other != null && Date.parse(other) > Date.parse(one) ? other : one;

function Chapters({ report: { chapters = [], workers = [] } }: { readonly report: Report }) {
  return (
    <>
      {chapters.map(({ chapter = '', events = [], at_least: atLeast }) => (
        <Section key={chapter} title={titles[chapter] ?? chapter} count={events.length}>
          {events.length === 0 ? (
            <Empty>Nothing.</Empty>
          ) : (
            <EventList events={events.map((event) => ({ ...event, created_at: event.at }))} />
          )}
          {atLeast === true && <p class="aside">More happened than is listed here.</p>}
        </Section>
      ))}
      <Section title="Hours of the workers">
        <Table
          name="Hours of the workers"
          columns={[
            { name: 'Worker', cell: ({ worker }: Hours) => <bdi>{worker}</bdi> },
            { name: 'Runs', cell: ({ runs }: Hours) => runs ?? 'unknown' },
            { name: 'Used', cell: ({ used_hours: hours }: Hours) => hoursText(hours) },
            { name: 'Idle', cell: ({ idle_hours: hours }: Hours) => hoursText(hours) },
          ]}
          rows={workers}
          keyOf={({ worker }) => worker}
        />
      </Section>
    </>
  );
}
