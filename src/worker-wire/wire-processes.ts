/**
 * What crosses the wire of a worker's process routes: the live processes of a run, and the end of one of them. Members
 * are snake_case, times ISO 8601 UTC; what is not known is null.
 */
import * as z from 'zod';
import {
  processChangeFields,
  processEndGraceSec,
  processEndOutcomes,
} from '../domain/process-end.ts';

const count = z.number().int().nonnegative();
const amount = z.number().nonnegative().nullable();
const pid = z.number().int().positive();
const bootId = z.string().min(1).max(100);
const words = z.string().max(500);

/** The processes told of one run; those that are left out are counted. */
export const runProcessesMax = 200;

/** One live process of a run. Pid, start and boot together name it beyond the reuse of its number. */
export const runProcessSchema = z.object({
  pid,
  /** Clock ticks since the boot. */
  start_ticks: count,
  name: words,
  /** By what it is known to be of the run. */
  mark: z.string().max(40),
  /** Number of the user it belongs to. */
  user_id: count.nullable(),
  started_at: z.string().max(40).nullable(),
  rss_mib: amount,
  /** Processor time it has used so far, seconds. */
  cpu_sec: amount,
  /** GPUs on which it computes; null where the driver did not tell, or on a worker without. */
  gpus: z.array(z.object({ uuid: z.string().max(200), index: count, name: words })).nullable(),
  /** Why the gate would not end it; null: it would. */
  why_not: words.nullable(),
});
/** A row of the list. */
export type RunProcess = z.infer<typeof runProcessSchema>;

/** Reply of `GET /runs/{run_id}/processes`: one look at the process table. */
export const runProcessesReplySchema = z.object({
  run_id: z.string(),
  boot_id: bootId,
  alive: count,
  processes: z.array(runProcessSchema).max(runProcessesMax),
  timestamp: z.string(),
});
/** The oldest first. */
export type RunProcessesReply = z.infer<typeof runProcessesReplySchema>;

/** Body of `POST /runs/{run_id}/processes/{pid}/end`: which process was seen, and who wants it ended. */
export const endProcessRequestSchema = z.strictObject({
  start_ticks: count,
  boot_id: bootId,
  /** The same request under the same id is carried out once and answered alike. */
  request_id: z.string().min(1).max(200),
  requested_by: z.string().min(1).max(200),
  /** Time between TERM and KILL. */
  grace_sec: z.number().min(0).max(60).default(processEndGraceSec),
});
/** The request with its defaults filled in. */
export type EndProcessRequest = z.infer<typeof endProcessRequestSchema>;

/** Reply of the same, once the process has gone or was given up. */
export const endProcessReplySchema = z.object({
  run_id: z.string(),
  pid,
  start_ticks: count,
  boot_id: bootId,
  outcome: z.enum(processEndOutcomes),
  /** Null where it had gone before anybody looked. */
  name: words.nullable(),
  /** Memory it held when it was told to end. */
  rss_mib: amount,
  detail: words.nullable(),
  replayed: z.boolean(),
  timestamp: z.string(),
});
/** `replayed`: it repeats the answer to an earlier request of this id. */
export type EndProcessReply = z.infer<typeof endProcessReplySchema>;

/** What a refusal `process_changed` says beside its words: the member that does not fit, and what is there now. */
export const processChangeSchema = z.object({
  field: z.enum(processChangeFields),
  found: z.string().max(200).nullable(),
});
