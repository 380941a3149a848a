/** The workers: how each is and since when, its GPUs, what it does, and what a person can do. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addressOf, eventsAddress } from '../places/places.ts';
import type { WorkerRow } from '../service/wire.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { MachineLink } from '../ui/pane.tsx';
import { Age, Button, Empty, Listed, Mark, Section, WhyNot } from '../ui/parts.tsx';
import { stateWord } from '../words/state-words.ts';
import { withUnit } from '../words/units.ts';
import { capital, endSentence, type Mark as MarkName } from '../words/words.ts';
import { newerReadings } from './newer-readings.ts';
import type { WorkerAct, WorkerGpu } from './worker-model.ts';
import {
  activeRuns,
  callbackWords,
  checkCount,
  checkWords,
  classLines,
  failsByItsRun,
  healthReason,
  healthWords,
  jobCount,
  jobWords,
  waitingWords,
} from './worker-words.ts';

export function WorkersPage() {
  const workers = useValue((state) => state.workers);
  return (
    <Section title="Workers" count={workers?.length ?? null}>
      <Listed
        rows={workers}
        none="No worker is configured. Set worker_wake_gate_url, or name workers in worker_targets."
      >
        <div class="workers">
          {workers?.map((worker) => (
            <Card key={worker.name} worker={worker} />
          ))}
        </div>
      </Listed>
    </Section>
  );
}

interface PartProps {
  readonly worker: WorkerRow;
}
interface ActProps extends PartProps {
  readonly act: WorkerAct | null;
}

/** The one that the address names gets the focus: a place to read on from. */
function Card({ worker }: PartProps) {
  const { name = 'unknown' } = worker;
  const isNamed = useValue((state) => state.place.id === name);
  const act = useValue((state) => state.workerActs.get(name)) ?? null;
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNamed) title.current?.focus();
  }, [isNamed]);
  return (
    <article
      class="worker"
      aria-labelledby={`worker-${name}`}
      data-named={isNamed ? '' : undefined}
    >
      <div class="worker-bar">
        <h3 id={`worker-${name}`} tabIndex={-1} class="mono" ref={title}>
          {name}
        </h3>
        <div data-part="head">
          <CardHead worker={worker} act={act} />
        </div>
      </div>
      <div class="worker-state">
        <Health worker={worker} />
      </div>
      <div class="worker-gpus">
        <Gpus worker={worker} />
      </div>
      <div class="worker-work">
        <Work worker={worker} />
      </div>
      <div class="worker-callbacks">
        <Callbacks worker={worker} act={act} />
      </div>
      <div class="worker-checks">
        <Checks worker={worker} />
      </div>
      <MachineLink kind="worker_target" id={name} />
    </article>
  );
}

const toneOf = ({ phase }: WorkerAct): string =>
  phase === 'failed' ? 'trouble' : phase === 'done' ? 'told' : 'soft';

function CardHead({ worker: { name = 'unknown', health }, act }: ActProps) {
  const { onWorker } = useDashboard();
  const { mark, word } = healthWords(health?.status);
  return (
    <>
      <Mark kind={mark}>{word}</Mark>
      <span class="spring" />
      {act?.verb === 'refresh' && (
        <span class={toneOf(act)} role="status">
          {act.words}
        </span>
      )}
      <WhyNot />
      <Button
        needsService
        blocked={act?.phase === 'sending'}
        label={`Look now at ${name}`}
        onPress={() => onWorker(name, 'refresh')}
      >
        Look now
      </Button>
    </>
  );
}

function Health({ worker }: PartProps) {
  const { name = 'unknown', health, advice, notices = [], url } = worker;
  const { shares_lane_with: shares = [] } = worker;
  const { since, observed_at: observedAt, consecutive_failures: failures = 0 } = health ?? {};
  const { means } = healthWords(health?.status);
  const reason = healthReason(worker);
  const isDown = health?.status === 'unreachable';
  return (
    <>
      <p>
        {means}
        {since != null && (
          <>
            {' Every look found it so for '}
            <Age of={since} as="span" />.
          </>
        )}
      </p>
      {reason !== null && <p class={isDown ? 'trouble' : ''}>{reason}</p>}
      {isDown && failures > 1 && <p class="soft">{failures} looks in a row without an answer.</p>}
      {isDown &&
        (observedAt == null ? (
          <p>
            <b>It never answered: </b>nothing is known of it.
          </p>
        ) : (
          <p>
            <b>What is known of it is old: </b>it answered last <Age of={observedAt} />.
          </p>
        ))}
      {advice != null && (
        <p class="step">
          <b>Do: </b>
          {endSentence(capital(advice))}
        </p>
      )}
      {notices.map(
        ({ code, message }) =>
          message !== undefined && (
            <p key={code} class="notice">
              {endSentence(capital(message))}
            </p>
          ),
      )}
      <p class="soft">
        {!isDown && (
          <>
            Answered <Age of={observedAt} />
          </>
        )}
        {isDown ? 'Asked ' : ', asked '}
        <Age of={health?.asked_at} />. <span class="mono">{url ?? 'address unknown'}</span>
        {shares.length > 0 && ` (shared with ${shares.join(', ')})`}
      </p>
      <p>
        <a class="soft" href={eventsAddress({ entity_type: 'worker_target', entity_id: name })}>
          Changes of its health
        </a>
      </p>
    </>
  );
}

function Gpus({ worker }: PartProps) {
  const live = useValue((state) => state.readings.get(worker.name ?? ''));
  const { atMs, gpus } = newerReadings(worker, live);
  const isDown = worker.health?.status === 'unreachable';
  const telemetry = worker.freshness?.telemetry;
  return (
    <>
      <h4>GPUs</h4>
      {gpus === null ? (
        <Empty>
          {isDown ? 'Not known: it does not answer.' : 'Not known: they could not be read.'}
        </Empty>
      ) : gpus.length === 0 ? (
        <Empty>This machine has none.</Empty>
      ) : (
        <ul class={isDown ? 'gpus old' : 'gpus'}>
          {gpus.map((gpu, index) => (
            <GpuRow key={gpu.index ?? index} gpu={gpu} />
          ))}
        </ul>
      )}
      {gpus !== null && atMs !== null && (
        <p class={isDown ? 'trouble' : 'soft'}>
          {isDown ? 'As it was ' : 'Read '}
          <Age of={atMs} />.
        </p>
      )}
      {telemetry?.status === 'stale' && telemetry.detail && gpus?.length !== 0 && (
        <p class="trouble">{endSentence(capital(telemetry.detail))}</p>
      )}
    </>
  );
}

function GpuRow({ gpu }: { readonly gpu: WorkerGpu }) {
  const { index, name, use, usedMib, totalMib, watts } = gpu;
  const label = index === null ? 'GPU' : `GPU ${index}`;
  return (
    <li>
      <span class="gpu-name" title={name ?? ''}>
        <b>{label}</b> {name}
      </span>
      <Meter label={`${label} use`} value={use} max={100}>
        {withUnit(use === null ? null : Math.round(use), '%')}
      </Meter>
      <Meter label={`${label} memory`} value={usedMib} max={totalMib}>
        {memoryText(usedMib, totalMib)}
      </Meter>
      <span class={watts === null ? 'unknown watts' : 'figure watts'}>
        {watts === null ? 'power unknown' : withUnit(Math.round(watts), 'W')}
      </span>
    </li>
  );
}

function memoryText(used: number | null, total: number | null): string {
  if (used === null) return 'unknown';
  return total === null
    ? withUnit(used, 'MiB')
    : `${withUnit(used, 'MiB')} of ${withUnit(total, 'MiB')}`;
}

interface MeterProps {
  readonly label: string;
  readonly value: number | null;
  readonly max: number | null;
  readonly children: string;
}

/** A reading with its bar; without a bar where it is not known. */
function Meter({ label, value, max, children }: MeterProps) {
  if (value === null) {
    return (
      <span class="gauge">
        <span class="unknown">{children}</span>
      </span>
    );
  }
  return (
    <span class="gauge">
      {max !== null && max > 0 && (
        <progress max={max} value={Math.min(value, max)} aria-label={label} />
      )}
      <span class="figure">{children}</span>
    </span>
  );
}

function Work({ worker }: PartProps) {
  const lines = classLines(worker);
  const runs = activeRuns(worker);
  const jobs = jobCount(worker);
  return (
    <>
      <h4>Work</h4>
      {jobs !== null && <p>{jobs}</p>}
      {runs.length === 0 && <p>No run is active here.</p>}
      {runs.map((active) => (
        <ActiveLine key={active.run_id} active={active} />
      ))}
      <p>{waitingWords(worker)}</p>
      {lines.length === 0 ? (
        <p class="soft">No class is routed here; an item that names it comes here.</p>
      ) : (
        <dl class="classes">
          {lines.map(({ words, names }) => (
            <div key={words}>
              <dt>{capital(words)}</dt>
              <dd>{names}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function ActiveLine({ active }: { readonly active: NonNullable<WorkerRow['active']> }) {
  const { project_id: item = null, run_id: run, status, since } = active;
  const waits = jobWords(active);
  const to =
    run == null ? addressOf({ page: 'queue', id: item }) : addressOf({ page: 'runs', id: run });
  return (
    <p>
      <Mark kind="running">{stateWord(status)}</Mark> <a href={to}>{item ?? run ?? 'unknown'}</a>
      {since != null && (
        <>
          {' for '}
          <Age of={since} as="span" />
        </>
      )}
      {waits !== null && <span class="soft">{` ${waits}`}</span>}
    </p>
  );
}

function Callbacks({ worker, act }: ActProps) {
  const { onWorker } = useDashboard();
  const { name = 'unknown', callbacks } = worker;
  const { words, parked } = callbackWords(worker);
  const oldest = callbacks?.oldest_at;
  return (
    <>
      <h4>Callbacks</h4>
      <p class={parked > 0 ? 'notice' : ''}>
        {capital(words)}
        {parked > 0 && oldest != null && (
          <>
            {' The oldest is from '}
            <Age of={oldest} />.
          </>
        )}
      </p>
      {parked > 0 && (
        <div class="choice">
          <Button
            needsService
            blocked={act?.phase === 'sending'}
            label={`Try again: callbacks of ${name}`}
            onPress={() => onWorker(name, 'retry')}
          >
            Try again
          </Button>
          <WhyNot />
        </div>
      )}
      {act?.verb === 'retry' && (
        <p class={toneOf(act)} role="status">
          {act.words}
        </p>
      )}
    </>
  );
}

function Checks({ worker: { checks, health } }: PartProps) {
  const status = health?.status;
  const failed: MarkName = failsByItsRun(status) ? 'running' : 'failed';
  if (checks === undefined || checks.length === 0) return null;
  return (
    <details>
      <summary>{checkCount(checks, status)}</summary>
      <ul class="checks">
        {checks.map(({ name, ok, advice, detail }) => (
          <li key={name}>
            <Mark kind={ok ? 'done' : advice ? 'person' : failed}>{checkWords(name)}</Mark>
            <span class="soft">{detail}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
