/** Finds the way to the API server: a kubeconfig file, or what a Pod is given of its cluster. Reads files; asks nobody. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { KubernetesSettings } from '../../config/kubernetes-target.ts';
import { describeError } from '../../lib/describe-error.ts';
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
    return { ok: false, why: `${kubeconfig} cannot be read: ${describeError(error)}` };
  }
}

/** The text itself. Rejects for a file that cannot be read. */
export async function contentOf(given: Given): Promise<string> {
  return 'text' in given ? given.text : readFile(given.path, 'utf8');
}

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
