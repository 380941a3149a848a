/** The WebSocket of the command line: that of `ws`, with bounds and without redirects. */
import { WebSocket } from 'ws';
import { openingMsMax } from '../../http/live/client-connection.ts';
import { liveLimits } from '../../http/live/protocol.ts';

/** Made by the live feed's client; fits its `LiveSocketConstructor`. */
export class FeedSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, {
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: openingMsMax,
      maxPayload: 2 * liveLimits.frameBytesMax,
    });
  }
}

/** Address of the feed of a service at `baseUrl`. */
export function feedUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/^http/, 'ws')}${path}`;
}
