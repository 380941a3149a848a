/**
 * Hands mails to a mail server with nodemailer, over a connection that this file opens: to the configured
 * host alone, its address judged for this very connection. Loaded with the first mail.
 */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { scopeOfAddress } from '../lib/address-guard.ts';
import { AddressRefused, createGuardedLookup, resolveAll } from '../worker-wire/guarded-agent.ts';
import type { MailTransport } from './smtp.ts';

/** Where the server is and how one logs in there. */
export interface MailServer {
  /** `smtp://host[:port]` or `smtps://host[:port]`. */
  readonly url: string;
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly timeoutMs: number;
}

type Taken = (error: Error | null, socketOptions: object) => void;

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

/** A transport without a pool: mails are rare, and a connection that stands for days is dead. */
export function createMailTransport({ url, login, timeoutMs }: MailServer): MailTransport {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isWrapped = protocol === 'smtps:';
  const place = { host, port: port === '' ? ports[isWrapped ? 'smtps:' : 'smtp:'] : Number(port) };
  const lookup = createGuardedLookup(host, resolveAll);
  return {
    async send({ to, ...mail }, signal) {
      const socket = await open({ ...place, lookup }, signal);
      const end = (): void => void socket.destroy(asError(signal.reason));
      signal.addEventListener('abort', end, { once: true });
      try {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({
          ...place,
          secure: isWrapped,
          // A password is never sent in the clear, except within this machine.
          requireTLS: login !== null && !isWrapped && !isLoopback(socket),
          ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
          getSocket: (_options: unknown, taken: Taken) => taken(null, { connection: socket }),
          connectionTimeout: timeoutMs,
          greetingTimeout: timeoutMs,
          socketTimeout: timeoutMs,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        const { response, rejected } = await transport.sendMail({ ...mail, to: [...to] });
        return { response, rejected: rejected.map((one) => addressOf(one)) };
      } catch (error) {
        // What ended it says more than what it ended.
        throw signal.aborted ? asError(signal.reason) : error;
      } finally {
        signal.removeEventListener('abort', end);
        socket.destroy();
      }
    },
  };
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly lookup: ReturnType<typeof createGuardedLookup>;
}

async function open({ host, port, lookup }: Place, signal: AbortSignal): Promise<Socket> {
  if (isIP(host) !== 0 && ['never', 'link_local'].includes(scopeOfAddress(host))) {
    throw new AddressRefused(`${host} is no address that a mail server can be reached at`);
  }
  const socket = connect({ host, port, lookup });
  try {
    await once(socket, 'connect', { signal });
    // Errors of a connection that stands are told by whoever uses it.
    socket.on('error', () => {});
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? asError(signal.reason) : error;
  }
}

const isLoopback = ({ remoteAddress }: Socket): boolean =>
  scopeOfAddress(remoteAddress ?? '') === 'loopback';
const addressOf = (one: string | { readonly address: string }): string =>
  typeof one === 'string' ? one : one.address;
const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('the attempt was ended');
