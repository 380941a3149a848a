/** What goes wrong on the wires of a simulated machine, as a scenario says it. */
import * as z from 'zod';
import { errorCodes } from '../domain/errors.ts';
import { callbackTypes } from '../domain/statuses.ts';
import { scenarioLimits, seconds, times } from './scenario-values.ts';

/** Which requests a fault is played on; `any` fits each. */
export const httpTopics = [
  'any',
  'preflight',
  'prepare',
  'dispatch',
  'run',
  'stop',
  'evidence',
] as const;
const onTopic = { on: z.enum(httpTopics).default('any'), times } as const;
const wallSeconds = z.number().min(0).max(600);
/** What goes wrong with a request to the gate. */
export const httpFaultSchema = z.discriminatedUnion('do', [
  /** The gate is not asked; the caller gets this error. */
  z.strictObject({ ...onTopic, do: z.literal('refuse'), code: z.enum(errorCodes) }),
  /** The gate is asked later. */
  z.strictObject({ ...onTopic, do: z.literal('delay'), wall_seconds: wallSeconds }),
  /** No answer for this long, then the connection is closed; the gate is not asked. */
  z.strictObject({ ...onTopic, do: z.literal('hang'), wall_seconds: wallSeconds }),
  /** The connection is closed at once; the gate is not asked. */
  z.strictObject({ ...onTopic, do: z.literal('cut_before') }),
  /** The gate does what it is asked, and its answer is lost. */
  z.strictObject({ ...onTopic, do: z.literal('cut_after') }),
]);
/** A rule about requests to the gate, for the first `times` that fit. */
export type HttpFault = z.infer<typeof httpFaultSchema>;

const onCallback = {
  /** Event type of the callback; `any` fits each. */
  on: z.enum(['any', ...callbackTypes]).default('any'),
  times,
} as const;
/** What goes wrong with a callback. */
export const callbackFaultSchema = z.discriminatedUnion('do', [
  /** The same callback is sent this often at once. */
  z.strictObject({
    ...onCallback,
    do: z.literal('duplicate'),
    copies: z.number().int().min(2).max(scenarioLimits.copiesMax),
  }),
  /** It is sent later. */
  z.strictObject({ ...onCallback, do: z.literal('delay'), seconds }),
  /** It is sent with a token that is not the right one. */
  z.strictObject({ ...onCallback, do: z.literal('wrong_token') }),
  /** It arrives, and the answer to it is lost. */
  z.strictObject({ ...onCallback, do: z.literal('lose_reply') }),
  /** It does not arrive. */
  z.strictObject({ ...onCallback, do: z.literal('lose') }),
]);
/** A rule about callbacks to the control plane, for the first `times` that fit. */
export type CallbackFault = z.infer<typeof callbackFaultSchema>;
