/** The head of a request as `node:http` reads it. */
import type { IncomingMessage } from 'node:http';
import { LinesOfHead } from './head-lines.ts';
import type { RequestHead } from './port.ts';

/** A copy, readable for as long as anyone holds it. The adapter calls `abort` when the client goes away. */
export class NodeHead extends LinesOfHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly remoteAddress: string;
  readonly #version: string;

  constructor(req: IncomingMessage) {
    super();
    this.method = req.method ?? 'GET';
    const target = req.url ?? '/';
    const mark = target.indexOf('?');
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? '' : target.slice(mark + 1);
    this.remoteAddress = (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    for (let index = 0; index + 1 < req.rawHeaders.length; index += 2) {
      this.lines.add(req.rawHeaders[index]!.toLowerCase(), req.rawHeaders[index + 1]!);
    }
    this.#version = req.httpVersion;
  }

  fault(): string | undefined {
    return this.lines.fault({ method: this.method, version: this.#version });
  }
}
