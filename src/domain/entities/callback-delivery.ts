/** Callbacks on their way from the worker to the control plane. */
import * as z from 'zod';
import { count, jsonObject, text, textOrNull, time, timeOrNull } from './parts.ts';

/** Body of one callback as the worker sends it. */
export const callbackBodySchema = z.object({
  event_type: text,
  idempotency_key: text,
  run_id: text,
  project_id: text,
  session_id: textOrNull,
  sequence: count,
  seen_at: time,
  gate_state: textOrNull,
  reason: textOrNull,
  process_tracking: jsonObject.nullable(),
  telemetry: jsonObject.nullable(),
  exit_code: z.number().int().nullable(),
  decision: jsonObject.nullable(),
});
/** Made by the actor of a run on its worker, and read by the queue item. Null: there is nothing to say. */
export type CallbackBody = z.infer<typeof callbackBodySchema>;

/** Deliveries of one run, in order; the first is the one being tried. Worker side. */
export const callbackDeliverySchema = z.object({
  status: z.enum(['new', 'delivering', 'parked', 'drained']),
  run_id: text,
  queue: z.array(callbackBodySchema),
  delivered_count: count,
  attempts: count,
  last_error: textOrNull,
  last_status_code: z.number().int().nullable(),
  parked_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the worker's actor that brings the callbacks of one run over; its id is the run's. */
export type CallbackDelivery = z.infer<typeof callbackDeliverySchema>;
