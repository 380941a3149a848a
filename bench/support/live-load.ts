/**
 * A thousand readers of a WebSocket in a second process: plain TCP sockets that count bytes, so that
 * what is measured is the server and the network, not a client's parser.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

export interface ReadersRequest {
  readonly port: number;
  readonly path: string;
  readonly clients: number;
  /** Header lines of the handshake, without the usual ones. */
  readonly headers: readonly string[];
  /** Text message each reader sends once it is connected; null for none. */
  readonly message: string | null;
  /** A reader is ready once this text has come. */
  readonly readyText: string;
}

export interface Readers {
  /** Resolves when all readers together have got this many bytes since they were ready. */
  received(bytes: number): Promise<void>;
  stop(): void;
}

const variable = 'ORRERY_BENCH_READERS';

/** Starts the readers and resolves when all are ready; the program must call `runReadersIfAsked` first. */
export function startReaders(request: ReadersRequest): Promise<Readers> {
  const child = spawn(process.execPath, [process.argv[1]!], {
    env: { ...process.env, [variable]: JSON.stringify(request) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const readers: Readers = {
    received: (bytes) => {
      const done = nextMessage(child);
      child.send({ bytes });
      return done;
    },
    stop: () => child.kill(),
  };
  return nextMessage(child).then(() => readers);
}

function nextMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`the readers ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', () => {
      child.off('exit', onExit);
      resolve();
    });
  });
}

/** True when this process is the readers; it then runs until it is ended. */
export async function runReadersIfAsked(): Promise<boolean> {
  const text = process.env[variable];
  if (text === undefined) return false;
  await runReaders(JSON.parse(text) as ReadersRequest);
  return true;
}

async function runReaders(request: ReadersRequest): Promise<void> {
  let received = 0;
  let wanted = Number.POSITIVE_INFINITY;
  const look = (): void => {
    if (received < wanted) return;
    received -= wanted;
    wanted = Number.POSITIVE_INFINITY;
    process.send?.('done');
  };
  process.on('message', ({ bytes }: { bytes: number }) => {
    wanted = bytes;
    look();
  });
  await Promise.all(
    Array.from({ length: request.clients }, () =>
      startReader(request, (bytes) => {
        received += bytes;
        look();
      }),
    ),
  );
  process.send?.('ready');
  await new Promise(() => undefined);
}

function startReader(request: ReadersRequest, onBytes: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(request.port, '127.0.0.1');
    let head = '';
    let sent = false;
    socket.on('error', reject);
    socket.on('close', () => {
      process.stderr.write('a reader was cut off\n');
      process.exit(1);
    });
    socket.on('connect', () => socket.write(handshake(request)));
    const onHead = (data: Buffer): void => {
      head += data.toString('latin1');
      if (!sent && head.includes('\r\n\r\n')) {
        if (!head.startsWith('HTTP/1.1 101')) reject(new Error(head.slice(0, 300)));
        sent = true;
        if (request.message !== null) socket.write(maskedFrame(request.message));
      }
      if (!head.includes(request.readyText)) return;
      socket.off('data', onHead);
      socket.on('data', (more: Buffer) => onBytes(more.length));
      resolve();
    };
    socket.on('data', onHead);
  });
}

function handshake({ path, headers }: ReadersRequest): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
}

/** A short text frame of a client, with a mask of zeros. */
function maskedFrame(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > 125) throw new Error('the message must be short');
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]);
}
