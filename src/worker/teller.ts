/** The actor that tells a run what is seen of it: what its statechart asks for. */
import type { VolatileKind } from '../actors/volatile/kind.ts';
import { type BackOffPolicy, backOffDelayMs } from '../lib/back-off.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { Entropy } from '../lib/ids.ts';
import type { RunPaths } from '../worker-wire/run-paths.ts';
import { readDecision, toGateRunEvent } from './observations.ts';
import type { AskActor, GateFiles, RunObservation } from './ports.ts';
import { fileQuestion, questionNotes, readQuestion } from './question.ts';
import { type TellerMemory, type Telling, type Told, tellerMachine } from './teller-machine.ts';

interface TellerInput {
  readonly runId: string;
  readonly paths: RunPaths;
  readonly memory: TellerMemory;
}

/** What all tellers of a worker share. */
export interface TellerOptions {
  readonly ask: AskActor;
  readonly entropy: Entropy;
  readonly files: Pick<GateFiles, 'read' | 'lstat' | 'rename'>;
  /** Told of what could not be passed on; never throws. */
  readonly onProblem: (runId: string, problem: string) => void;
}

const retryBackOff: BackOffPolicy = { baseMs: 200, maxMs: 10_000, factor: 2 };

/** Statuses in which there is something to see of a run. */
export function isWatchable(status: string): boolean {
  return status === 'running' || status === 'quieting';
}

/** The kind of all tellers. One that fails goes on with what waits and with what it was telling. */
export function createTellerKind(
  options: TellerOptions,
): VolatileKind<typeof tellerMachine, TellerInput> {
  const { ask, entropy, files, onProblem } = options;
  return {
    kind: 'run_teller',
    machine: tellerMachine,
    handlers: ({ input: { runId, paths } }) => ({
      'problem.report': ({ problem }: { problem: string }) => onProblem(runId, problem),
      'observation.read': (observation: RunObservation) =>
        toGateRunEvent(observation, paths, files, (problem) => onProblem(runId, problem)),
      async 'run.tell'({ event, key, attempt }: Telling & { attempt: number }): Promise<Told> {
        const idempotency = key === null ? {} : { idempotency: { key, payload: event } };
        const by = { by: 'worker-gate', ...idempotency };
        const reply = await ask({ kind: 'gate_run', id: runId }, event, by);
        if (reply.ok) {
          const { accepted, status } = reply.outcome;
          return { result: 'taken', accepted, goesOn: isWatchable(status) };
        }
        if (reply.rejected === 'overloaded') {
          const retryMs = backOffDelayMs(retryBackOff, attempt, entropy.random());
          return { result: 'full', retryMs };
        }
        onProblem(runId, `${event.type} was not taken: ${reply.rejected} ${reply.detail}`);
        return { result: 'refused' };
      },
      'question.read': (tracking: JsonObject) => readTelling({ runId, paths, files }, tracking),
      'question.file': () => fileQuestion(paths, files),
    }),
    restartInput: (input, { context: { current, waiting, idleState, asking } }) => ({
      ...input,
      memory: { idleState, asking, waiting: current === null ? waiting : [current, ...waiting] },
    }),
  };
}

/** The question that the agent left, to be asked once; null when it left none. */
async function readTelling(
  { runId, paths, files }: Pick<TellerInput, 'runId' | 'paths'> & Pick<TellerOptions, 'files'>,
  tracking: JsonObject,
): Promise<Telling | null> {
  const question = await readQuestion(paths, files);
  if (question === null) return null;
  const notes = questionNotes(tracking, await readDecision(paths, files));
  return {
    key: `question:${runId}`,
    event: {
      type: 'QUESTION_ASKED',
      question: [question, ...notes.map((note) => `(${note}.)`)].join('\n\n'),
      process_tracking: tracking,
    },
  };
}
