/** A mail server that keeps what it takes, and takes nothing that is out of order. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SunkMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SmtpSink {
  readonly url: string;
  readonly mails: readonly SunkMail[];
  /** Replies to the next ends of DATA instead of taking the mail; `hang up` ends the connection then. */
  readonly next: string[];
  /** Recipients that there are not. */
  readonly unknown: Set<string>;
  /** What a client did that it must not. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** With `login`, mail is taken from that user only. */
export async function startSmtpSink(
  login: { readonly user: string; readonly password: string } | null = null,
): Promise<SmtpSink> {
  const mails: SunkMail[] = [];
  const next: string[] = [];
  const unknown = new Set<string>();
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket, { login, mails, next, unknown, faults });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next,
    unknown,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface Sink {
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly mails: SunkMail[];
  readonly next: string[];
  readonly unknown: ReadonlySet<string>;
  readonly faults: string[];
}

function converse(socket: Socket, { login, mails, next, unknown, faults }: Sink): void {
  let text = '';
  let from: string | null = null;
  let to: string[] = [];
  let isReading = false;
  let isGreeted = false;
  let isLoggedIn = login === null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const fault = (why: string): void => {
    faults.push(why);
    say(`503 5.5.1 ${why}`);
  };

  const command = (line: string): void => {
    const [word = '', ...rest] = line.split(' ');
    const argument = rest.join(' ');
    switch (word.toUpperCase()) {
      case 'EHLO':
        isGreeted = true;
        say('250-sink.example.org');
        if (login !== null) say('250-AUTH PLAIN');
        say('250 8BITMIME');
        return;
      case 'AUTH': {
        const given = Buffer.from(rest[1] ?? '', 'base64')
          .toString()
          .split('\0');
        isLoggedIn = login !== null && given[1] === login.user && given[2] === login.password;
        say(isLoggedIn ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password');
        return;
      }
      case 'MAIL':
        from = /^FROM:<([^>]+)>/i.exec(argument)?.[1] ?? null;
        to = [];
        if (!isGreeted) fault('MAIL before EHLO');
        else if (!isLoggedIn) say('530 5.7.0 log in first');
        else if (from === null) fault(`no sender in ${argument}`);
        else say('250 2.1.0 Ok');
        return;
      case 'RCPT': {
        const address = /^TO:<([^>]+)>/i.exec(argument)?.[1];
        if (from === null || address === undefined) fault('RCPT out of order');
        else if (unknown.has(address)) say('550 5.1.1 no such user');
        else {
          to.push(address);
          say('250 2.1.5 Ok');
        }
        return;
      }
      case 'DATA':
        isReading = to.length > 0;
        if (isReading) say('354 go on');
        else fault('DATA without a recipient');
        return;
      case 'QUIT':
        say('221 2.0.0 bye');
        socket.end();
        return;
      default:
        fault(`unknown command ${word}`);
    }
  };

  const endOfData = (data: string): void => {
    isReading = false;
    const bad = next.shift();
    if (bad === 'hang up') {
      socket.destroy();
      return;
    }
    if (bad !== undefined) {
      say(bad);
      return;
    }
    mails.push({ from: from ?? '', to, ...parseMail(data) });
    from = null;
    say(`250 2.0.0 Ok: queued as sink-${mails.length}`);
  };

  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    for (;;) {
      const end = isReading ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at < 0) return;
      const part = text.slice(0, at);
      text = text.slice(at + end.length);
      if (isReading) endOfData(part);
      else command(part);
    }
  });
  say('220 sink.example.org ESMTP');
}

function parseMail(data: string): Pick<SunkMail, 'headers' | 'body'> {
  const gap = data.indexOf('\r\n\r\n');
  const unfolded = data.slice(0, gap).replace(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: data.slice(gap + 4) };
}
