/**
 * The key of an installation: an ed25519 pair in one PEM file of its state folder, made on first use
 * and never replaced by the program. Whoever has the public half can tell what this installation
 * signed from what anyone else made of it.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keyIdOf, readSigningKey } from './dsse.ts';
import { randomToken } from './ids.ts';

/** Name of the key's file in the state folder of a control plane. */
export const signingKeyName = 'installation-key.pem';

/** Both halves and the name by which people compare the public one. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** PEM of the public half. */
  readonly publicPem: string;
  /** SHA-256 of the public half, lower-case hex. */
  readonly keyId: string;
  /** True where it was made just now: earlier signatures are of another key. */
  readonly isNew: boolean;
}

/**
 * The key in `path`, made where there is none: two that start at once end with the same one. Throws
 * with the file's name where it holds something else.
 */
export function openSigningKey(path: string): SigningKey {
  return readKeyFile(path) ?? { ...makeKeyFile(path), isNew: true };
}

/** The key in `path`; undefined where there is no such file. Throws where it holds something else. */
export function readKeyFile(path: string): SigningKey | undefined {
  const pem = readIfThere(path);
  if (pem === undefined) return undefined;
  try {
    return toSigningKey(readSigningKey(pem, 'private'));
  } catch (error) {
    throw new Error(
      `${path} cannot be used: ${(error as Error).message}; put the installation's key back, or move the file away and a new one is made`,
      { cause: error },
    );
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A whole file under a name of its own, then linked: no reader sees half a key. */
function makeKeyFile(name: string): SigningKey {
  const path = placeOf(name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  // Two that share the place may be in containers, where both are process 1.
  const draft = `${path}.${randomToken(6)}`;
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeyFile(path) ?? toSigningKey(privateKey);
}

/** A link leads to where the key is made, so that state folders of several planes can share one. */
function placeOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
}

function toSigningKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  return {
    privateKey,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    keyId: keyIdOf(publicKey),
    isNew: false,
  };
}
