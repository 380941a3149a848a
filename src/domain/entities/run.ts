/** The run: one execution of a project on a worker. */
import * as z from 'zod';
import { runBudgetSchema, usageSchema } from '../budgets.ts';
import { defineEntity, internal, shown } from '../entity.ts';
import { dispatchModes, runStates, workloadClasses } from '../statuses.ts';
import { registrationSchema } from './evaluation.ts';
import { labels } from './labels.ts';
import { count, jsonObject, text, textOrNull, time, timeOrNull } from './parts.ts';

/** Table of the runs as the control plane knows them: one row for each claim of a queue item. */
export const run = defineEntity({
  id: 'run_id',
  statusName: 'state',
  defaultSort: '-updated_at',
  members: {
    status: shown(z.enum(['new', ...runStates]), 'Where it stands.', {
      column: 'plain',
      filter: true,
    }),
    run_id: shown(text, 'Its id.'),
    project_id: shown(text, 'What is run.', { column: 'plain', filter: true }),
    project_name: shown(
      text.optional(),
      'Title of the project at its claim; absent where the run is older than this member.',
    ),
    ...labels,
    attempt: shown(count, 'Number of the attempt within the project, from 1.'),
    registration: shown(
      registrationSchema.nullable().optional(),
      'What it is judged by, as event `run.registered` held it before its worker heard of it; null or absent: nothing.',
    ),
    replicates: shown(
      textOrNull.optional(),
      'The run whose experiment it does again; null or absent: none.',
    ),
    session_id: shown(textOrNull, "The agent's session."),
    dispatch_mode: shown(z.enum(dispatchModes), 'How the agent was started.', { filter: true }),
    worker_target: shown(textOrNull, 'Name of the worker; null before it was chosen.', {
      filter: true,
    }),
    workload_class: shown(
      z.enum(workloadClasses),
      'What kind of work it is, which chooses the idle profile.',
      { filter: true },
    ),
    started_at: shown(timeOrNull, 'When the worker started it.', { column: 'text', sort: true }),
    ended_at: shown(timeOrNull, 'When it was over.'),
    wall_sec: shown(
      z.number().nonnegative().nullable().optional(),
      'Seconds from its claim until it was over or asked its question; null while it goes on.',
    ),
    usage: shown(
      usageSchema.extend({ reported_at: time }).nullable().optional(),
      'What its agent last reported to have used, and when that was heard; null: nothing.',
    ),
    budgets: internal(z.array(runBudgetSchema).optional(), 'Budgets that it was claimed with.'),
    last_callback_at: shown(timeOrNull, 'When the worker was last heard of about it.'),
    gate_state: shown(textOrNull, 'What the worker gate last said of it.', { filter: true }),
    current_activity: shown(textOrNull, 'What the agent last said it was doing.'),
    idle_verdict: shown(
      jsonObject.nullable(),
      'Receipt of the idle gate as it came with the callback.',
    ),
    exit_code: shown(
      z.number().int().nullable(),
      'Of the agent; null while it runs or when it is not known.',
    ),
    last_error: shown(textOrNull, 'Why it failed; null when it did not.'),
    created_at: shown(time, 'When it was claimed for a worker.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** A run as it is stored, with the budgets that replies show with what is spent of them. */
export const runSchema = run.stored;
/** State of the run, a part of its queue item: it records what happened and decides nothing. */
export type Run = z.infer<typeof runSchema>;
