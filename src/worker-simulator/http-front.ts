/**
 * What callers of a simulated worker talk to: a door in front of the real gate that passes every
 * request on as it is, and on which a scenario may play faults of a network or of a sick server. It
 * stays open while the gate behind it restarts, and then hangs up as a dead machine would. Its times
 * are real ones, since those who wait live in real time.
 */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorRegistry } from '../domain/errors.ts';
import { productWord } from '../domain/product.ts';
import { type Clock, pause } from '../lib/clock.ts';
import { localUrl } from '../lib/host-port.ts';
import type { ReportFact } from './events.ts';
import { createFaultRules } from './fault-rules.ts';
import type { HttpFault, httpTopics } from './scenario-faults.ts';

interface HttpFrontOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly faults: readonly HttpFault[];
  /** The real clock. */
  readonly wallClock: Clock;
  readonly report: ReportFact;
}

/** The address that callers are given; the gate behind it may come and go. */
export interface HttpFront {
  /** `http://127.0.0.1:8788`. */
  readonly baseUrl: string;
  /** Address of the gate behind it; null while there is none, and callers are hung up on. */
  setGate(baseUrl: string | null): void;
  /** Ends every request that is under way without an answer. */
  cutAll(): void;
  /** Resolves when no request is under way, or after `graceMs` of real time. */
  settled(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

type Topic = (typeof httpTopics)[number];

const connectionsMax = 256;
/** Headers that belong to one connection and are not passed on. */
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Listens; rejects when the port is not to be had. */
export async function startHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  const { wallClock, report } = options;
  const nextFault = createFaultRules(options.faults);
  const underWay = new Set<ServerResponse>();
  let gateUrl: string | null = null;
  let onSettled = (): void => {};

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = nextFault(topicOf(incoming));
    if (fault !== undefined) {
      const what = `${fault.do} ${incoming.method} ${incoming.url}`;
      report({ type: 'fault', where: 'http', what });
    }
    if (fault?.do === 'cut_before') return void response.destroy();
    if (fault?.do === 'refuse') return refuse(incoming, response, fault.code);
    if (fault?.do === 'delay' || fault?.do === 'hang')
      await pause(wallClock, fault.wall_seconds * 1000);
    if (fault?.do === 'hang' || gateUrl === null || response.destroyed)
      return void response.destroy();
    await passOn(incoming, response, { gateUrl, loseAnswer: fault?.do === 'cut_after' });
  };

  const server = createServer((incoming, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onSettled();
    });
    serve(incoming, response).catch(() => response.destroy());
  });
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: localUrl(options.host, port),
    setGate(baseUrl) {
      gateUrl = baseUrl;
    },
    cutAll() {
      for (const response of underWay) response.destroy();
    },
    async settled(graceMs) {
      if (underWay.size === 0) return;
      const settled = new Promise<void>((resolve) => {
        onSettled = resolve;
      });
      await Promise.race([settled, pause(wallClock, graceMs)]);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const topics: readonly (readonly [topic: Topic, pattern: RegExp])[] = [
  ['prepare', /^POST \/prepare-project$/],
  ['dispatch', /^POST \/dispatch$/],
  ['stop', /^POST \/runs\/[^/]+\/stop$/],
  ['evidence', /^\w+ \/project-evidence\//],
  ['run', /^GET \/runs\/[^/]+/],
  ['preflight', /^GET \/(?:healthz|telemetry|runs)$/],
];

function topicOf({ method, url }: IncomingMessage): Topic {
  const line = `${method} ${url?.split('?')[0]}`;
  return topics.find(([, pattern]) => pattern.test(line))?.[0] ?? 'any';
}

function refuse(
  incoming: IncomingMessage,
  response: ServerResponse,
  code: keyof typeof errorRegistry,
): void {
  incoming.resume();
  const { status, title } = errorRegistry[code];
  const detail = `${title} (simulated)`;
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(
    JSON.stringify({ type: `urn:${productWord}:problem:${code}`, title, status, detail, code }),
  );
}

/** Sends the request to the gate and its answer back; with `loseAnswer` the latter is thrown away. */
function passOn(
  incoming: IncomingMessage,
  response: ServerResponse,
  { gateUrl, loseAnswer }: { readonly gateUrl: string; readonly loseAnswer: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${gateUrl}${incoming.url ?? '/'}`,
      { method: incoming.method, headers: withoutHops(incoming.headers), agent: false },
      (answer) => {
        if (loseAnswer) {
          answer.resume();
          answer.once('close', () => {
            response.destroy();
            resolve();
          });
          return;
        }
        response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
        answer.pipe(response);
        answer.once('error', reject);
        answer.once('close', resolve);
      },
    );
    outgoing.once('error', reject);
    // A caller who has gone needs no answer.
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
}

function withoutHops(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => !hopHeaders.has(header)));
}
