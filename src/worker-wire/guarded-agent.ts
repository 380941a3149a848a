/**
 * The dispatcher of every outgoing call: connects only to an address that was resolved and judged
 * for this very connection (`lib/address-guard.ts`), so that nothing can be put between the judging
 * and the connecting. A refusal happens before anything is sent.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { createAddressGuard, scopeOfAddress } from '../lib/address-guard.ts';

type Resolve = (
  host: string,
  done: (
    error: NodeJS.ErrnoException | null,
    addresses: readonly { readonly address: string; readonly family: number }[],
  ) => void,
) => void;

/** Every address that the system gives for a name. */
export const resolveAll: Resolve = (host, done) =>
  systemLookup(host, { all: true, verbatim: true }, (error, addresses) =>
    done(error, addresses ?? []),
  );

/** The name in a configured address points somewhere it must not. Never sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly isNeverSent = true;
}

/**
 * An agent for calls to the host of `url`. Throws `AddressRefused` at once when that host is an IP
 * address which no machine can have; names are judged at each connection. `resolve` is for tests.
 */
export function createGuardedAgent(
  url: string,
  options: { readonly connectTimeoutMs: number; readonly resolve?: Resolve },
): Agent {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && scopeOfAddress(host) === 'never') {
    throw new AddressRefused(`${host} is no address that a machine can be reached at`);
  }
  const guarded = createGuardedLookup(host, options.resolve ?? resolveAll);
  return new Agent({ connect: { timeout: options.connectTimeoutMs, lookup: guarded } });
}

/** A `lookup` for `net.connect` that answers only with addresses that passed. */
export function createGuardedLookup(configuredHost: string, resolve: Resolve): LookupFunction {
  const guard = createAddressGuard(configuredHost);
  return (host, options, callback) => {
    // Node hands back what it was given; another name here would be a redirect, and none is followed.
    if (host !== configuredHost) {
      callback(new AddressRefused(`${host} is not the configured host`), '', 0);
      return;
    }
    resolve(host, (error, found) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const verdict = guard.judge(found.map(({ address }) => address));
      if (!verdict.ok) {
        callback(new AddressRefused(verdict.reason), '', 0);
        return;
      }
      const passed = found.filter(({ address }) => verdict.addresses.includes(address));
      if (options.all === true) callback(null, [...passed]);
      else callback(null, passed[0]!.address, passed[0]!.family);
    });
  };
}
