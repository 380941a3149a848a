/**
 * Which bearer tokens may open a service. What can be guessed is refused where others can reach the
 * port, and noted where only this machine can. Nothing but length and one repeated character is
 * looked at: a measure of randomness would refuse good tokens and pass bad ones.
 */
import { isIP } from 'node:net';
import { scopeOfAddress } from '../lib/address-guard.ts';
import type { RelationFindings } from './problems.ts';
import type { ParsedConfig } from './schema.ts';
import type { Secret } from './secret.ts';

/** Fewest characters of a token that is taken from other machines. */
const tokenCharsMin = 32;

/** True where this process calls the worker; else the worker's gate, or that of each of its runs, comes with a token. */
export const isCalled = (workerUrl: string): boolean => /^https?:/i.test(workerUrl);

/** Fields with a token that this process accepts, and what is wrong with each; empty when nothing is. Pure. */
function weakTokens(
  parsed: ParsedConfig,
): readonly { readonly path: string; readonly fault: string }[] {
  const { role, control_api_bearer_token, worker_wake_gate_bearer_token, worker_targets } = parsed;
  const dialling = Object.entries(role === 'worker' ? {} : worker_targets)
    .filter(([, { wake_gate_url }]) => !isCalled(wake_gate_url))
    .map(([name, { bearer_token }]) => [`worker_targets.${name}.bearer_token`, bearer_token]);
  const accepted = {
    control_api_bearer_token,
    // A control plane alone shows it to its worker, which judges it.
    worker_wake_gate_bearer_token: role === 'control' ? null : worker_wake_gate_bearer_token,
    completion_callback_token: role === 'worker' ? null : parsed.completion_callback_token,
    ...(Object.fromEntries(dialling) as Record<string, Secret>),
  };
  return Object.entries(accepted).flatMap(([path, secret]) => {
    const fault = secret === null ? null : tokenFault(secret.reveal());
    return fault === null ? [] : [{ path, fault }];
  });
}

/** What is wrong with a token as words to follow its name; null when nothing is. Never quotes it. */
export function tokenFault(token: string): string | null {
  if (token.length < tokenCharsMin)
    return `must be at least ${tokenCharsMin} characters (it has ${token.length})`;
  return new Set(token).size === 1 ? 'must not be one character repeated' : null;
}

/** True for a name or an address that is this very machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(bare) === 0) return bare === 'localhost' || bare.endsWith('.localhost');
  return scopeOfAddress(bare) === 'loopback';
}

/** Refuses weak tokens on an address that others reach; on loopback they are noted. */
export function checkTokenStrength(parsed: ParsedConfig): RelationFindings {
  const weak = weakTokens(parsed);
  if (isLoopbackHost(parsed.listen_host)) {
    const notices = weak.map(
      ({ path, fault }) =>
        `${path} can be guessed: it ${fault} before this service may listen on anything but loopback; "orrery init" makes a strong one`,
    );
    return { problems: [], notices };
  }
  const problems = weak.map(({ path, fault }) => ({
    path,
    message: `${fault} while listen_host is ${parsed.listen_host}, where other machines can guess at it; "openssl rand -base64 32" makes a strong one, listen_host 127.0.0.1 keeps the service on this machine`,
  }));
  return { problems, notices: [] };
}
