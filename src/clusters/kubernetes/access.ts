/** Finds the way to the API server: a kubeconfig file, or what a Pod is given of its cluster. Reads files; asks nobody. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { KubernetesSettings } from '../../config/kubernetes-target.ts';
import { describeError, whyUnusable } from '../../lib/describe-error.ts';
import { type Access, type AccessReading, type Given, parseKubeconfig } from './kubeconfig.ts';

/** Where a Pod finds its token, its authority and its namespace (kubernetes.io, "Accessing the API from a Pod"). */
const podFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The name that each API server's certificate has, and that each cluster's DNS knows. */
const podServer = 'https://kubernetes.default.svc';

/** Reads it anew each time. Never rejects. `folder` is that of a Pod's credentials. */
export async function readAccess(
  { kubeconfig, context }: Pick<KubernetesSettings, 'kubeconfig' | 'context'>,
  folder: string = podFolder,
): Promise<AccessReading> {
  if (kubeconfig === null) return readPodAccess(folder);
  try {
    const reading = parseKubeconfig(await readFile(kubeconfig, 'utf8'), context);
    if (!reading.ok) return { ok: false, why: `${kubeconfig} ${reading.why}` };
    return { ok: true, access: resolvePaths(reading.access, dirname(kubeconfig)) };
  } catch (error) {
    return { ok: false, why: cannotBeRead('kubeconfig', kubeconfig, error) };
  }
}

/** The text itself. Rejects for a file that cannot be read, which it names as the kubeconfig does. */
export async function contentOf(field: string, given: Given): Promise<string> {
  if ('text' in given) return given.text;
  return readFile(given.path, 'utf8').catch((error: unknown) => {
    throw new Error(cannotBeRead(field, given.path, error), { cause: error });
  });
}

/** As `contentOf`. A text without a certificate would count as no authority at all, without a word. */
export async function authorityOf(given: Given): Promise<string> {
  const field = 'certificate-authority';
  const content = await contentOf(field, given);
  if (/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/.test(content)) return content;
  const where = 'path' in given ? ` ${given.path}` : '-data';
  throw new Error(`${field}${where} holds no certificate (PEM: -----BEGIN CERTIFICATE-----)`);
}

/** What goes into a header; null: nobody asks. */
export async function tokenOf({ token }: Access): Promise<string | null> {
  if (token === null) return null;
  const text = 'path' in token ? await contentOf('tokenFile', token) : token.secret.reveal();
  const trimmed = text.trim();
  if (/^[\x20-\x7e]+$/.test(trimmed)) return trimmed;
  throw new Error('the token is empty or holds what no header can');
}

const cannotBeRead = (field: string, path: string, error: unknown): string =>
  `${field} ${path} cannot be read: ${whyUnusable(error)}`;

async function readPodAccess(folder: string): Promise<AccessReading> {
  try {
    const namespace = (await readFile(`${folder}/namespace`, 'utf8')).trim();
    const access: Access = {
      server: podServer,
      authority: { path: `${folder}/ca.crt` },
      serverName: null,
      token: { path: `${folder}/token` },
      certificate: null,
      namespace,
    };
    return { ok: true, access };
  } catch (error) {
    const why = `there is no kubeconfig, and this is no Pod with a service account: ${describeError(error)}`;
    return { ok: false, why };
  }
}

/** Relative paths count from the folder of the file that they stand in. */
function resolvePaths(access: Access, folder: string): Access {
  const from = (given: Given): Given =>
    'path' in given ? { path: resolve(folder, given.path) } : given;
  const { authority, token, certificate } = access;
  return {
    ...access,
    authority: authority === null ? null : from(authority),
    token: token !== null && 'path' in token ? { path: resolve(folder, token.path) } : token,
    certificate:
      certificate === null ? null : { chain: from(certificate.chain), key: from(certificate.key) },
  };
}
