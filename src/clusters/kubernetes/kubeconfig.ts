/** Where a cluster is and who asks, from a kubeconfig file (kubernetes.io, "Organizing Cluster Access"). Pure. */
import { isIP } from 'node:net';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { Secret } from '../../config/secret.ts';
import { scopeOfAddress } from '../../lib/address-guard.ts';

/** Text that stands in the file, or the path of the file that holds it. */
export type Given = { readonly text: string } | { readonly path: string };

/** How the API server is reached. */
export interface Access {
  /** Base address without a slash at the end. */
  readonly server: string;
  /** Null: the authorities that Node knows. */
  readonly authority: Given | null;
  /** Name that the certificate must have; null: that of the address. */
  readonly serverName: string | null;
  /** Files of tokens are read for each request: clusters renew them. */
  readonly token: { readonly secret: Secret } | { readonly path: string } | null;
  readonly certificate: { readonly chain: Given; readonly key: Given } | null;
  /** Null: none is named. */
  readonly namespace: string | null;
}

/** What was found, or what is wrong. */
export type AccessReading =
  | { readonly ok: true; readonly access: Access }
  | { readonly ok: false; readonly why: string };

const text = z.string().optional();
const cluster = z.object({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'tls-server-name': text,
  'insecure-skip-tls-verify': z.boolean().optional(),
  'proxy-url': text,
});
const user = z.object({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  exec: z.unknown().optional(),
  'auth-provider': z.unknown().optional(),
  as: z.unknown().optional(),
  'as-uid': z.unknown().optional(),
  'as-groups': z.unknown().optional(),
  'as-user-extra': z.unknown().optional(),
});
const named = <Name extends string, Value extends z.ZodType>(name: Name, value: Value) =>
  z
    .array(
      z.object({ name: z.string(), [name]: value } as { name: z.ZodString } & Record<Name, Value>),
    )
    .default([]);
const file = z.object({
  'current-context': text,
  clusters: named('cluster', cluster),
  users: named('user', user),
  contexts: named('context', z.object({ cluster: z.string(), user: text, namespace: text })),
});
type User = z.output<typeof user>;

/** Reads the file's text. `context` null: the current one. Paths in it are as they stand there. */
export function parseKubeconfig(content: string, context: string | null): AccessReading {
  const parsed = file.safeParse(toValue(content));
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    return refuse(`is no kubeconfig${at === '' ? '' : `: ${at} is not what it has to be`}`);
  }
  const { contexts, clusters, users } = parsed.data;
  const wanted = context ?? parsed.data['current-context'];
  if (wanted === undefined || wanted === '') return refuse('names no current context; set context');
  const chosen = contexts.find(({ name }) => name === wanted)?.context;
  if (chosen === undefined) return refuse(`has no context ${wanted}`);
  const place = clusters.find(({ name }) => name === chosen.cluster)?.cluster;
  if (place === undefined) return refuse(`has no cluster ${chosen.cluster}`);
  const who = chosen.user === undefined ? {} : users.find(({ name }) => name === chosen.user)?.user;
  if (who === undefined) return refuse(`has no user ${chosen.user}`);
  const fault = faultOfPlace(place) ?? faultOfUser(who);
  if (fault !== null) return refuse(fault);
  return {
    ok: true,
    access: {
      server: place.server.replace(/\/+$/, ''),
      authority: given(place['certificate-authority-data'], place['certificate-authority']),
      serverName: place['tls-server-name'] ?? null,
      namespace: chosen.namespace ?? null,
      ...credentialsOf(who),
    },
  };
}

/** Aliases are bounded by the reader of YAML; what it cannot read has no value. */
function toValue(content: string): unknown {
  try {
    const document = parseDocument(content, { logLevel: 'silent' });
    return document.errors.length > 0 ? undefined : document.toJS();
  } catch {
    return undefined;
  }
}

function faultOfPlace(place: z.output<typeof cluster>): string | null {
  if (!URL.canParse(place.server)) return 'has a server that is no address';
  const { protocol, hostname, username } = new URL(place.server);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isNear = host === 'localhost' || (isIP(host) !== 0 && scopeOfAddress(host) === 'loopback');
  if (username !== '') return 'has a server with a user name in its address';
  if (/[?#]/.test(place.server)) return 'has a server with more than an address and a path';
  if (isIP(host) !== 0 && scopeOfAddress(host) === 'never')
    return `has the server ${host}, which no machine can be reached at`;
  if (protocol !== 'https:' && !(protocol === 'http:' && isNear))
    return 'has a server that is not asked over https; http is for this machine alone';
  if (place['insecure-skip-tls-verify'] === true)
    return 'switches off the check of certificates; give certificate-authority-data instead';
  if (place['proxy-url'] !== undefined) return 'names a proxy-url, which is not supported';
  return null;
}

function faultOfUser(who: User): string | null {
  if (who.exec !== undefined || who['auth-provider'] !== undefined)
    return 'gets its credentials from a program; give the token of a service account instead (deploy/kubernetes.yaml)';
  if (who.username !== undefined)
    return 'has a user with a password, which API servers no longer take';
  if (['as', 'as-uid', 'as-groups', 'as-user-extra'].some((name) => Object.hasOwn(who, name)))
    return 'has a user that acts as somebody else, which is not supported; give the token of a service account instead';
  const { certificate: chain, key } = certificateOf(who);
  if (chain !== null && key === null) return 'has a client-certificate without a client-key';
  if (chain === null && key !== null) return 'has a client-key without a client-certificate';
  return null;
}

const certificateOf = (who: User) => ({
  certificate: given(who['client-certificate-data'], who['client-certificate']),
  key: given(who['client-key-data'], who['client-key']),
});

function credentialsOf(who: User): Pick<Access, 'token' | 'certificate'> {
  const { certificate: chain, key } = certificateOf(who);
  const inline = who.token === undefined || who.token === '' ? null : new Secret(who.token);
  const path = who.tokenFile ?? '';
  return {
    // As kubectl has it: the file before the text.
    token: path !== '' ? { path } : inline === null ? null : { secret: inline },
    certificate: chain === null || key === null ? null : { chain, key },
  };
}

/** As kubectl has it: what stands in the file before the path of another. */
function given(data: string | undefined, path: string | undefined): Given | null {
  if (data !== undefined && data !== '')
    return { text: Buffer.from(data, 'base64').toString('utf8') };
  return path === undefined || path === '' ? null : { path };
}

const refuse = (why: string): AccessReading => ({ ok: false, why });
