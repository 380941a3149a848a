/**
 * The gates of runs on clusters, at home: one for each run, connected while its job runs. A gate of a run that is
 * over is told so and ends; whoever asks for a gate that is not there is told that nothing was sent.
 */
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { createWorkerClient, type WorkerClient } from './client.ts';
import type { GateConnection, GateSocket, GatesAtHome } from './gates-at-home.ts';

/** What is known of the run that a gate serves. */
export interface OpenRun {
  readonly projectId: string;
}

interface RunGatesOptions {
  readonly gates: GatesAtHome;
  /** The run, while it is the current one of its project and nothing calls it over; null otherwise. */
  readonly openRun: (runId: string) => Promise<OpenRun | null>;
  /** A gate has come: whoever waits for it may go on. */
  readonly onHome: (runId: string, run: OpenRun) => void;
  readonly onError: (error: unknown) => void;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** One for a control plane. */
export interface RunGates {
  /** Takes the connection of a gate whose right to the run was checked; what came before `connect` is lost. */
  admit(runId: string, socket: GateSocket): Promise<GateConnection | null>;
  isHome(runId: string): boolean;
  /** A client that finds the gate of each run; `tokenOf` makes what that gate takes. */
  clientWith(tokenOf: (runId: string) => string): WorkerClient;
  /** Something was committed: gates of runs that are over by it are told to end. */
  look(): void;
}

const seatOf = (runId: string): string => `run:${runId}`;
const overWords = 'its run is over';

/** Nobody is connected at first. */
export function createRunGates(options: RunGatesOptions): RunGates {
  const { gates, openRun, clock } = options;
  const runs = new Map<string, OpenRun>();
  let looking: Promise<void> | null = null;
  let again = false;
  const isHome = (runId: string): boolean => gates.isHome(seatOf(runId));
  async function lookOnce(): Promise<void> {
    for (const runId of runs.keys()) {
      if ((await openRun(runId)) !== null) continue;
      runs.delete(runId);
      await gates.end(seatOf(runId), overWords);
    }
  }
  const look = (): void => {
    again = looking !== null;
    if (again || runs.size === 0) return;
    looking = lookOnce()
      .catch(options.onError)
      .finally(() => {
        looking = null;
        if (again) look();
      });
  };
  return {
    async admit(runId, socket) {
      const run = await openRun(runId);
      if (run === null) {
        socket.close('over', overWords);
        return null;
      }
      const connection = gates.connect(seatOf(runId), socket);
      runs.set(runId, run);
      options.onHome(runId, run);
      return connection;
    },
    isHome,
    clientWith: (tokenOf) =>
      createRunClient({
        runOfProject: (projectId) =>
          [...runs].find(([runId, run]) => run.projectId === projectId && isHome(runId))?.[0] ??
          null,
        gateOf: (runId) =>
          isHome(runId)
            ? createWorkerClient({
                baseUrl: 'http://gate-of-a-run',
                dispatcher: gates.dispatcherOf(seatOf(runId)),
                bearerToken: tokenOf(runId),
                timeoutMs: options.timeoutMs,
                clock,
              })
            : null,
        now: () => toIsoTime(clock.now()),
      }),
    look,
  };
}

interface RunClientParts {
  readonly gateOf: (runId: string) => WorkerClient | null;
  readonly runOfProject: (projectId: string) => string | null;
  readonly now: () => string;
}

/** Every call goes to the gate of the run that it is about; those about none have nobody to go to. */
function createRunClient({ gateOf, runOfProject, now }: RunClientParts): WorkerClient {
  const away = (runId: string | null) =>
    ({
      kind: 'not_sent',
      error:
        runId === null
          ? 'a cluster has no gate of its own: each run has one'
          : `no gate of ${runId} has dialled home at ${now()}`,
    }) as const;
  const nobody = () => Promise.resolve(away(null));
  const at = async <Reply>(
    runId: string | null,
    call: (gate: WorkerClient) => Promise<Reply>,
  ): Promise<Reply | ReturnType<typeof away>> => {
    const gate = runId === null ? null : gateOf(runId);
    return gate === null ? away(runId) : call(gate);
  };
  return {
    baseUrl: 'http://gate-of-a-run',
    health: nobody,
    listRuns: nobody,
    telemetry: nobody,
    listCallbacks: nobody,
    retryAllCallbacks: nobody,
    prepare: (body, signal) => at(body.run_id, (gate) => gate.prepare(body, signal)),
    dispatch: (body, signal) => at(body.run_id, (gate) => gate.dispatch(body, signal)),
    findRun: (runId, signal) => at(runId, (gate) => gate.findRun(runId, signal)),
    stopRun: (runId, body, signal) => at(runId, (gate) => gate.stopRun(runId, body, signal)),
    listProcesses: (runId, signal) => at(runId, (gate) => gate.listProcesses(runId, signal)),
    endProcess: (runId, pid, body, signal) =>
      at(runId, (gate) => gate.endProcess(runId, pid, body, signal)),
    readLog: (runId, query, signal) => at(runId, (gate) => gate.readLog(runId, query, signal)),
    readRunTelemetry: (runId, query, signal) =>
      at(runId, (gate) => gate.readRunTelemetry(runId, query, signal)),
    readHistory: (query, signal) => at(query.runId, (gate) => gate.readHistory(query, signal)),
    evidenceManifest: (projectId, runId, signal) =>
      at(runId ?? runOfProject(projectId), (gate) =>
        gate.evidenceManifest(projectId, runId, signal),
      ),
    readEvidence: (projectId, body, signal) =>
      at(runOfProject(projectId), (gate) => gate.readEvidence(projectId, body, signal)),
    retryCallbacks: (runId) => at(runId, (gate) => gate.retryCallbacks(runId)),
    close: () => Promise.resolve(),
  };
}
