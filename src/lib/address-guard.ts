/**
 * Which network addresses an outgoing call may connect to. The service only ever calls addresses
 * from its configuration; this keeps the *name* in such an address from being turned against it
 * between the configuration and the connection (DNS rebinding, server-side request forgery).
 * Ranges are those of the IANA special-purpose address registries (RFC 6890, RFC 4193, RFC 4291).
 */
import { BlockList, isIP } from 'node:net';

/** How far an address reaches. Ordered from the public network inwards. */
export const addressScopes = ['public', 'private', 'loopback', 'link_local', 'never'] as const;
type AddressScope = (typeof addressScopes)[number];

const ranges: Readonly<Record<Exclude<AddressScope, 'public'>, readonly string[]>> = {
  /** Nothing can be served from these: unspecified, multicast, broadcast, reserved, documentation. */
  never: ['0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'ff00::/8', '100::/64'],
  /** Includes the metadata services of cloud machines. */
  link_local: ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const lists = (['never', 'link_local', 'loopback', 'private'] as const).map((scope) => {
  const list = new BlockList();
  for (const range of ranges[scope]) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return { scope, list };
});

/** Scope of an IP address; `never` for what is none. Pure. An IPv4 address written as IPv6 counts as IPv4. */
export function scopeOfAddress(address: string): AddressScope {
  const family = isIP(address);
  if (family === 0) return 'never';
  const mapped = family === 6 ? embeddedIpv4(address) : undefined;
  if (mapped !== undefined) return scopeOfAddress(mapped);
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  return lists.find(({ list }) => list.check(address, kind))?.scope ?? 'public';
}

/** The IPv4 address in an IPv4-mapped (`::ffff:`) or NAT64 (`64:ff9b::`) address. */
function embeddedIpv4(address: string): string | undefined {
  const dotted = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const words = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (words === null) return undefined;
  const bits = (Number.parseInt(words[1]!, 16) << 16) | Number.parseInt(words[2]!, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}

type AddressVerdict =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Judges what a name resolved to, and remembers: the first answer decides how far inwards the name
 * may point for good. A name that pointed to the public network may not point into the private one
 * later; moving to another address of the same reach is what machines do. Addresses are judged one
 * by one, and only those that pass may be connected to.
 */
export function createAddressGuard(host: string): {
  judge(addresses: readonly string[]): AddressVerdict;
} {
  let pinned: ReadonlySet<AddressScope> | null = null;
  return {
    judge(addresses) {
      const scoped = addresses.map((address) => ({ address, scope: scopeOfAddress(address) }));
      const usable = scoped.filter(
        ({ scope }) => scope !== 'never' && scope !== 'link_local' && (pinned?.has(scope) ?? true),
      );
      if (usable.length > 0) {
        pinned ??= new Set(usable.map(({ scope }) => scope));
        return { ok: true, addresses: usable.map(({ address }) => address) };
      }
      if (scoped.length === 0) return { ok: false, reason: `${host} has no address` };
      const { address, scope } = scoped[0]!;
      const before = pinned === null ? '' : `, while it was ${[...pinned].join(' or ')} before`;
      return {
        ok: false,
        reason: `${host} points to ${address}, which is ${scopeWords[scope]}${before}; it is not connected to`,
      };
    },
  };
}

const scopeWords: Readonly<Record<AddressScope, string>> = {
  public: 'a public address',
  private: 'a private address',
  loopback: 'this very machine',
  link_local: 'a link-local address',
  never: 'no address of a machine',
};
