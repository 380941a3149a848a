/** The run as its worker knows it: the process, its session, its idle state and its receipt. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import {
  dispatchModes,
  gateRunStatuses,
  idleStates,
  reasoningEfforts,
  workloadClasses,
} from '../statuses.ts';
import { count, jsonObject, text, textOrNull, time, timeOrNull } from './parts.ts';

/** Table of the runs of a worker. The control plane has a table of its own for them: `run`. */
export const gateRun = defineEntity({
  id: 'run_id',
  defaultSort: '-updated_at',
  members: {
    status: shown(z.enum(['new', ...gateRunStatuses]), 'Where it stands.', {
      column: 'plain',
      filter: true,
    }),
    run_id: shown(text, 'Its id.'),
    project_id: shown(text, 'What is run.', { column: 'plain', filter: true }),
    project_dir: shown(text, 'Its folder below the project root.'),
    prompt_file: shown(textOrNull, 'What the agent is told, below the project folder.'),
    prompt_sha256: shown(textOrNull, 'SHA-256 of that file.'),
    dispatch_fingerprint: shown(
      textOrNull,
      'Fingerprint of the dispatch request, to tell a repeat from a conflict.',
    ),
    mode: shown(z.enum(dispatchModes), 'How the agent was started.'),
    model: shown(textOrNull, 'Model of the agent.'),
    reasoning_effort: shown(z.enum(reasoningEfforts).nullable(), 'How long it is to think.'),
    sandbox: shown(textOrNull, 'What it may touch, in its own words.'),
    workload_class: shown(z.enum(workloadClasses), 'Which idle profile judges it.'),
    pid: shown(z.number().int().nullable(), 'Process of the agent.'),
    pgid: shown(z.number().int().nullable(), 'Its process group.'),
    pid_start_ticks: shown(
      z.number().nullable(),
      'Start of that process in clock ticks since boot, which guards against reuse of its number.',
    ),
    boot_id: shown(textOrNull, 'The boot that the process belongs to.'),
    session_id: shown(textOrNull, "The agent's session."),
    exit_code: shown(z.number().int().nullable(), 'Of the agent; null while it runs.'),
    idle_state: shown(z.enum(idleStates).nullable(), 'What the idle gate last saw.'),
    receipt: shown(jsonObject.nullable(), 'Receipt of the idle gate.'),
    callback_sequence: shown(count, 'Number of the last callback, from 1.'),
    pending_request: internal(textOrNull, 'Request key of the caller who waits.'),
    last_error: shown(textOrNull, 'Why it failed; null when it did not.'),
    started_at: shown(timeOrNull, 'When the agent was started.'),
    agent_exited_at: shown(timeOrNull, 'When the agent was gone.'),
    ended_at: shown(timeOrNull, 'When the run was over.'),
    created_at: shown(time, 'When it was prepared.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** A run as its worker stores it, with the members that no reply shows. */
export const gateRunSchema = gateRun.stored;
/** State of the worker's actor of one run: what it knows of the process itself. */
export type GateRun = z.infer<typeof gateRunSchema>;
