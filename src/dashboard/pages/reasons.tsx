/** Why it must not be left alone: one row a cause, what it holds up, and the act that ends it. */
import { useState } from 'preact/hooks';
import { addressOf } from '../places.ts';
import { isReady, reasonKey } from '../reason-calls.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Age, Button, Mark, Section, WhyNot } from '../ui/parts.tsx';
import type { Overview, Reason } from '../wire.ts';
import { endSentence, type Mark as MarkName } from '../words.ts';

/** Nothing where there is no reason; the answer above says so. */
export function Reasons({ reasons = [] }: Pick<Overview, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <Section title="Why not" count={reasons.length}>
      <ul class="rows reasons">
        {reasons.map((reason) => (
          <ReasonRow key={reasonKey(reason)} reason={reason} />
        ))}
      </ul>
      <WhyNot />
    </Section>
  );
}

const markOf = ({ known, severity }: Reason): MarkName =>
  known === false ? 'unknown' : severity === 'critical' ? 'failed' : 'person';
const markWord = ({ known, severity }: Reason): string =>
  known === false ? 'not known' : severity === 'critical' ? 'critical' : 'needs somebody';

function ReasonRow({ reason }: { readonly reason: Reason }) {
  const { title = 'A reason without a name', detail, since, act } = reason;
  const says = detail !== undefined && !title.toLowerCase().includes(detail.toLowerCase());
  return (
    <li class="row" data-reason={reason.code}>
      <div class="lead">
        <Mark kind={markOf(reason)}>{markWord(reason)}</Mark>
      </div>
      <div class="what">
        <strong>{title}</strong>
        {says && <span>{endSentence(detail)}</span>}
        <HeldUp of={reason} />
        {act !== undefined && <ReasonAct reason={reason} />}
        <ActOutcome reason={reason} />
      </div>
      <div class="when">{since == null ? null : <Age of={since} as="span" />}</div>
    </li>
  );
}

/** What waits for it, each by its name as far as they are told. */
function HeldUp({ of: { holds_up: held } }: { readonly of: Reason }) {
  if (held == null) return null;
  const { items = 0, papers = 0, examples = [] } = held;
  const page = papers > 0 ? 'papers' : 'queue';
  const many = papers > 0 ? papers : items;
  const words = `${held.at_least === true ? 'at least ' : ''}${many} ${papers > 0 ? 'paper' : 'item'}${many === 1 ? '' : 's'}`;
  return (
    <span>
      Holds up {words}
      {examples.length > 0 && ': '}
      {examples.map((id, index) => (
        <>
          {index > 0 && ', '}
          <a href={addressOf({ page, id })}>
            <bdi>{id}</bdi>
          </a>
        </>
      ))}
      {examples.length < many && examples.length > 0 && ' …'}
    </span>
  );
}

/** What came of the act of a reason, once it was asked for. */
export function ActOutcome({ reason }: { readonly reason: Reason }) {
  const done = useValue((state) => state.reasonActs.get(reasonKey(reason)));
  if (done === undefined) return null;
  const failed = done.phase === 'failed';
  return (
    <span class={failed ? 'trouble' : 'told'} role={failed ? 'alert' : 'status'}>
      {done.words}
    </span>
  );
}

/** A button where one request does it, after what follows was read; else what is to be done elsewhere. */
export function ReasonAct({ reason }: { readonly reason: Reason }) {
  const { perform } = useDashboard();
  const [asked, setAsked] = useState(false);
  const sending = useValue((state) => state.reasonActs.get(reasonKey(reason))?.phase === 'sending');
  const { label = '', consequence = '' } = reason.act ?? {};
  if (!isReady(reason))
    return (
      <span class="step">
        <b>Do: </b>
        {endSentence(label)} {consequence}
      </span>
    );
  if (!asked)
    return (
      <span class="choice">
        <Button needsService blocked={sending} onPress={() => setAsked(true)}>
          {label}
        </Button>
        <span class="step">{consequence}</span>
      </span>
    );
  return (
    <span class="choice">
      <span>{consequence}</span>
      <Button
        needsService
        blocked={sending}
        onPress={() => {
          setAsked(false);
          perform(reason);
        }}
      >
        {`Yes: ${label}`}
      </Button>
      <Button onPress={() => setAsked(false)}>Not now</Button>
    </span>
  );
}

/** What will have run, said to be a forecast. */
export function Foreseen({ forecast }: Pick<Overview, 'forecast'>) {
  if (forecast?.sentence === undefined || forecast.items === 0) return null;
  const { runs = 0 } = forecast.basis ?? {};
  return (
    <p class="aside" data-part="forecast">
      Forecast: {forecast.sentence}
      {runs > 0 && ` From the length of ${runs === 1 ? 'one past run' : `${runs} past runs`}.`}
    </p>
  );
}
