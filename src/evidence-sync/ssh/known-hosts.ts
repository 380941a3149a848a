/** Which keys a host is known by: `known_hosts` as OpenSSH keeps it (sshd(8)), and fingerprints. */
import { createHash, createHmac } from 'node:crypto';
import { matchesHost } from './config-file.ts';

/** A key by its kind, such as `ssh-ed25519`, and its bytes in base64. */
export interface HostKey {
  readonly type: string;
  readonly key: string;
}
/** What the files say of one host. Authorities that sign host keys are not among them. */
export interface KnownKeys {
  readonly keys: readonly HostKey[];
  readonly revoked: readonly HostKey[];
}

/** The name under which a host stands in the files. */
export const knownHostsName = (host: string, port: number): string =>
  port === 22 ? host : `[${host}]:${port}`;

/** As `ssh-keygen -l` prints it: `SHA256:` and base64 without padding. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** The kind that stands at the beginning of a key's bytes; empty where nothing readable does. */
export function keyTypeOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const type = key.toString('latin1', 4, 4 + Math.min(length, 64));
  return /^[\w@.-]+$/.test(type) ? type : '';
}

/** The keys that `text` has for `name`. */
export function findKnownKeys(text: string, name: string): KnownKeys {
  const keys: HostKey[] = [];
  const revoked: HostKey[] = [];
  for (const line of text.split(/\r?\n/)) {
    const parts = line.trim().split(/\s+/);
    const marker = parts[0]?.startsWith('@') === true ? parts.shift() : undefined;
    const [hosts = '', type = '', key = ''] = parts;
    if (hosts.startsWith('#') || key === '' || !isNamed(hosts, name)) continue;
    if (marker === undefined) keys.push({ type, key });
    else if (marker === '@revoked') revoked.push({ type, key });
  }
  return { keys, revoked };
}

function isNamed(hosts: string, name: string): boolean {
  if (!hosts.startsWith('|1|')) return matchesHost(hosts.split(','), name);
  const [, , salt = '', hash = ''] = hosts.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}
