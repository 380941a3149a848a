/**
 * Who may open a connection to the feed. The token is judged before anything else is said. It comes
 * in a subprotocol, because a browser cannot send headers with a WebSocket, or in the header that
 * every other route takes. A page of another site is refused by its `Origin`.
 */
import { ServiceError } from '../../domain/errors.ts';
import { type Authenticator, assertAllowed } from '../auth.ts';
import type { RequestHead } from '../transport/port.ts';
import { bearerProtocolPrefix, liveProtocol } from './protocol.ts';

/** The subprotocol to name in the reply, or null when none was offered. Throws `ServiceError`. */
export function checkHandshake(head: RequestHead, authenticator: Authenticator): string | null {
  const offered = head
    .header('sec-websocket-protocol')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const address = (): string => head.remoteAddress;
  const header = head.header('authorization');
  assertAllowed(
    header === ''
      ? authenticator.checkToken(tokenIn(offered), 'control', address)
      : authenticator.checkHeader(header, 'control', address),
  );
  checkOrigin(head.header('origin'), head.header('host'));
  if (offered.length === 0) return null;
  if (offered.includes(liveProtocol)) return liveProtocol;
  throw new ServiceError(
    'bad_request',
    `none of the subprotocols offered is spoken here; offer "${liveProtocol}"`,
  );
}

/** Empty when there is none; text that is not base64url makes a token that is wrong. */
function tokenIn(offered: readonly string[]): string {
  const carrier = offered.find((name) => name.startsWith(bearerProtocolPrefix));
  if (carrier === undefined) return '';
  return Buffer.from(carrier.slice(bearerProtocolPrefix.length), 'base64url').toString();
}

function checkOrigin(origin: string, host: string): void {
  if (origin === '' || isOf(origin, host)) return;
  throw new ServiceError(
    'origin_not_allowed',
    'the page that asks was loaded from another address; open the dashboard of this service, or leave the Origin header out',
  );
}

/** Compares host and port; the port may be left out where it is the default of the origin's scheme. */
function isOf(origin: string, host: string): boolean {
  try {
    const { protocol, host: from } = new URL(origin);
    return from !== '' && from === new URL(`${protocol}//${host}`).host;
  } catch {
    return false;
  }
}
