/** Starting a run, a draft, a step of publication or a follow-up by hand: which, where and with which words, before anything is done. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addressOf } from '../places/places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Section, Waiting } from '../ui/parts.tsx';
import { ServiceTrial, TrialPanel, useTrials } from '../ui/trial.tsx';
import { serviceTrials } from './service-trials.ts';

/** The other steps that the pump takes where it is on. */
const others = serviceTrials.filter(({ name, page }) => page === 'dispatch' && name !== 'dispatch');

/** The next item, or the one that the address names; then the other steps that the pump takes where it is on. */
export function DispatchPage() {
  const isNext = useValue((state) => state.place.id === null);
  return (
    <>
      <DispatchSection />
      {isNext && others.map(({ name }) => <ServiceTrial key={name} name={name} />)}
    </>
  );
}

function DispatchSection() {
  const id = useValue((state) => state.place.id);
  const lives = useValue((state) => state.overview?.live_dispatch_enabled);
  const isKnown = useValue((state) => state.overview !== null);
  const trials = useTrials();
  const target = id ?? '';
  useLayoutEffect(() => {
    if (target !== '') trials.look('dispatch', target);
  }, [target, trials]);
  return (
    <Section title="Dispatch">
      <p class="lede">
        {id === null ? (
          'The item that comes first is started on its worker.'
        ) : (
          <>
            <a href={addressOf({ page: 'queue', id })}>
              <bdi>{id}</bdi>
            </a>{' '}
            is started on its worker, whatever comes before it.{' '}
            <a href={addressOf({ page: 'dispatch' })}>The next one instead</a>
          </>
        )}
      </p>
      {isKnown ? (
        <>
          {lives === false && (
            <p class="notice" role="status">
              Nothing can be started: live_dispatch_enabled is off in the configuration. What would
              start can still be looked at.
            </p>
          )}
          <Choose />
          <TrialPanel
            key={target}
            name="dispatch"
            target={target}
            look={id === null ? 'Look what would start' : 'Look again'}
            act="Start the run"
          />
        </>
      ) : (
        <Waiting />
      )}
    </Section>
  );
}

/** A named item, by its id. */
function Choose() {
  const { go } = useDashboard();
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      class="filters one-filter"
      onSubmit={(event) => {
        event.preventDefault();
        const id = field.current?.value.trim() ?? '';
        go({ page: 'dispatch', id: id === '' ? null : id });
      }}
    >
      <label>
        <span>Another item than the next</span>
        <input
          type="text"
          ref={field}
          maxLength={128}
          placeholder="its id, then Enter"
          autocomplete="off"
          spellcheck={false}
        />
      </label>
    </form>
  );
}
