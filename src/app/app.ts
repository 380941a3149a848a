/**
 * The composition root: one process with the parts its role asks for, behind one HTTP server. In
 * role `all` control plane and worker gate share the server and nothing else: they meet over HTTP.
 */
import { join } from 'node:path';
import type { ActorHost } from '../actors/runtime/host.ts';
import type { VolatileHost } from '../actors/volatile/host.ts';
import { createRedactor } from '../config/redaction.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import { readRestoreCheck, readSupervision, type SupervisedHost } from '../control/bench/index.ts';
import { controlPlaneService, workerGateService } from '../domain/product.ts';
import { createBodyWork } from '../http/body-work/body-work.ts';
import { loadDashboardAssets } from '../http/dashboard-assets.ts';
import { createFeedMetrics } from '../http/feed-metrics.ts';
import { createGateRoute } from '../http/gates/route.ts';
import { createPipeline } from '../http/pipeline.ts';
import { type AppContext, routesOf } from '../http/routes/all.ts';
import { createSignInCodes } from '../http/sign-in-codes.ts';
import { dialledTransport } from '../http/transport/dialled.ts';
import { selectTransport } from '../http/transport/select.ts';
import { systemClock, toIsoTime } from '../lib/clock.ts';
import { createDescriptors } from '../lib/descriptors.ts';
import { localUrl } from '../lib/host-port.ts';
import { keepFolderPrivate } from '../lib/private-folder.ts';
import { atHome } from './gate/at-home.ts';
import { createGatePart, type GatePart } from './gate/gate-part.ts';
import type { AppOptions } from './options.ts';
import { type ControlPart, createControlPart } from './plane/control-part.ts';
import { createLivePart } from './plane/live-part.ts';
import { createPaperWorkMetrics } from './plane/paper-work-metrics.ts';
import { createPlaneRelay } from './plane/plane-relay.ts';
import { createStatecharts } from './plane/statecharts.ts';
import { tokenAtHome } from './plane/worker-targets.ts';
import { makeConfigured } from './process/configured-folder.ts';
import { type ConnectionGuard, createConnectionGuard } from './process/connection-guard.ts';
import { createOpenApiText } from './process/open-api-text.ts';
import { createPulse, type Pulse } from './process/pulse.ts';
import { trackRequests } from './process/request-tracker.ts';
import { createWatchPart } from './process/watch-part.ts';

/** A service that listens already, made by `startApp` for commands and for the simulated worker. */
export interface App {
  /** Where it listens, for example `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** Transport in use and why. */
  readonly transport: { readonly name: string; readonly reason: string };
  readonly control: ControlPart | null;
  readonly gate: GatePart | null;
  readonly pulse: Pulse;
  /** What is going on, in one line for the service manager. */
  describe(): Promise<string>;
  /** Finishes what was accepted, then closes; once. True when nothing was cut off. */
  stop(): Promise<boolean>;
}

/** How long a stop may take before it cuts things off. */
const stopDeadlineMs = 10_000;
/**
 * How long a stop waits for requests that began before it, while everything still runs. A large intake takes that
 * long on a busy machine; with the deadline above it stays within the minute that the service units allow.
 */
const requestGraceMs = 20_000;
/**
 * Shorter where another control plane can take over: what is not through by then is passed on to it. Without one, what
 * goes on by itself after the next start is waited for no longer either.
 */
const handOverTimes = { requestGraceMs: 3_000, effectsMs: 4_000 } as const;
/** Of those that it gives up, as many are named. */
const givenUpShown = 10;

interface Parts {
  readonly control: ControlPart | null;
  readonly gate: GatePart | null;
  readonly guard: ConnectionGuard;
}

/** Builds and starts everything; rejects when the store or the port is not to be had. */
export async function startApp(config: OrreryConfig, options: AppOptions): Promise<App> {
  const { role, stateDir } = config.service;
  makeConfigured('state_dir', stateDir, 0o700);
  const folders = [stateDir, ...(role === 'control' ? [] : [join(stateDir, 'worker')])];
  for (const said of folders.flatMap(keepFolderPrivate)) options.log.warn(said);
  const guard = createConnectionGuard({
    descriptors: createDescriptors(),
    clock: systemClock,
    log: options.log,
  });
  const control = role === 'worker' ? null : await createControlPart(config, options, guard);
  let gate: GatePart | null = null;
  try {
    gate = role === 'control' ? null : createGatePart(config, options);
    await Promise.all([control?.requireSoundStore(), gate?.requireSoundStore()]);
    return await serve(config, options, { control, gate, guard });
  } catch (error) {
    await Promise.all([control?.close(), gate?.close()]);
    throw error;
  }
}

async function describeService(baseUrl: string, gate: GatePart | null): Promise<string> {
  if (gate === null) return `control plane at ${baseUrl}`;
  const [{ live_run_count: live }, { waiting, parked }] = await Promise.all([
    gate.gate.health(),
    gate.callbacks.summary(),
  ]);
  const refused = parked === 0 ? '' : ` (of ${parked} runs refused)`;
  const out = gate.bench.bench.quarantines().length;
  const lost = out === 0 ? '' : `; actors out of service: ${out}`;
  return `runs live: ${live}; callbacks waiting: ${waiting}${refused}${lost}; at ${baseUrl}`;
}

async function describeActors({ host, context }: ControlPart) {
  const { readFaults, ...stats } = host.stats();
  return {
    ...stats,
    read_faults: readFaults.map(({ error, ...fault }) => ({
      ...fault,
      error: context.bench.redact(error),
    })),
    dead_letters: await context.bench.countDeadLetters(),
    restore_check: readRestoreCheck(context.bench),
  };
}

function describePaperWork({ paperWork }: ControlPart) {
  const { busy, waiting } = paperWork.stats();
  return { busy, waiting };
}

const supervisedHost = (
  name: string,
  host: ActorHost | null,
  actors?: VolatileHost,
): SupervisedHost => ({
  host: name,
  groups: host?.supervision() ?? [],
  quarantined: host?.stats().quarantined ?? [],
  actors: actors?.actors() ?? [],
});

/** Where gates that dial home arrive. A plane that stands by sends them on to the one that asks them. */
const gateRoute = (config: OrreryConfig, { gates, runGates, context, plane }: ControlPart) =>
  createGateRoute(gates, {
    runs: { admit: runGates.admit, runOfToken: (token) => context.workers.runOfToken(token) },
    tokenOf: (name) => tokenAtHome(config, name),
    isActive: () => plane === undefined || plane.standing().role === 'active',
  });

async function serve(
  config: OrreryConfig,
  options: AppOptions,
  { control, gate, guard }: Parts,
): Promise<App> {
  const { clock, entropy, log } = options;
  const { role } = config.service;
  const home = options.home === undefined ? null : atHome(options.home, config, options, gate);
  const selected = home === null ? await selectTransport(config.service) : dialledTransport(home);
  const live = control === null ? null : createLivePart(control, options);
  const watch = createWatchPart(config, options, {
    control,
    gate,
    transportName: selected.name,
    inFlight: () => ({ requests: transport.inFlight, sockets: transport.sockets }),
    sources: [
      ...(live === null ? [] : [createFeedMetrics(() => live.stats())]),
      ...(control === null ? [] : [createPaperWorkMetrics(control.paperWork)]),
    ],
  });
  const service = gate === null ? controlPlaneService : workerGateService;
  const redact = createRedactor(config);
  const gateHosts = (): SupervisedHost[] => [
    ...(gate === null ? [] : [supervisedHost('gate', gate.host, gate.actors)]),
    ...(options.actors === undefined ? [] : [supervisedHost('process', null, options.actors)]),
  ];
  const context = {
    ...(control === null
      ? {}
      : {
          control: control.context,
          papers: control.papers,
          inspector: control.inspector,
          statecharts: createStatecharts(options.packageRoot),
          configuration: config.shown,
          core: control.core,
          runTelemetry: control.runTelemetry,
          idleReckoning: control.idleReckoning,
          signInCodes: createSignInCodes(config.auth.controlToken, clock),
        }),
    ...(gate === null
      ? {}
      : {
          gate: gate.gate,
          gateCallbacks: gate.callbacks,
          gateProcesses: gate.leftOvers,
          gateTelemetry: gate.telemetry.reads,
          gateBench: gate.bench,
        }),
    dashboard:
      control === null
        ? null
        : await loadDashboardAssets(join(options.packageRoot, 'dist', 'dashboard')),
    openApi: createOpenApiText(options.packageRoot, {
      control: control !== null,
      worker: gate !== null,
    }),
    describeHealthz: async () => ({
      service,
      timestamp: toIsoTime(clock.now()),
      role,
      ...(control?.plane === undefined ? {} : { plane_role: control.plane.standing().role }),
      ...(gate === null ? {} : await gate.gate.health()),
    }),
    describeHealth: async () => ({
      timestamp: toIsoTime(clock.now()),
      db_path: control?.databasePath ?? '',
      store_backend: control?.context.settings.storeBackend ?? gate?.storeBackend,
      transport: { name: selected.name, reason: selected.reason },
      plane: control?.plane?.standing() ?? null,
      actors: control === null ? null : await describeActors(control),
      paper_work: control === null ? null : describePaperWork(control),
    }),
    describeSupervision: () =>
      readSupervision({ clock, redact }, [
        ...(control === null ? [] : [supervisedHost('control', control.host)]),
        ...gateHosts(),
      ]),
    describeGateSupervision: () => readSupervision({ clock, redact }, gateHosts()),
    legacyNotesEnabled: config.legacy.legacyNotesApiEnabled,
    metrics: watch.metrics,
    observability: watch.observability,
    // A route is only in the table when its part is here, so the missing members are never read.
  } as AppContext;
  const relay = control?.plane === undefined ? null : createPlaneRelay(control.plane);
  const bodies = createBodyWork();
  const handlers = createPipeline<AppContext>({
    bodies,
    routes: routesOf({ control: control !== null, worker: gate !== null }),
    context,
    tokens: {
      control: control === null ? '' : config.auth.controlToken.reveal(),
      worker: gate === null ? '' : config.auth.gateToken.reveal(),
      callback: control === null ? '' : config.auth.completionCallbackToken.reveal(),
      ...(control === null
        ? {}
        : { isOfRun: (token) => control.context.workers.runOfToken(token) !== null }),
    },
    clock,
    entropy,
    log,
    checkReplies: options.checkReplies ?? false,
    observe: watch.observe,
    ...(control === null ? {} : { head: () => control.context.reads.head() }),
    ...(live === null || control === null
      ? {}
      : { upgrades: [live.route, gateRoute(config, control)] }),
    ...(relay === null ? {} : { relay }),
  });
  let sayStarted = (): void => {};
  const started = new Promise<void>((resolve) => {
    sayStarted = resolve;
  });
  const tracker = trackRequests(handlers, started, clock);
  const transport = selected.create(tracker.handlers, { clock });
  // The server listens before the actors start: their first effects may call this very process.
  const { port } = await transport.listen({
    host: config.service.listenHost,
    port: config.service.listenPort,
  });
  try {
    await live?.start(transport);
    await gate?.start();
    await control?.start();
    sayStarted();
    guard.start(transport);
  } catch (error) {
    await transport.close({ deadlineMs: 0 });
    await bodies.close();
    throw error;
  }
  const baseUrl = options.home?.url ?? localUrl(config.service.listenHost, port);
  log.info(
    { base_url: baseUrl, role, transport: selected.name, reason: selected.reason },
    'serving',
  );
  const stop = async (): Promise<boolean> => {
    guard.stop();
    home?.close();
    gate?.answerWaiting();
    control?.answerWaiting();
    // A request of several steps goes on asking the actors, so those that have begun come first.
    const handsOver = control?.plane?.standing().role === 'active';
    if (!handsOver) relay?.giveUp();
    let givenUp = await tracker.settle(handOverTimes.requestGraceMs);
    if (!handsOver && givenUp.length > 0) {
      control?.letGo();
      givenUp = await tracker.settle(requestGraceMs - handOverTimes.requestGraceMs);
    }
    // The gate's callbacks and the control plane's calls go through the server, so it closes after
    // them; and whoever still asks meanwhile is answered from the stores, so those close last.
    const drained = await Promise.all([
      control?.drain(stopDeadlineMs, handsOver ? handOverTimes.effectsMs : undefined) ?? true,
      gate?.drain(stopDeadlineMs) ?? true,
    ]);
    // Now another one answers them; but what was cut off holds the lease until the end, and nobody waits for that.
    if (handsOver && drained.every(Boolean)) givenUp = await tracker.settle(requestGraceMs);
    // What came since is told that nobody knows.
    relay?.cutOff();
    await live?.close();
    const closed = await transport.close({ deadlineMs: stopDeadlineMs });
    await Promise.all([
      control?.close(),
      gate?.close(),
      watch.close(),
      bodies.close(),
      relay?.close(),
    ]);
    if (givenUp.length > 0)
      log.warn(
        { waited_sec: requestGraceMs / 1000, requests: givenUp.slice(0, givenUpShown) },
        'requests were under way for longer than a stop waits, and were cut off; repeat them with the same idempotency key',
      );
    const clean = givenUp.length === 0 && drained.every(Boolean) && closed.clean;
    log.info({ clean }, 'stopped');
    return clean;
  };
  let stopping: Promise<boolean> | null = null;
  return {
    baseUrl,
    transport: { name: selected.name, reason: selected.reason },
    control,
    gate,
    pulse: createPulse({
      clock,
      hosts: {
        ...(control === null ? {} : { 'control plane': control.host }),
        ...(gate === null ? {} : { 'worker gate': gate.host }),
      },
      sampling:
        gate === null
          ? null
          : { intervalMs: config.workerGate.sampleIntervalMs, ageMs: () => gate.sampleAgeMs() },
    }),
    describe: () => describeService(baseUrl, gate),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
