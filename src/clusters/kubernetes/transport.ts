/** Carries requests to an API server over HTTPS: no redirect is followed, the credentials are the cluster's own. */
import { Agent, request } from 'undici';
import type { KubernetesSettings } from '../../config/kubernetes-target.ts';
import { productWord } from '../../domain/product.ts';
import { authorityOf, contentOf, readAccess, tokenOf } from './access.ts';
import type { Access } from './kubeconfig.ts';

/** A request; `path` begins with a slash and holds the query. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly accept: string;
  /** Null: none is sent. */
  readonly body: { readonly type: string; readonly text: string } | null;
}

/** A reply that has begun. */
export interface ApiReply {
  readonly status: number;
  /** Of the header `retry-after`; null where there is none. */
  readonly retryAfter: string | null;
  readonly body: AsyncIterable<Uint8Array>;
}

/** One way to a cluster. */
export interface ApiTransport {
  /** The namespace that the credentials name; rejects with a sentence where there is no way. */
  namespace(): Promise<string | null>;
  /** Rejects when no reply began; nobody knows then what the request did. */
  send(call: ApiCall, signal: AbortSignal): Promise<ApiReply>;
  close(): void;
}

interface Way {
  readonly access: Access;
  readonly agent: Agent;
}

const connectTimeoutMsMax = 10_000;

/** Reads the credentials at the first request, and anew after they were not taken. */
export function createTransport(
  settings: Pick<KubernetesSettings, 'kubeconfig' | 'context' | 'requestTimeoutMs'>,
): ApiTransport {
  let way: Promise<Way> | null = null;
  const forget = (): void => {
    void way?.then(({ agent }) => agent.close()).catch(() => {});
    way = null;
  };
  const open = (): Promise<Way> => {
    if (way !== null) return way;
    const opening = openWay(settings);
    way = opening;
    // What could not be read may be put right meanwhile.
    opening.catch(() => {
      if (way === opening) way = null;
    });
    return opening;
  };
  return {
    namespace: async () => (await open()).access.namespace,
    async send({ method, path, accept, body }, signal) {
      const { access, agent } = await open();
      const token = await tokenOf(access);
      const reply = await request(`${access.server}${path}`, {
        method,
        headers: {
          accept,
          'user-agent': productWord,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === null ? {} : { 'content-type': body.type }),
        },
        body: body === null ? null : body.text,
        signal,
        dispatcher: agent,
      });
      if (reply.statusCode === 401) forget();
      const retryAfter = reply.headers['retry-after'];
      return {
        status: reply.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        body: reply.body,
      };
    },
    close() {
      void way?.then(({ agent }) => agent.destroy()).catch(() => {});
      way = Promise.reject(new Error('the service ends'));
      way.catch(() => {});
    },
  };
}

async function openWay(
  settings: Pick<KubernetesSettings, 'kubeconfig' | 'context' | 'requestTimeoutMs'>,
): Promise<Way> {
  const reading = await readAccess(settings);
  if (!reading.ok) throw new Error(reading.why);
  const { authority, serverName, certificate } = reading.access;
  const agent = new Agent({
    // The whole exchange has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: Math.min(connectTimeoutMsMax, settings.requestTimeoutMs),
      ...(authority === null ? {} : { ca: await authorityOf(authority) }),
      ...(serverName === null ? {} : { servername: serverName }),
      ...(certificate === null
        ? {}
        : {
            cert: await contentOf('client-certificate', certificate.chain),
            key: await contentOf('client-key', certificate.key),
          }),
    },
  });
  return { access: reading.access, agent };
}
