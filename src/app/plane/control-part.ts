/** The control plane put together: its store and actor host, the workers it knows, its use cases. */

import { join } from 'node:path';
import type { Journal } from '../../actors/journal/port.ts';
import { ActorHost } from '../../actors/runtime/host.ts';
import { createRedactor } from '../../config/redaction.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { createAlertLooks } from '../../control/alerts/index.ts';
import {
  type ControlContext,
  controlBench,
  createPlanShelf,
  type PaperTools,
} from '../../control/common/index.ts';
import { createWorkerDirectory } from '../../control/fleet/index.ts';
import type { ActorInspector } from '../../control/operations/index.ts';
import { whyUnwell } from '../../control/readiness/index.ts';
import {
  createIdleReckoning,
  createRunTelemetry,
  type IdleReckoning,
  type RunTelemetry,
} from '../../control/runs/index.ts';
import type { CoreService } from '../../core-service/service.ts';
import { systemClock } from '../../lib/clock.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { openSigningKey, signingKeyName } from '../../lib/signing-key.ts';
import { controlPlaneMachines } from '../../machines/all.ts';
import { createNotify } from '../../notify/notify.ts';
import { whyNoTypesetter } from '../../papers/pdf/typeset.ts';
import type { PaperWork } from '../../papers/work/paper-work.ts';
import { createChainWatch } from '../../store/chain-watch.ts';
import type { FeedReads } from '../../store/ports/feed.ts';
import type { Plane } from '../../store/ports/plane.ts';
import type { Store } from '../../store/sqlite/open-store.ts';
import { takeStateLock } from '../../store/sqlite/state-lock.ts';
import { createGatesAtHome, type GatesAtHome } from '../../worker-client/gates-at-home.ts';
import type { RunGates } from '../../worker-client/run-gates.ts';
import { toIdleProfile } from '../gate/gate-telemetry.ts';
import type { AppOptions } from '../options.ts';
import { createAskWithCause, withCauses } from '../process/causes.ts';
import { makeConfigured } from '../process/configured-folder.ts';
import type { ConnectionGuard } from '../process/connection-guard.ts';
import { logHostEntry } from '../process/host-log.ts';
import type { Log } from '../process/log.ts';
import { controlGroups } from '../process/supervision.ts';
import { refuseWhileAway } from './away.ts';
import { createBench } from './bench.ts';
import { definitions } from './control-definitions.ts';
import { createUseCaseEffects } from './control-effects.ts';
import { controlSettings } from './control-settings.ts';
import { controlLock, controlTraceFolders, openControlStore } from './control-store.ts';
import { createCore } from './core-part.ts';
import { createEventLog } from './event-log.ts';
import { sayAhead, sayFinding } from './log-finding.ts';
import { createPaperPart } from './paper-part.ts';
import { watchLikeness } from './plane-likeness.ts';
import { openRunGates } from './run-gates.ts';
import { createUpkeepEffects } from './scheduled-backup.ts';
import { beginStoreCheck } from './sound-store.ts';
import { openSshSource } from './ssh-source.ts';
import { createStoreUpkeep } from './store-upkeep.ts';
import { createVitals } from './vitals.ts';
import { begunWhileSure, startedWhileSure } from './while-sure.ts';
import { wholeLooksOf } from './whole-looks.ts';
import { createWorkByItself } from './work-by-itself.ts';
import { createTargets } from './worker-targets.ts';

/** The control plane as the service puts it behind HTTP; `start` once, then `drain` and `close`. */
export interface ControlPart {
  readonly context: ControlContext;
  readonly papers: PaperTools;
  readonly paperWork: PaperWork;
  readonly core: CoreService;
  /** What workers tell of a run when asked. */
  readonly runTelemetry: RunTelemetry;
  readonly idleReckoning: IdleReckoning;
  readonly inspector: ActorInspector;
  readonly host: ActorHost;
  readonly databasePath: string;
  /** Calls the listener with the newest event id when something was committed, here or elsewhere; answers how to stop that. */
  readonly onCommit: (listener: (headEventId: number) => void) => () => void;
  /** What the live feed reads of the log. */
  readonly feedReads: FeedReads;
  /** Those that dial home. */
  readonly gates: GatesAtHome;
  /** Those of runs on clusters. */
  readonly runGates: RunGates;
  /** Where several control planes may be started on the store. */
  readonly plane?: Plane | undefined;
  /**
   * How many looks so far found nothing missing in this copy of the log, where it may lack something: without end at the
   * plane that writes, which lacks nothing for long. Null where there is one plane.
   */
  readonly wholeLooks: () => number | null;
  /** Kinds of actors there are. */
  readonly kinds: readonly string[];
  /** Before anything is served: throws when the store is damaged. */
  requireSoundStore(): Promise<void>;
  start(): Promise<void>;
  /** Gives up what waits at workers for a client, so that a stop need not wait for it. */
  answerWaiting(): void;
  /** Tells whoever waits for a command under a key that it goes on after the next start. */
  letGo(): void;
  /** Finishes what was accepted; reading goes on. True when nothing was cut off. */
  drain(deadlineMs: number, effectsMs?: number): Promise<boolean>;
  /** Closes the store and the connections to workers, once nobody asks any more. */
  close(): Promise<void>;
}

/** Builds the control plane on its store, which `config` names. Nothing runs until `start`. */
export async function createControlPart(
  config: OrreryConfig,
  options: AppOptions,
  guard: Pick<ConnectionGuard, 'trouble'>,
): Promise<ControlPart> {
  const { clock, entropy, log } = options;
  // Refuses what cannot be honoured before anything is held.
  const ssh = openSshSource(config, options);
  const artifactRoot = join(config.service.stateDir, 'artifacts');
  makeFolder(artifactRoot);
  makeConfigured('corpus_dir', config.corpus.dir);
  const keyFile = join(config.service.stateDir, signingKeyName);
  const marksFolder = join(config.service.stateDir, 'effects-under-way');
  const traceFolders = controlTraceFolders(config);
  const lock = takeStateLock(controlLock(config.service));
  const opened = openControlStore(config, options, traceFolders);
  const { store, databasePath } = await opened.catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const key = openSigningKey(keyFile);
  const { journal, reads } = store;
  sayFinding(log, 'control', store.log.finding);
  const requireSoundStore = beginStoreCheck(store, databasePath, options.onFatal);
  const isReadOnly = config.store.backend === 'hosted_readonly';
  const upkeep = createStoreUpkeep(store, clock, log, options.storeLookMs);
  const gates = createGatesAtHome({ clock: systemClock });
  const runGates = openRunGates({ gates, config, options, context: () => context });
  const targets = startedWhileSure(store.plane, createTargets(config, options, gates, runGates));
  const { targetOfClass, routedClasses } = config.workers;
  const workers = createWorkerDirectory(targets, targetOfClass, routedClasses);
  /** What an effect asks waits for a store that is away, as turns do: it would take the refusal for an answer. */
  const patientContext = (): ControlContext => ({
    ...context,
    actors: { ...context.actors, ask: createAskWithCause(host) },
  });
  const papers = createPaperPart({
    config,
    options,
    ssh,
    folders: { artifactRoot, marks: marksFolder },
    keyFile,
    context: () => context,
    patientContext,
    reads,
    workers,
  });
  const notify = createNotify(config, {
    clock,
    entropy,
    redact: createRedactor(config),
    isWell: () => whyUnwell(context),
  });
  const alertLooks = createAlertLooks(() => context);
  const { onBoundary } = options;
  const host: ActorHost = new ActorHost({
    journal,
    definitions: definitions(),
    effects: withCauses(
      begunWhileSure(store.plane, {
        ...createUseCaseEffects({
          contextOf: () => ({ control: patientContext(), papers: papers.tools }),
          alertLooks,
          aged: store.aged,
          reads,
          workers,
        }),
        ...papers.effects,
        ...createUpkeepEffects(config, options),
        ...notify.effects,
      }),
    ),
    clock,
    entropy,
    onStoreFault: options.onFatal,
    supervision: controlGroups,
    log: (entry) => logHostEntry(log, 'control', entry),
    ...(onBoundary === undefined
      ? {}
      : { onBoundary: (boundary, effect) => onBoundary('control', boundary, effect) }),
  });
  const onCommit: ControlPart['onCommit'] = (listener) => {
    const stops = [host.onCommit(listener), store.followed?.onNews(listener)];
    return () => {
      for (const stop of stops) stop?.();
    };
  };
  const eventLog = createEventLog({
    enabled: config.service.logEvents,
    host: 'control',
    journal,
    onCommit,
    log,
  });
  const { shown } = config;
  const { controlToken: token } = config.auth;
  const likeness =
    store.plane && watchLikeness({ plane: store.plane, shown, token, clock: systemClock });
  const chain = createChainWatch(store.chain, clock, options.storeLookMs);
  const context: ControlContext = {
    vitals: createVitals({
      config,
      findWriteTrouble: () => upkeep.writeTrouble(),
      ...(store.followed === undefined
        ? {}
        : { storeWholeAt: store.followed.wholeAt.bind(store.followed) }),
      findConnectionTrouble: () => guard.trouble(),
      plane: () => store.plane?.standing() ?? null,
      likeness: () => likeness?.current() ?? null,
      databasePath,
      journal,
      clock,
      chain,
      inbox: () => byItself.inboxState(),
      writerOutcome: papers.writerOutcome,
      alertsCheckedAt: () => alertLooks.last(),
    }),
    bench: createBench({
      host,
      journal,
      machines: controlPlaneMachines,
      entropy,
      redact: createRedactor(config),
      place: controlBench,
      isReadOnly,
    }),
    actors: {
      ask: createAskWithCause(refuseWhileAway(host, store)),
      recall: (key, asked) => host.recall(key, asked),
    },
    reads,
    lineage: store.log.lineage,
    archive: isReadOnly ? null : store.archive,
    workers,
    clock,
    entropy,
    plans: createPlanShelf(clock, isReadOnly ? { ...store.plans, async put() {} } : store.plans),
    settings: controlSettings(config, { storeBackend: store.backend, storeLabel: databasePath }),
  };
  const byItself = createWorkByItself({
    config,
    context,
    host,
    log,
    isReadOnly,
    loss: store.log.loss,
  });
  const runTelemetry = createRunTelemetry(context);
  const beginWork = async (): Promise<void> => {
    await host.start();
    host.onCommit(() => runGates.look());
    await byItself.begin();
  };
  return {
    context,
    papers: papers.tools,
    paperWork: papers.work,
    core: createCore(config, context, databasePath),
    runTelemetry,
    idleReckoning: createIdleReckoning({
      telemetry: runTelemetry,
      profileOf: (workloadClass) => toIdleProfile(config, workloadClass),
    }),
    answerWaiting: () => runTelemetry.close(),
    host,
    inspector: inspectorOf(host, journal),
    databasePath,
    onCommit,
    feedReads: store.feed,
    gates,
    runGates,
    plane: store.plane,
    wholeLooks: () => wholeLooksOf(store, isReadOnly),
    kinds: Object.values(controlPlaneMachines).map(({ kind }) => kind),
    requireSoundStore,
    async start() {
      await eventLog.start();
      await sayAhead(log, 'control', { journal, clock });
      if (key.isNew && !isReadOnly)
        log.info({ key_id: key.keyId }, 'a key was made; papers are signed with it from now on');
      const noPdf = whyNoTypesetter();
      log.info({ pdf_maker: noPdf === null ? 'typst' : 'none', reason: noPdf }, 'what makes PDFs');
      chain.start();
      await upkeep.start();
      if (store.followed !== undefined) await lookOn(host, store.followed, log);
      // What only reads, and what stands by, leaves turns, timers and effects to the one that writes.
      likeness?.start();
      if (store.plane !== undefined) await store.plane.onTaken(beginWork);
      else if (!isReadOnly) await beginWork();
    },
    letGo: () => host.letGo(),
    async drain(deadlineMs, effectsMs) {
      await Promise.all([likeness?.stop(), store.plane?.stay()]);
      await byItself.stop();
      await upkeep.stop();
      await chain.stop();
      const { clean } = await host.drain(deadlineMs, effectsMs);
      // What was cut off may still be at it: then the lease is held until the store closes, last of all.
      if (clean) await store.plane?.handOver();
      return clean;
    },
    async close() {
      await chain.stop();
      await Promise.all(targets.map((target) => target.client.close()));
      await gates.close();
      await notify.close();
      await papers.close();
      await eventLog.stop();
      await journal.close();
      lock.release();
    },
  };
}

/** What others take out of service and put back is shown by whoever looks on, too. */
async function lookOn(
  host: Pick<ActorHost, 'lookOn'>,
  followed: NonNullable<Store['followed']>,
  log: Log,
): Promise<void> {
  await host.lookOn();
  followed.onNews(() => {
    host.lookOn().catch((error: unknown) => log.warn({ err: error }, 'the bench cannot be read'));
  });
}

function inspectorOf(host: ActorHost, journal: Journal): ActorInspector {
  return {
    stats: () => host.stats(),
    mailbox: (address) => host.mailboxOf(address),
    recent: (limit) => host.inspection.recent(limit),
    addresses: (after, limit) => journal.addresses(after, limit),
    timersOf: (address) => journal.timersOf(address),
    effects: (limit) => journal.effects(0, limit),
  };
}
