/** Model of a worker's run. */
import type { MachineModel, Row } from './table.ts';

/** Heard wherever it was asked for before. */
const told: Row = { PROCESS_END_TOLD: '=' };
const live: Row = {
  ...told,
  DISPATCH: '=',
  IDLE_CHANGED: '=',
  QUESTION_ASKED: 'ready',
  IDLE_CONFIRMED: 'ready',
  WAIT_EXHAUSTED: 'timed_out',
  GATE_FAILED: 'stopping',
  STOP: 'stopping',
};
/** Repeats are answered, nothing changes. */
const over: Row = { ...told, DISPATCH: '=', STOP: '=', FORGET: '=', END_PROCESS: '=' };

export const gateRunModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { PREPARE: 'prepared', DISPATCH: 'starting', STOP: 'fenced' },
    prepared: { PREPARE: '=', DISPATCH: 'starting', STOP: 'stopped' },
    starting: {
      ...told,
      DISPATCH: '=',
      SPAWNED: 'running',
      SPAWN_FAILED: 'failed',
      EFFECT_FAILED: 'failed',
      STOP: 'stopping',
    },
    running: { ...live, AGENT_EXITED: 'quieting' },
    quieting: { ...live, END_PROCESS: '=' },
    stopping: {
      ...told,
      DISPATCH: '=',
      STOP: '=',
      STOPPED: 'stopped failed',
      SPAWNED: '=',
      SPAWN_FAILED: '=',
      AGENT_EXITED: '=',
      EFFECT_FAILED: '=',
    },
    ready: over,
    timed_out: over,
    failed: { ...over, SPAWNED: 'stopping' },
    stopped: { ...over, SPAWNED: 'stopping' },
    fenced: { STOP: '=', FORGET: '=' },
  },
  restingPlaces: {
    ready: 'the run is over',
    timed_out: 'the run is over',
    fenced: 'the run can never start',
  },
};
