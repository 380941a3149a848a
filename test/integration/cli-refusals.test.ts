/** The command line when it cannot: no service, a wrong token, somebody else's server, bad words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, Server } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { runCli } from '../support/cli.ts';
import { freePort, startService, type TestService, token } from '../support/service.ts';

const secret = 'a-token-that-must-not-be-shown-anywhere';
let service: TestService;
let cwd: string;
const servers: TcpServer[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-cli-'));
  service = await startService();
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await service.remove();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    if (server instanceof Server) server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(argv, { cwd, env });
const configured = (): Record<string, string> => ({
  ORRERY_CONFIG: join(service.dir, 'config.json'),
});
const named = (url: string, given = secret) => ({ ORRERY_URL: url, ORRERY_TOKEN: given });

/** A server that is not ours. */
async function foreign(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** A server of no HTTP at all. */
async function talking(listener: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    listener(socket);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** One command of every kind, with arguments it takes. */
const samples: readonly (readonly string[])[] = [
  ['status'],
  ['queue'],
  ['queue', 'pause', 'p'],
  ['queue', 'answer', 'p', 'yes'],
  ['queue', 'edit', 'p', 'priority=high'],
  ['project', 'show', 'p'],
  ['project', 'create', 'A title'],
  ['run', 'show', 'r'],
  ['dispatch'],
  ['dispatch', '--live'],
  ['pause'],
  ['resume'],
  ['events'],
  ['papers'],
  ['papers', 'show', 'p'],
  ['papers', 'draft-next'],
  ['papers', 'rewrite', 'p'],
  ['papers', 'package', 'p'],
  ['papers', 'import', 'p'],
];

describe('without a service', () => {
  it('every command says in words that nothing answers and how to start it, with its own code', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const argv of samples) {
      const end = await run(argv, named(url));
      expect([argv, end.code, end.out]).toEqual([argv, exitCodes.unreachable, '']);
      expect(end.err).toContain(url);
      expect(end.err).toContain('orrery serve');
      expect(end.err).not.toContain(secret);
    }
  });

  it('the smoke check tries every call and fails', async () => {
    const end = await run(['smoke'], named(`http://127.0.0.1:${await freePort()}`));
    expect(end.code).toBe(exitCodes.failed);
    expect(end.out.match(/✗ .* no answer/g)).toHaveLength(4);
  });

  it('a host that does not exist is said to be unknown', async () => {
    const end = await run(['status'], named('http://orrery.invalid:8787'));
    expect(end.code).toBe(exitCodes.unreachable);
    expect(end.err).toContain('the name');
  });

  it('a connection that breaks says how to repeat a command without doing it twice', async () => {
    const url = await foreign((request) => request.socket.destroy());
    const kept = await run(['dispatch', '--live', '--key', 'k1'], named(url));
    expect(kept).toMatchObject({ code: exitCodes.unreachable, out: '' });
    expect(kept.err).toContain('--key k1');
    const made = await run(['dispatch', '--live'], named(url));
    expect(made.err).toMatch(/repeat it with --key cli-\S+: that gives the answer/);
    const pumped = await run(['queue', 'pause', 'p'], named(url));
    expect(pumped.err).toContain('may have done what was asked');
    expect(pumped.err).toContain('orrery status');
  });

  it('a connection that breaks on a question says nothing of what may have been done', async () => {
    const end = await run(['status'], named(await foreign((asked) => asked.socket.destroy())));
    expect(end).toMatchObject({ code: exitCodes.unreachable, out: '' });
    expect(end.err).toMatch(/lost before the answer\n.*Nothing was changed/);
    expect(end.err).not.toMatch(/may have|repeat/);
  });

  it('a proxy that lost the service in the middle says how to repeat a command without doing it twice', async () => {
    // allowed: not the service.
    const url = await foreign((_, reply) => void reply.writeHead(502).end('<h1>Bad Gateway</h1>'));
    const end = await run(['dispatch', '--live', '--key', 'k1'], named(url));
    expect(end).toMatchObject({ code: exitCodes.unreachable, out: '' });
    expect(end.err).toMatch(/answered 502: a proxy there .*may have done.*\n.*--key k1/);
    const asked = await run(['status'], named(url));
    expect(asked.err).toMatch(/answered 502: a proxy there .*\n.*does the service run.*ask again/);
    expect(asked.err).not.toMatch(/may have|repeat/);
  });

  it('a port that HTTP clients leave to another protocol is named as the reason', async () => {
    const end = await run(['queue', 'pause', 'p'], named('http://127.0.0.1:6000'));
    expect(end).toMatchObject({ code: exitCodes.unreachable, out: '' });
    expect(end.err).toContain('serve on another');
    expect(end.err).not.toContain('may have');
  });
});

describe('an import that breaks off', () => {
  const ideas = (count: number): string =>
    Array.from({ length: count }, (_, index) => JSON.stringify({ title: `Idea ${index}` })).join(
      '\n',
    );

  /** Answers a request for ideas as `answer` says, given its body and how many live ones came before. */
  function intake(answer: (body: { dry_run: boolean }, before: number) => object | null) {
    let before = 0;
    return foreign((request, reply) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { dry_run: boolean };
        const said = answer(body, before);
        if (!body.dry_run) before += 1;
        if (said === null) return void request.socket.destroy();
        const status = 'code' in said ? 422 : 200;
        // allowed: not the service.
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      });
    });
  }
  const taken = { ok: true, candidates: [], skipped_rows: [], created: 500 };

  it('names only what the command has: it is repeated as it was', async () => {
    writeFileSync(join(cwd, 'few.jsonl'), ideas(2));
    const url = await intake(({ dry_run: isDry }) => (isDry ? taken : null));
    const end = await run(['import', 'few.jsonl', '--live'], named(url));
    expect(end).toMatchObject({ code: exitCodes.unreachable, out: '' });
    expect(end.err).not.toContain('--key');
    expect(end.err).toContain('repeat the command');
  });

  it('says what was taken in when a later batch is refused, and never that nothing was', async () => {
    writeFileSync(join(cwd, 'many.jsonl'), ideas(501));
    const refusal = {
      code: 'invalid_request',
      errors: [{ path: 'ideas[0].title', message: 'is wrong' }],
    };
    const url = await intake(({ dry_run: isDry }, before) =>
      isDry || before === 0 ? taken : refusal,
    );
    const end = await run(['import', 'many.jsonl', '--live', '--json'], named(url));
    expect(end.code).toBe(exitCodes.failed);
    expect(end.err).not.toContain('nothing was imported');
    expect(end.err).toContain('500 were created');
    expect(end.err).toContain('many.jsonl:501: title: is wrong');
    expect(end.json()).toMatchObject({ ok: false, created: 500 });
  });
});

describe('with something else at the address', () => {
  it('an answer that is not JSON, or JSON of another kind, is not taken for ours', async () => {
    const answers: readonly RequestListener[] = [
      (_, reply) => reply.end('<html>'),
      // allowed: not the service.
      (_, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      // allowed: not the service.
      (_, reply) => reply.writeHead(500, { 'content-type': 'application/json' }).end('{"a":1}'),
      (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      // allowed: not the service.
      (_, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ];
    for (const answer of answers) {
      const url = await foreign(answer);
      for (const argv of [['status'], ['queue'], ['queue', 'pause', 'p']]) {
        const end = await run(argv, named(url));
        expect([argv, end]).toMatchObject([argv, { code: exitCodes.unreachable, out: '' }]);
        expect(end.err).toContain('does not answer as Orrery does');
      }
    }
  });

  it('what is no HTTP is not taken for a lost connection', async () => {
    const url = await talking((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    const end = await run(['queue', 'pause', 'p'], named(url));
    expect(end).toMatchObject({ code: exitCodes.unreachable, out: '' });
    expect(end.err).toContain('does not answer as Orrery does: what it sends is not HTTP');
  });

  it('a worker gate is named as what it is', async () => {
    const port = await freePort();
    const gate = await startService({ port, config: () => ({ role: 'worker' }) });
    try {
      for (const given of [token, secret]) {
        const end = await run(['status'], named(`http://127.0.0.1:${port}`, given));
        expect(end.code).toBe(exitCodes.failed);
        expect(end.err).toContain('is a worker gate, which has no control plane');
      }
      const own = await run(['status'], { ORRERY_CONFIG: join(gate.dir, 'config.json') });
      expect(own.code).toBe(exitCodes.config);
      expect(own.err).toContain('worker gate');
    } finally {
      await gate.remove();
    }
  });
});

describe('with a token that is not the right one', () => {
  it('says where the token came from and never shows it', async () => {
    const end = await run(['queue', '--json'], named(`http://127.0.0.1:${service.port}`));
    expect(end.code).toBe(exitCodes.failed);
    expect(end.err).toContain('401 unauthorized');
    expect(end.err).toContain('it came from ORRERY_TOKEN');
    expect(end.json()).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(end.err + end.out).not.toContain(secret);
    writeFileSync(join(cwd, 'token'), `${secret}\n`);
    const filed = await run(['queue', '--token-file', 'token'], {
      ...configured(),
      ORRERY_TOKEN: token,
    });
    expect(filed.err).toContain('it came from --token-file');
  });

  it('refuses what cannot be a token or an address before anything is sent', async () => {
    const url = `http://127.0.0.1:${service.port}`;
    writeFileSync(join(cwd, 'two-lines'), 'one\ntwo');
    const refused: readonly (readonly [readonly string[], Record<string, string>, string])[] = [
      [
        ['status', '--token-file', 'two-lines'],
        { ORRERY_URL: url },
        '--token-file: a token is one',
      ],
      [
        ['status', '--token-file', 'none'],
        { ORRERY_URL: url },
        'cannot be read: it is not there (ENOENT)',
      ],
      [['status', '--url', 'here'], named(url), '--url: must be an address'],
      [['status'], named('ftp://x'), 'ORRERY_URL: must begin with http:// or https://'],
      [['status', '--url', 'http://me:pass@x'], named(url), 'no user name or password'],
    ];
    for (const [argv, env, words] of refused) {
      const end = await run(argv, env);
      expect([argv, end.code]).toEqual([argv, exitCodes.usage]);
      expect(end.err).toContain(words);
      expect(end.err).not.toContain('pass@');
    }
  });

  it('has no option that would take a token on the command line', async () => {
    for (const argv of [['status'], ['queue', 'list'], ['dispatch']])
      expect(await run([...argv, '--token', secret])).toMatchObject({ code: exitCodes.usage });
  });

  it('says how to name the service when nothing does', async () => {
    const end = await run(['status']);
    expect(end.code).toBe(exitCodes.config);
    for (const words of ['ORRERY_CONFIG', 'orrery init', '--url', 'ORRERY_TOKEN'])
      expect(end.err).toContain(words);
  });
});

describe('with words it does not know', () => {
  it('refuses numbers, statuses and fields that are none, and says what would be right', async () => {
    const refused: readonly (readonly [readonly string[], string])[] = [
      [['queue', '--limit', '0'], '--limit must be a whole number from 1 to 500, not "0"'],
      [['queue', '--limit', 'many'], 'not "many"'],
      [['queue', '--status', 'runing'], 'runing'],
      [['queue', 'edit', 'p', 'priorty=1'], 'did you mean priority=…?'],
      [['queue', 'edit', 'p', 'status=queued'], 'editable'],
      [['dispatch', '--next', '--project', 'p'], 'not both'],
      [['papers', 'check', 'p', 'final_approval', 'maybe'], 'maybe'],
      [['completion', 'tcsh'], 'tcsh'],
      [['project', 'create', 't', '--prompt-file', 'none'], 'ENOENT'],
    ];
    for (const [argv, words] of refused) {
      const end = await run(argv, configured());
      expect([argv, end.code, end.out]).toEqual([argv, exitCodes.usage, '']);
      expect(end.err).toContain(words);
    }
  });

  it('gives on the refusals of the service with every field and the request id', async () => {
    const sorted = await run(['queue', '--sort', 'colour'], configured());
    expect(sorted.code).toBe(exitCodes.failed);
    expect(sorted.err).toMatch(/422 invalid_request.*\n {2}sort: .*\n {2}request id \S+/);
    const missing = await run(['project', 'show', 'nobody'], configured());
    expect(missing.err).toContain('404 project_not_found');
    const gate = await run(['worker', 'stop', 'nobody'], configured());
    expect(gate.err).toMatch(/404 run_not_found.*\n {2}request id [0-9a-f-]{36}$/);
    const unasked = await run(['why', 'corpus_entry', 'nobody'], configured());
    expect(unasked.err).toMatch(/404 not_found: an import of paper nobody .*\n {2}request id \S+$/);
  });

  it('refuses smoke variables that mean nothing', async () => {
    for (const [name, value] of [
      ['ORRERY_STATUS_ENDPOINT', '/elsewhere'],
      ['ORRERY_SMOKE_SKIP_PREFLIGHT', 'perhaps'],
    ] as const) {
      const end = await run(['smoke'], { ...configured(), [name]: value });
      expect(end.code).toBe(exitCodes.usage);
      expect(end.err).toContain(name);
    }
  });
});
