/** Starting a run by hand: what would start, where and with which words, before anything does. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addressOf } from '../places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Section, Waiting } from '../ui/parts.tsx';
import { TrialPanel, useTrials } from '../ui/trial.tsx';

/** The next item, or the one that the address names. */
export function DispatchPage() {
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
