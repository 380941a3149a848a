/** What is kept and told when the agent of a worker's run has ended. */
import { describeAgentExit } from '../../domain/agent-exit.ts';
import { type EventOf, enqueueCallback, type GateRunContext, kit } from './context.ts';

type Exited = EventOf<'AGENT_EXITED'>;

const learnExit = (context: GateRunContext, event: Exited): Partial<GateRunContext> => ({
  exit_code: event.exit_code,
  session_id: event.session_id ?? context.session_id,
  agent_exited_at: event.at,
});
/** True for a status that is certainly no success; an unknown one is not. */
const isFailure = (code: number | null): code is number => code !== null && code !== 0;

const exitRecord = kit.record<Exited>('gate_run.agent_exited', ({ context, event }) => ({
  exit_code: event.exit_code,
  session_id: context.session_id,
}));

export const agentExited = {
  target: 'quieting',
  actions: [
    kit.change<Exited>(({ context, event }) => ({
      ...learnExit(context, event),
      callback_sequence: context.callback_sequence + 1,
      last_error: isFailure(event.exit_code)
        ? describeAgentExit(event.exit_code)
        : context.last_error,
    })),
    exitRecord,
    enqueueCallback<Exited>('agent_yielded', (event) => ({
      reason: describeAgentExit(event.exit_code),
      process_tracking: event.process_tracking,
    })),
  ],
} as const;

/** The stop that is under way explains the end, so its reason stays the run's error. */
export const exitedWhileStopping = {
  actions: [kit.change<Exited>(({ context, event }) => learnExit(context, event)), exitRecord],
} as const;

/** How the agent ended, as an addition to a verdict; empty where that is no bad sign. */
export const exitNote = ({ exit_code: code }: GateRunContext): string =>
  isFailure(code) ? `; ${describeAgentExit(code)}` : '';
