/** Which Kubernetes it is: an older one would let a Pod begin that is to wait. */
import * as z from 'zod';
import type { KubernetesApi } from './api.ts';

/** Scheduling gates hold from this one on; an older one leaves them out and begins. */
const minorVersionMin = 27;
const version = z.object({ major: z.string(), minor: z.string() });

/** What came of the question. */
export type VersionReading =
  | { readonly kind: 'fits'; readonly version: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

/** Asks the API server, which tells everybody. */
export async function readVersion(api: KubernetesApi): Promise<VersionReading> {
  const known = await api.ask({ method: 'GET', path: '/version' }, version);
  if (known.kind === 'unclear') return known;
  if (known.kind === 'no') return { kind: 'unclear', why: known.words };
  const { major, minor } = known.value;
  if (major !== '1' || Number.parseInt(minor, 10) >= minorVersionMin)
    return { kind: 'fits', version: `${major}.${minor}` };
  return {
    kind: 'refused',
    why: `the cluster is Kubernetes ${major}.${minor}; 1.${minorVersionMin} or newer is needed, which can hold a Pod back`,
  };
}
