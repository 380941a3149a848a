/**
 * A run as the worker knows it.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never heard of | `PREPARE` or `DISPATCH` | these, or `STOP` (then it can never start) |
 * | `prepared` | its folder and prompt are written | `DISPATCH` | `DISPATCH`, `STOP`; `PREPARE` replaces it |
 * | `starting` | dispatched | the dispatch script | `SPAWNED`, `SPAWN_FAILED`, `STOP` |
 * | `running` | the script has started the agent | the agent | its exit, its question, the idle gate, `STOP` |
 * | `quieting` | the agent has exited | the idle gate | its verdict, `STOP` |
 * | `stopping` | a stop was asked for, or it cannot be watched any more | the end of the process tree | `STOPPED` |
 * | `ready` | the gate called it idle, or the agent ended with a question | nothing | never |
 * | `timed_out` | it never became quiet in time | nothing | never |
 * | `failed` | it could not be started, or the gate failed and what lived of it was ended | nothing | only a late start, which is stopped |
 * | `stopped` | its processes were ended, or it was called off before it began | nothing | never |
 * | `fenced` | a stop came for an id never heard of | nothing | never |
 *
 * A question ends watching: the agent is gone and its answer starts another run, so the run is
 * `ready`, and the callback says that it was a question. Work that goes on meanwhile is named in it
 * and left to the next run of the project or to the reaper. A dispatch repeated in any later status
 * starts nothing: `dispatched` answers it for all of them. From `quieting` on a person may end what is left of it
 * (`END_PROCESS`), one process at a time, which moves nothing. What is over is forgotten after a long time (`FORGET`).
 */
import type { GateRun } from '../../domain/records.ts';
import { is } from '../kit.ts';
import { type EventOf, initialGateRun, kit } from './context.ts';
import * as dispatching from './dispatching.ts';
import * as leftovers from './leftovers.ts';
import { gateRunSetup } from './setup.ts';
import * as stopping from './stopping.ts';
import { exitedWhileStopping, exiting, watching } from './watching.ts';

const { status: _status, ...initialContext } = initialGateRun('');
const { PREPARE, DISPATCH } = dispatching;

/** Its folder keeps what it made, and the token by which it is known that it was started. */
const forgetting = kit.forgetAs<EventOf<'FORGET'>>('gate_run.forgotten', ({ context }) => ({
  project_id: context.project_id,
  ended_at: context.ended_at,
}));

/** A status in which nothing is waited for any more. */
const ended = <Status extends GateRun['status']>(status: Status, description: string) => ({
  ...is(status, description),
  tags: ['terminal'],
});

const live = gateRunSetup.createStateConfig({
  description: 'Its agent, or what that left behind, is watched by the idle gate.',
  initial: 'running',
  on: { ...watching, STOP: stopping.stopLive },
  states: {
    running: { ...is('running', 'The agent lives.'), on: exiting },
    quieting: {
      ...is('quieting', 'The agent has exited; the idle gate waits for quiet.'),
      on: { END_PROCESS: leftovers.endProcess },
    },
  },
});

const over = gateRunSetup.createStateConfig({
  description: 'Nothing is waited for any more.',
  initial: 'ready',
  on: { STOP: stopping.stopEnded, FORGET: forgetting, END_PROCESS: leftovers.endProcess },
  states: {
    ready: ended('ready', 'Quiet for the whole window, or ended with a question.'),
    timed_out: ended('timed_out', 'It never became quiet in time.'),
    not_to_run: {
      description: 'A process of it that turns up late is ended.',
      initial: 'failed',
      on: dispatching.startedTooLate,
      states: {
        failed: {
          ...ended('failed', 'It could not be started, or the gate failed.'),
          on: { DISPATCH: dispatching.repeatedOfFailed },
        },
        stopped: ended(
          'stopped',
          'Its processes were ended, or it was called off before it began.',
        ),
      },
    },
  },
});

/**
 * The statechart of the table above; `DISPATCH` and `STOP` are answered when what they set going
 * has ended.
 */
export const gateRunMachine = gateRunSetup.createMachine({
  id: 'gate_run',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      ...is('new', 'Never heard of.'),
      on: { PREPARE, DISPATCH, STOP: stopping.callOff('fenced') },
    },
    prepared: {
      ...is('prepared', 'Folder and prompt are written.'),
      on: {
        PREPARE: [dispatching.samePrompt, PREPARE],
        DISPATCH,
        STOP: stopping.callOff('stopped'),
      },
    },
    dispatched: {
      description: 'It was asked for once; the same request again starts nothing.',
      initial: 'starting',
      on: {
        DISPATCH: dispatching.repeated('replayed'),
        PROCESS_END_TOLD: leftovers.processEndTold,
      },
      states: {
        starting: {
          ...is('starting', 'The dispatch script starts the agent.'),
          on: {
            ...dispatching.starting,
            DISPATCH: dispatching.repeated('starting'),
            STOP: stopping.stopStarting,
          },
        },
        live,
        stopping: {
          ...is('stopping', 'Its process tree is being ended.'),
          on: { ...stopping.ending, ...dispatching.startedTooLate, ...exitedWhileStopping },
        },
        over,
      },
    },
    fenced: {
      ...ended('fenced', 'Called off before it was heard of; it can never start.'),
      on: { STOP: stopping.stopEnded, FORGET: forgetting },
    },
  },
});
