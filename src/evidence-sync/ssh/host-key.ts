/** Whether the key that a host shows is the one it must have, and what to write where if it is not. */
import { readFileSync } from 'node:fs';
import type { ServerHostKeyAlgorithm } from 'ssh2';
import { findKnownKeys, fingerprintOf, type KnownKeys, keyTypeOf } from './known-hosts.ts';
import type { SshPlan } from './plan.ts';

type Pins = Pick<SshPlan, 'alias' | 'knownAs' | 'knownHostsFiles' | 'fingerprint'>;

/** The keys that the files have for the host; files that are missing say nothing. */
export function readKnownKeys({ knownAs, knownHostsFiles }: Pins): KnownKeys {
  const found = knownHostsFiles.map((file) => findKnownKeys(readOrEmpty(file), knownAs));
  return {
    keys: found.flatMap(({ keys }) => keys),
    revoked: found.flatMap(({ revoked }) => revoked),
  };
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw error;
  }
}

const algorithms: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/**
 * The kinds of key that the host is asked to show: those it is known by, so that it does not show another
 * of its keys; every kind where none is known.
 */
export function hostKeyAlgorithms(pins: Pins): ServerHostKeyAlgorithm[] {
  const types = pins.fingerprint === null ? readKnownKeys(pins).keys.map(({ type }) => type) : [];
  const known = Object.keys(algorithms).filter((type) => types.includes(type));
  return (known.length > 0 ? known : Object.keys(algorithms)).flatMap(
    (type) => algorithms[type] ?? [],
  );
}

/** Null where the key is the right one; else why it is refused, with what to do. */
export function refuseHostKey(pins: Pins, key: Buffer): string | null {
  const [type, base64, fingerprint] = [keyTypeOf(key), key.toString('base64'), fingerprintOf(key)];
  const shown = `${pins.alias} showed the host key ${type} ${fingerprint}`;
  const { keys, revoked } = readKnownKeys(pins);
  if (revoked.some((known) => known.key === base64)) return `${shown}, which is revoked`;
  const [file = 'a known_hosts file'] = pins.knownHostsFiles;
  if (pins.fingerprint !== null) {
    if (pins.fingerprint === fingerprint) return null;
    return `${shown}, and paper_evidence_sync_ssh_host_key is ${pins.fingerprint}: another machine answers, or it was set up anew; ${compareFirst(type)} and only then correct the setting`;
  }
  if (keys.some((known) => known.key === base64)) return null;
  if (keys.length > 0) {
    const known = keys.map((each) => fingerprintOf(Buffer.from(each.key, 'base64'))).join(', ');
    return `${shown}, and it is known by another one (${known}): another machine answers, or it was set up anew; ${compareFirst(type)} and only then replace its line in ${file}`;
  }
  return `${shown}, which is not known here; ${compareFirst(type)}, then add the line "${pins.knownAs} ${type} ${base64}" to ${file}, or set paper_evidence_sync_ssh_host_key to ${fingerprint}`;
}

/** Where the right fingerprint stands. */
function compareFirst(type: string): string {
  const kind = type.startsWith('ecdsa') ? 'ecdsa' : type === 'ssh-rsa' ? 'rsa' : 'ed25519';
  return `compare it with what "ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub" prints on that machine`;
}
