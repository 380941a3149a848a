/** All as it was at a moment, as far as the log tells it: for the pages whose answers were only known then. */
import type { ComponentChildren } from 'preact';
import { addressOf, machineAddress, type Place } from '../places/places.ts';
import type { PastOverview } from '../service/wire.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useValue } from '../ui/context.tsx';
import { EventList } from '../ui/events.tsx';
import { Empty, Listed, Mark, Section, Waiting } from '../ui/parts.tsx';
import { stateWord } from '../words/state-words.ts';
import { capital, markOf, momentText, plainWord, sentence } from '../words/words.ts';
import { healthWords } from '../workers/worker-words.ts';
import { Lanes } from './overview.tsx';

interface PartProps {
  readonly past: PastOverview;
  readonly at: string;
}

/** The part that the page is for comes first. */
export function PastPage() {
  const { page, at } = useValue((state) => state.place);
  const past = useValue((state) => state.past);
  if (at === null) return null;
  if (past?.at !== at) {
    return (
      <Section title="As it was">
        <Empty>It is put together from the log. The first time this takes a while.</Empty>
        <Waiting />
      </Section>
    );
  }
  // Why it cannot be told stands in the bar above.
  if (past.told === null) return null;
  const parts = { past: past.told, at };
  if (page === 'workers') return <Workers {...parts} />;
  if (page === 'alerts') return <Alerts {...parts} />;
  return (
    <>
      <ByItself {...parts} />
      <NeededPerson {...parts} />
      <Ran {...parts} />
      <Workers {...parts} />
      <Lanes counts={past.told.operator_counts} at={at} />
      <Alerts {...parts} />
      <Section title="What had just happened">
        <Listed rows={past.told.recent_events ?? null} none="Nothing before it is in the log.">
          <EventList events={past.told.recent_events ?? []} />
        </Listed>
      </Section>
    </>
  );
}

/** What was switched; the answer of then is not kept. */
function ByItself({ past: { control, pump } }: PartProps) {
  const dispatching =
    control?.status === undefined
      ? 'Whether dispatching was open is not known.'
      : `Dispatching was ${plainWord(control.status)}${control.reason == null ? '' : `: ${control.reason}`}.`;
  const pumping =
    pump?.enabled === undefined
      ? 'Whether the pump was on is not known.'
      : `The pump was ${pump.enabled ? 'on' : 'off'}.`;
  return (
    <Section title="By itself">
      <p>
        <bdi>{dispatching}</bdi> {pumping}
      </p>
      <Empty>
        Whether it could be left alone is not kept: it was known from what answered then. The alerts
        that stood are below.
      </Empty>
    </Section>
  );
}

const When = ({ of }: { readonly of: string | null | undefined }) => (
  <span class="figure">{of == null ? '–' : momentText(Date.parse(of), 0)}</span>
);

interface RowProps {
  readonly mark: ComponentChildren;
  readonly when: string | null | undefined;
  readonly children: ComponentChildren;
}

/** How something was, what it is, and since when. */
const Row = ({ mark, when, children }: RowProps) => (
  <li class="row">
    <div class="lead">{mark}</div>
    <div class="what">{children}</div>
    <div class="when">
      <When of={when} />
    </div>
  </li>
);

const ItemLink = ({ id, at }: { readonly id: string | undefined; readonly at: string }) => (
  <a class="item" href={addressOf({ page: 'queue', id: id ?? null, at } satisfies Partial<Place>)}>
    <strong>
      <bdi>{id ?? 'unknown project'}</bdi>
    </strong>
  </a>
);

function NeededPerson({ past: { top_items: items, operator_counts: counts }, at }: PartProps) {
  return (
    <Section title="Needed a person" count={counts?.attention ?? null}>
      <Listed rows={items ?? null} none="No item waited for a person.">
        <ul class="rows">
          {items?.map(({ project_id: id, status, reason, since }) => (
            <Row
              key={id}
              mark={<Mark kind={markOf(status)}>{stateWord(status)}</Mark>}
              when={since}
            >
              <ItemLink id={id} at={at} />
              <span>
                <bdi>{reason === undefined ? 'no reason given' : capital(reason)}</bdi>
              </span>
            </Row>
          ))}
        </ul>
      </Listed>
    </Section>
  );
}

function Ran({ past: { active, operator_counts: counts }, at }: PartProps) {
  return (
    <Section title="Ran" count={counts?.running ?? null}>
      <Listed rows={active ?? null} none="No run was active.">
        <ul class="rows">
          {active?.map(
            ({ project_id: id, run_id: run, status, worker_target: worker, started_at }) => (
              <Row
                key={run ?? id}
                mark={<Mark kind={markOf(status)}>{stateWord(status)}</Mark>}
                when={started_at}
              >
                <ItemLink id={id} at={at} />
                <span class="mono">{worker ?? 'worker unknown'}</span>
                {run != null && <a href={addressOf({ page: 'runs', id: run, at })}>its run</a>}
              </Row>
            ),
          )}
        </ul>
      </Listed>
    </Section>
  );
}

function Workers({ past: { workers }, at }: PartProps) {
  return (
    <Section title="Workers" count={workers?.length ?? null}>
      <Listed rows={workers ?? null} none="No worker had been looked at.">
        <ul class="rows">
          {workers?.map(({ target = 'unknown', status, reason, since }) => {
            const { mark, word } = healthWords(status);
            return (
              <Row key={target} mark={<Mark kind={mark}>{word}</Mark>} when={since}>
                <a class="item mono" href={machineAddress('worker_target', target, at)}>
                  {target}
                </a>
                {reason != null && <span>{sentence(reason)}</span>}
              </Row>
            );
          })}
        </ul>
      </Listed>
      <Empty>
        As the last look before had it. Readings of GPUs are with the runs that they are of.
      </Empty>
    </Section>
  );
}

function Alerts({ past: { alerts }, at }: PartProps) {
  return (
    <Section title="Alerts that stood" count={alerts?.length ?? null}>
      <Listed rows={alerts ?? null} none="None stood.">
        <ul class="rows">
          {alerts?.map(({ alert_id: id = '', status, message = '', since }) => (
            <Row
              key={id}
              mark={
                <Mark kind={status === 'firing' ? 'failed' : 'waiting'}>{plainWord(status)}</Mark>
              }
              when={since}
            >
              <a class="item" href={machineAddress('alert', id, at)}>
                <Breakable text={capital(message)} />
              </a>
            </Row>
          ))}
        </ul>
      </Listed>
    </Section>
  );
}
