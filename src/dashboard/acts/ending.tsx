/** What ends a reason: a button where one request does it, a plan where it is done to many items, a link where it is done on a page. */
import { useState } from 'preact/hooks';
import { addressOf } from '../places/places.ts';
import { stateOf } from '../service/asking.ts';
import { fieldsOf, textsOf } from '../service/loose.ts';
import type { Reason } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Button } from '../ui/parts.tsx';
import { ActCopies } from './act-copies.tsx';
import { PlanDialog } from './plan.tsx';
import { reasonKey } from './reason-calls.ts';
import { placeOfAct } from './reason-places.ts';
import { actWords, isReady } from './reason-words.ts';

/** Also what came of it once it was asked for, and how it is called elsewhere. */
export function Ending({ of: reason }: { readonly of: Reason }) {
  return (
    <>
      <ReasonAct reason={reason} />
      <ActOutcome reason={reason} />
      <ActCopies of={reason} canSend={isReady(reason)} />
    </>
  );
}

function ActOutcome({ reason }: { readonly reason: Reason }) {
  const done = useValue((state) => state.reasonActs.get(reasonKey(reason)));
  if (done === undefined) return null;
  const failed = done.phase === 'failed';
  return (
    <span class={failed ? 'trouble' : 'told'} role={failed ? 'alert' : 'status'}>
      {done.words}
    </span>
  );
}

function ReasonAct({ reason }: { readonly reason: Reason }) {
  const ending = actWords(reason);
  if (ending === null) return null;
  const { button, words } = ending;
  if (button === null) return <Elsewhere reason={reason} words={words} />;
  const ids = plannedIds(reason);
  return ids === null ? (
    <OneAct {...{ reason, button, words }} />
  ) : (
    <ManyAct {...{ ids, button, words }} />
  );
}

/** What is to be done elsewhere; a link where that is a page of ours. */
function Elsewhere({ reason, words }: { readonly reason: Reason; readonly words: string }) {
  const { label = '', consequence } = reason.act ?? {};
  const place = placeOfAct(reason);
  return (
    <span class="step">
      <b>Do: </b>
      {place === null ? (
        words
      ) : (
        <>
          <a href={addressOf(place)}>{label}</a>. {consequence}
        </>
      )}
    </span>
  );
}

interface ActProps {
  readonly button: string;
  /** What follows. */
  readonly words: string;
}

/** Pressed once more after what follows was read. */
function OneAct({ reason, button, words }: ActProps & { readonly reason: Reason }) {
  const { perform } = useDashboard();
  const [asked, setAsked] = useState(false);
  const sending = useValue((state) => state.reasonActs.get(reasonKey(reason))?.phase === 'sending');
  if (!asked)
    return (
      <span class="choice">
        <Button needsService blocked={sending} onPress={() => setAsked(true)}>
          {button}
        </Button>
        <span class="step">{words}</span>
      </span>
    );
  return (
    <span class="choice">
      <span>{words}</span>
      <Button
        needsService
        blocked={sending}
        onPress={() => {
          setAsked(false);
          perform(reason);
        }}
      >
        {`Yes: ${button}`}
      </Button>
      <Button onPress={() => setAsked(false)}>Not now</Button>
    </span>
  );
}

/** The items of a reason that is ended by a plan; null where it is not. */
function plannedIds({ act }: Reason): readonly string[] | null {
  const { path, body } = act?.request ?? {};
  if (path?.endsWith('/queue/plan') !== true) return null;
  return textsOf(fieldsOf(body).project_ids);
}

/** Nothing is done before the plan was shown: exactly which of them change, and why not the others. */
function ManyAct({ ids, button, words }: ActProps & { readonly ids: readonly string[] }) {
  const dashboard = useDashboard();
  const shown = useValue((state) => state.plan);
  const [key, setKey] = useState<string | null>(null);
  return (
    <span class="choice">
      <Button
        needsService
        onPress={() => {
          dashboard.plan.draw('retry', undefined, ids);
          setKey(stateOf(dashboard).plan?.key ?? null);
        }}
      >
        {button}…
      </Button>
      <span class="step">{words}</span>
      {shown !== null && shown.key === key && <PlanDialog />}
    </span>
  );
}
