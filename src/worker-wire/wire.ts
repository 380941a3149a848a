/**
 * What crosses the wire between a control plane and a worker gate: the schema of every request and
 * reply of the worker routes. Requests are strict, so that a misspelt member is refused and named;
 * replies tolerate members added by a newer gate. Members are snake_case, sizes in bytes, times ISO
 * 8601 UTC.
 */
import * as z from 'zod';
import { usageSchema } from '../domain/budgets.ts';
import { isIdentifier } from '../domain/ids.ts';
import { limits } from '../domain/limits.ts';
import { gateRunSchema } from '../domain/records.ts';
import { signedEvidenceSchema } from '../domain/signed-evidence.ts';
import { dispatchModes, reasoningEfforts, workloadClasses } from '../domain/statuses.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { sampleSchema } from '../sensing/sample.ts';
import { queryNumber } from './query-number.ts';
import { callbackSummarySchema } from './wire-callbacks.ts';

const identifier = z
  .string()
  .refine(isIdentifier, 'must be 1 to 128 letters, digits, ".", "_" or "-", without ".."');
const pathCharsMax = 1024;
const relativePath = z
  .string()
  .min(1)
  .max(pathCharsMax)
  .refine((path) => !path.includes('\0'), 'must not hold a NUL character')
  .refine(
    (path) => path.split('/').every((part) => Buffer.byteLength(part) <= 255),
    'must not hold a name of more than 255 bytes',
  );
/** A word handed to the dispatch script as an argument and a variable; a NUL cannot be either. */
const word = z
  .string()
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');
const time = z.string();
const count = z.number().int().nonnegative();
const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

/**
 * Body of `POST /prepare-project`: the prompt of a run, and where it is written on the worker.
 * Without `overwrite`, a folder that holds something already is `project_exists`.
 */
export const prepareRequestSchema = z.strictObject({
  run_id: identifier,
  project_id: identifier,
  project_name: z.string().max(500),
  /** Relative to the worker's project root. */
  project_dir: relativePath,
  /** Relative to the project folder. */
  prompt_file: relativePath,
  prompt_text: z.string().max(2 * 1024 * 1024),
  overwrite: z.boolean().default(false),
});
/** A run to be prepared. The same request again is answered the same and writes nothing. */
export type PrepareRequest = z.infer<typeof prepareRequestSchema>;

/** Which gate answers, by the key that signs its evidence: each installation makes one. Older gates do not say. */
const gateId = z.string().max(200).optional();

/** Reply of `POST /prepare-project`; the run is known on the worker and has not been started. */
export const prepareReplySchema = z.object({
  accepted: z.literal(true),
  gate_id: gateId,
  /** Paths as they were asked for; `metadata_file` is relative to the project folder. */
  prepared: z.object({
    project_dir: z.string(),
    prompt_file: z.string(),
    metadata_file: z.string(),
  }),
  replayed: z.boolean().default(false),
  timestamp: time,
});
/** `replayed` says that the same request had been carried out before. */
export type PrepareReply = z.infer<typeof prepareReplySchema>;

/**
 * Body of `POST /dispatch`: how the operator's script is to start an agent on a prompt file that
 * lies there.
 */
export const dispatchRequestSchema = z.strictObject({
  run_id: identifier,
  project_id: identifier,
  project_dir: relativePath,
  prompt_file: relativePath,
  mode: z.enum(dispatchModes),
  model: word,
  reasoning_effort: z.enum(reasoningEfforts),
  sandbox: word,
  /** Agent session to go on with, in mode `resume`. */
  session_id: word.nullable().optional(),
  /** Absent: the worker's `default_workload_class`. */
  workload_class: z.enum(workloadClasses).optional(),
  /** Grows with every claim; a number below one seen for the project is refused. */
  fencing: count.optional(),
});
/** A run to be started. The same request again starts nothing; another one is `run_conflict`. */
export type DispatchRequest = z.infer<typeof dispatchRequestSchema>;

/** Reply of `POST /dispatch` once the script has answered: the process it started, by number and group. */
export const dispatchReplySchema = z.object({
  accepted: z.literal(true),
  dispatch: z.object({
    run_id: z.string(),
    pid: z.number().int(),
    pgid: z.number().int().nullable(),
    session_id: z.string().nullable().optional(),
    replayed: z.boolean(),
  }),
  timestamp: time,
});
/** `replayed` says that the run had been dispatched before and this request started nothing. */
export type DispatchReply = z.infer<typeof dispatchReplySchema>;

/** Body of `POST /runs/{run_id}/stop`; `grace_sec` is for processes that heed TERM. */
export const stopRequestSchema = z.strictObject({
  reason: z.string().min(1).max(1000).default('asked by the control plane'),
  /** Time between TERM and KILL. */
  grace_sec: z.number().min(0).max(600).default(5),
  /** Also tells the control plane, which did not ask for it, once the run has ended. */
  report: z.boolean().optional(),
});
/** The request with its defaults filled in: reason, time of grace, and whether a callback is wanted. */
export type StopRequest = z.infer<typeof stopRequestSchema>;

/** One run in lists, and the head of its detail. */
export const runRowSchema = gateRunSchema
  .pick({
    run_id: true,
    project_id: true,
    project_dir: true,
    status: true,
    mode: true,
    workload_class: true,
    pid: true,
    pgid: true,
    session_id: true,
    exit_code: true,
    idle_state: true,
    last_error: true,
    started_at: true,
    agent_exited_at: true,
    ended_at: true,
    created_at: true,
    updated_at: true,
  })
  .extend({
    live: z.boolean(),
    /** What its agent says it has used; absent: nothing, or an older gate, or it is long over. */
    usage: usageSchema.optional(),
  });
/** A run as the gate shows it; `live` while it occupies the worker. */
export type RunRow = z.infer<typeof runRowSchema>;

/** Query of `GET /runs`; the reply is not paged, so `limit` is how far back it reaches. */
export const runListQuerySchema = z.strictObject({
  limit: queryNumber(z.number().int().min(1).max(limits.pageSizeMax)).default(
    limits.pageSizeDefault,
  ),
});
/** Actors out of service, and messages that none could handle. */
const benchSummarySchema = z.object({
  out_of_service: count,
  dead_letters: count,
});
/** Two counts by which the control plane sees that somebody should look at a worker's bench. */
export type BenchSummary = z.infer<typeof benchSummarySchema>;

/** Reply of `GET /runs`, newest first, with what else tells the health of the gate. */
export const runListReplySchema = z.object({
  runs: z.array(runRowSchema),
  live_count: count,
  gate_id: gateId,
  /** Identifies the completion callback token without telling it. */
  callback_token_fingerprint: z.string(),
  /** Callbacks that are not yet taken by the control plane; an older gate does not say. */
  callbacks: callbackSummarySchema.optional(),
  /** What of the gate itself waits for a person; an older gate does not say. */
  bench: benchSummarySchema.optional(),
  /** Why its store takes no writes, or keeps none of them; null: it does. An older gate does not say. */
  store_trouble: z.string().nullable().optional(),
  timestamp: time,
});
/** The preflight and the fleet view judge a worker by it, and by whether it was answered at all. */
export type RunListReply = z.infer<typeof runListReplySchema>;

/** Bytes of a log that are gone, by their offsets. */
const droppedSchema = z.object({ from: count, to: count });

/** Reply of `GET /runs/{run_id}`; unlike the state of the run, its live readings are of this moment. */
export const runDetailReplySchema = z.object({
  run: runRowSchema,
  /** Null where nothing watches the run (it is not live) or nothing is known yet. */
  process_tree: jsonObject.nullable(),
  idle_window: jsonObject.nullable(),
  receipt: jsonObject.nullable(),
  samples: z.array(jsonObject),
  log_tail: z
    .object({
      text: z.string(),
      offset: count,
      size_bytes: count,
      dropped: droppedSchema.optional(),
      problem: z.string().optional(),
      /** Present once the log had to be bounded: how, and why not by a hole. */
      bounded: z.object({ method: z.string(), reason: z.string().nullable() }).optional(),
    })
    .nullable(),
  timestamp: time,
});
/** What the control plane asks for when it is unsure about a run, and while it follows one. */
export type RunDetailReply = z.infer<typeof runDetailReplySchema>;

/** Reply of `POST /runs/{run_id}/stop` with the run as it stands by then. */
export const stopReplySchema = z.object({
  accepted: z.literal(true),
  run: runRowSchema,
  /** True when the run had ended before and nothing was done. */
  replayed: z.boolean(),
  timestamp: time,
});
/** A run id the gate has never heard of is answered as well: it is called off for good. */
export type StopReply = z.infer<typeof stopReplySchema>;

/** Query of `GET /runs/{run_id}/log`: a piece by byte offset and length, and a wait in seconds. */
export const logQuerySchema = z.strictObject({
  /** Negative: counted from the end. */
  offset: queryNumber(z.number().int()).default(0),
  limit: queryNumber(z.number().int().min(1).max(limits.logReadBytesMax)).default(
    limits.logReadBytesMax,
  ),
  /** The reply waits this long for more text, or until the run is over. */
  wait_sec: queryNumber(z.number().min(0).max(limits.logWaitSecMax)).default(0),
});
/** A piece of a run's log as text; offsets count bytes of the whole log, what was dropped included. */
export const logReplySchema = z.object({
  run_id: z.string(),
  /** Where the text begins: later than asked for when that part was dropped. */
  offset: count,
  /** Where to read on. */
  next_offset: count,
  size_bytes: count,
  /** True when the run is over and everything was read: nothing more will come. */
  eof: z.boolean(),
  /** Absent from an older gate. */
  run_over: z.boolean().optional(),
  text: z.string(),
  /** Present when the part asked for was dropped to keep the log within its bound. */
  dropped: droppedSchema.optional(),
  /** Present when there is nothing to read where something should be; says why. */
  problem: z.string().optional(),
  timestamp: time,
});
/** A reader goes on at `next_offset` until `eof`. */
export type LogReply = z.infer<typeof logReplySchema>;

/** Reply of `GET /telemetry`: the latest sample of the whole machine. */
export const telemetryReplySchema = z.object({
  /** Null until the first sample was taken. */
  sample: sampleSchema.nullable(),
  sample_interval_sec: z
    .number()
    .positive()
    .optional()
    .describe('Time between two samples, which says from when on one is old.'),
  /** The age of the sample is told by it, so it must be one. */
  timestamp: z.iso.datetime(),
});
/** What the preflight judges the worker's sensors by; the age of the sample follows from its two times. */
export type TelemetryReply = z.infer<typeof telemetryReplySchema>;

/** Reply of `GET /healthz` as far as the control plane reads it. */
export const healthReplySchema = z.object({
  ok: z.boolean(),
  service: z.string(),
  timestamp: time,
  live_run_count: count.optional(),
});
/** By `service` the preflight tells a worker gate from whatever else answers at its address. */
export type HealthReply = z.infer<typeof healthReplySchema>;

/** Query of `GET /project-evidence/{project_id}`; without `run_id` the paper's files are left out. */
export const evidenceQuerySchema = z.strictObject({ run_id: identifier.optional() });
const evidenceFileSchema = z.object({
  path: z.string(),
  bytes: count,
  sha256: z.string(),
  media_type: z.string(),
  role: z.string(),
  /** When it was last written, by the clock of the worker's file system; absent from older workers. */
  modified_at: time.optional(),
});
/** Which files of a project may be read as evidence, and which are left out; no contents. */
export const evidenceManifestReplySchema = z.object({
  project_id: z.string(),
  run_id: z.string().nullable(),
  /** When the run was started, by that clock; null when it was not, absent from older workers. */
  started_at: time.nullable().optional(),
  /** When it was seen to be over for good, by that clock; null when it was not, absent from older workers. */
  ended_at: time.nullable().optional(),
  files: z.array(evidenceFileSchema),
  /** Files that match but are not offered, with the reason. */
  omitted: z.array(z.object({ path: z.string(), reason: z.string(), bytes: count.nullable() })),
  /** The list of a run's files, signed by the worker; absent without `run_id`, or from an older gate. */
  signed: signedEvidenceSchema.optional(),
  timestamp: time,
});
/** What evidence synchronisation reads the files by and checks their sizes and hashes against. */
export type EvidenceManifestReply = z.infer<typeof evidenceManifestReplySchema>;

/** Body of `POST /project-evidence/{project_id}/read`: paths relative to the project folder. */
export const evidenceReadRequestSchema = z.strictObject({
  paths: z.array(relativePath).min(1).max(limits.evidenceReadPathsMax),
  max_bytes_per_file: z
    .number()
    .int()
    .min(1)
    .max(limits.evidenceFileBytesMax)
    .default(limits.evidenceFileBytesMax),
});
/** The request with its bound filled in; longer files are cut at `max_bytes_per_file`. */
export type EvidenceReadRequest = z.infer<typeof evidenceReadRequestSchema>;
const evidenceContentSchema = z.object({
  path: z.string(),
  /** Size of the whole file. */
  bytes: count,
  /** Hash of the whole file; null when only its beginning was read. */
  sha256: z.string().nullable(),
  truncated: z.boolean(),
  encoding: z.enum(['utf8', 'base64']),
  content: z.string(),
});
/** One file that was read; as text or base64, whichever makes the smaller JSON. */
export type EvidenceContent = z.infer<typeof evidenceContentSchema>;
/** Every path that was asked for is either in `files` or in `unread`. */
export const evidenceReadReplySchema = z.object({
  project_id: z.string(),
  files: z.array(evidenceContentSchema),
  /** Paths that were not read, each with `path_escape`, `not_evidence`, `missing`, `not_a_file` or
   * `reply_full` (ask again for these). */
  unread: z.array(z.object({ path: z.string(), reason: z.string() })),
  timestamp: time,
});
/** Contents of one request; what did not fit into the reply is named in `unread` as `reply_full`. */
export type EvidenceReadReply = z.infer<typeof evidenceReadReplySchema>;

/** An error reply (RFC 9457) as far as the client relies on it. */
export const problemSchema = z.looseObject({
  status: z.number().int(),
  code: z.string(),
  title: z.string().optional(),
  detail: z.string().optional(),
});
/** The client goes by `status` and `code`; the rest is for people. */
export type Problem = z.infer<typeof problemSchema>;
