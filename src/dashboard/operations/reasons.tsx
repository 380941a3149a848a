/** Why it must not be left alone: one row a cause, what it holds up, and the act that ends it. */

import { reasonKey } from '../acts/reason-calls.ts';
import { reasonWords } from '../acts/reason-words.ts';
import { addressOf } from '../places/places.ts';
import type { Overview, Reason } from '../service/wire.ts';
import { later } from '../ui/later.tsx';
import { Age, Mark, Section, WhyNot } from '../ui/parts.tsx';

/** Not part of what the page loads first. */
export const ActCopies = later(async () => (await import('../shell/extras.ts')).ActCopies);
/** The same: the reason is read before anything is done about it. */
export const Ending = later(async () => (await import('../shell/extras.ts')).Ending);

/** Nothing where there is no reason; the answer above says so. */
export function Reasons({ reasons = [] }: Pick<Overview, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <Section title="Why it cannot be left alone" count={reasons.length}>
      <ul class="rows reasons">
        {reasons.map((reason) => (
          <ReasonRow key={reasonKey(reason)} reason={reason} />
        ))}
      </ul>
      <WhyNot />
    </Section>
  );
}

function ReasonRow({ reason }: { readonly reason: Reason }) {
  const { since } = reason;
  const { mark, word, title, detail } = reasonWords(reason);
  return (
    <li class="row" data-reason={reason.code}>
      <div class="lead">
        <Mark kind={mark}>{word}</Mark>
      </div>
      <div class="what">
        <strong>{title}</strong>
        {detail !== null && <span>{detail}</span>}
        <HeldUp of={reason} />
        <Ending of={reason} />
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
