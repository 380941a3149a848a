/** What crosses the wire about how the actors of a process are supervised, and how they stand. */
import * as z from 'zod';

const count = z.int().min(0);

const supervised = {
  name: z.string(),
  strategy: z
    .enum(['isolate', 'restart', 'escalate'])
    .describe('What is done when there are too many failures.'),
  failures: count.describe('In the window as of now.'),
  failures_max: count,
  window_ms: z.int(),
  out_of_service: count,
};

const volatileActor = z.strictObject({
  kind: z.string(),
  id: z.string(),
  status: z.string().describe('The states it is in, as paths.'),
  inner: z
    .array(z.strictObject({ kind: z.string(), status: z.string() }))
    .describe('Machines that it drives itself, such as the idle gate of a run that is watched.'),
  waiting: count.describe('Messages in its mailbox.'),
  restarts: count.describe('Times it failed and began anew.'),
  last_failure: z
    .strictObject({ at: z.string(), event: z.string(), reason: z.string() })
    .nullable()
    .describe('Null while it has not failed.'),
});

/** The supervision tree of a process: hosts, their groups and kinds with failures, and volatile actors. */
export const supervisionReplySchema = z.strictObject({
  ok: z.literal(true),
  hosts: z.array(
    z.strictObject({
      host: z
        .string()
        .describe('control, gate for a worker gate in this process, or process for the process.'),
      out_of_service: count,
      groups: z.array(
        z.strictObject({ ...supervised, kinds: z.array(z.strictObject(supervised)) }),
      ),
      actors: z
        .array(volatileActor)
        .describe('Actors that persist nothing: a restart of the process begins them anew.'),
    }),
  ),
  generated_at: z.iso.datetime(),
  source: z.string(),
});
/** The tree as it is put together at `generated_at`; control plane and worker gate answer alike. */
export type SupervisionReply = z.infer<typeof supervisionReplySchema>;
