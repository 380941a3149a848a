/**
 * The token of one run's gate: made of the run's id with a secret that only the control plane has, so that it need
 * not be kept anywhere, is the same after a restart, and opens nothing for another run.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { productWord } from '../domain/product.ts';

/** Exit status of a run's gate that could not reach home and had begun nothing (`EX_TEMPFAIL` of sysexits). */
export const noHomeExit = 75;

/** Where the gate of a run finds its token: in the folder that its job begins in. */
export const runTokenFile = 'run-token';

const macOf = (secret: string, runId: string): string =>
  createHmac('sha256', secret).update(`${productWord} gate of one run\n${runId}`).digest('hex');

/** The run's id and what proves it. */
export const runTokenOf = (secret: string, runId: string): string =>
  `${runId}.${macOf(secret, runId)}`;

/** The run that a token is for; null for one that was not made with this secret. */
export function runOfToken(secret: string, token: string): string | null {
  const [, runId, mac] = /^([A-Za-z0-9._-]{1,400})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (runId === undefined || mac === undefined) return null;
  const isRight = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, runId)));
  return isRight ? runId : null;
}
