/**
 * A chat-completions endpoint as strict as a real one, and stricter: what is not exactly what it takes is
 * refused and noted. It says what a test puts into `next`, whole or as a stream, or misbehaves.
 */
import type { ServerResponse } from 'node:http';
import { type Received, sendJson, startHttpServer, type TestServer } from './worker-server.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}
/** What it says to the messages of a request, or how it misbehaves. */
export type Act =
  | ((messages: readonly Message[]) => string)
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly choice: Readonly<Record<string, unknown>>; readonly usage?: unknown }
  | 'stall'
  | 'stall_midway'
  | 'break_off'
  | 'flood'
  | 'garbage';

export interface FakeEndpoint extends TestServer {
  readonly baseUrl: string;
  /** Acts for the next requests, in order; without any it answers 500. */
  readonly next: Act[];
  /** Messages of the requests that it took. */
  readonly asked: (readonly Message[])[];
  readonly requests: readonly Received[];
  /** Why it refused what it refused. */
  readonly faults: string[];
  /** Resolves once the connection of a request that was not answered is closed. */
  readonly hungUp: Promise<void>;
}

const members = 'max_tokens,messages,model,stream,temperature';

export async function startModelEndpoint(key: string, model: string): Promise<FakeEndpoint> {
  const next: Act[] = [];
  const asked: (readonly Message[])[] = [];
  const faults: string[] = [];
  let hangUp = (): void => {};
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const serve = (request: Received, response: ServerResponse): void => {
    response.on('close', () => {
      if (!response.writableFinished) hangUp();
    });
    if (request.headers.authorization !== `Bearer ${key}`) {
      sendJson(response, 401, { error: { message: `Incorrect API key provided: ${key}` } });
      return;
    }
    if (request.method === 'GET' && request.url === '/v1/models') {
      sendJson(response, 200, { data: [{ id: model }] });
      return;
    }
    const found = faultsOf(request, model);
    faults.push(...found);
    if (found.length > 0) {
      sendJson(response, 400, { error: { message: found.join('; ') } });
      return;
    }
    const body = JSON.parse(request.body) as { messages: Message[]; stream: boolean };
    asked.push(body.messages);
    act(next.shift() ?? { status: 500 }, body, response, model);
  };
  const server = await startHttpServer(serve);
  return { ...server, baseUrl: `${server.url}/v1`, next, asked, faults, hungUp };
}

function faultsOf({ method, url, headers, body }: Received, model: string): string[] {
  const faults: string[] = [];
  const need = (holds: boolean, why: string): void => {
    if (!holds) faults.push(why);
  };
  need(method === 'POST' && url === '/v1/chat/completions', `${method} ${url} is no question`);
  need(headers['content-type'] === 'application/json', 'it is no JSON');
  need(/^[\w./#-]{8,200}$/.test(String(headers['idempotency-key'])), 'it has no idempotency key');
  const asked = JSON.parse(body) as Record<string, unknown>;
  const { stream_options: options, ...rest } = asked;
  need(Object.keys(rest).sort().join() === members, `it holds ${Object.keys(rest).join()}`);
  need(
    JSON.stringify(options) === (asked['stream'] === true ? '{"include_usage":true}' : undefined),
    'its stream options are wrong',
  );
  need(asked['model'] === model, 'there is no such model');
  need(typeof asked['temperature'] === 'number', 'its temperature is no number');
  need(Number.isInteger(asked['max_tokens']) && Number(asked['max_tokens']) > 0, 'max_tokens');
  const messages = asked['messages'] as Message[];
  const roles = messages.map(({ role }) => role).join();
  need(['system,user', 'system,user,assistant,user'].includes(roles), `roles are ${roles}`);
  need(
    messages.every((message) => Object.keys(message).join() === 'role,content'),
    'a message is a role and a content',
  );
  return faults;
}

function act(
  what: Act,
  { messages, stream }: { messages: Message[]; stream: boolean },
  response: ServerResponse,
  model: string,
): void {
  if (what === 'stall') return;
  if (what === 'flood') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const part = ' '.repeat(64 * 1024);
    const pour = (): void => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', pour).on('error', () => {});
    pour();
    return;
  }
  if (what === 'garbage') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('<html>hello</html>');
    return;
  }
  if (typeof what === 'object' && 'status' in what) {
    response.writeHead(what.status, what.headers ?? {}).end(what.body ?? '');
    return;
  }
  const said = typeof what === 'function' ? what(messages) : 'Hello.';
  const usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };
  if (!stream) {
    const choice = {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: said },
    };
    if (what === 'stall_midway' || what === 'break_off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices": [');
      if (what === 'break_off') setImmediate(() => response.destroy());
      return;
    }
    const own = typeof what === 'object' && 'choice' in what ? what : { choice, usage };
    const reply = { choices: [own.choice], usage: own.usage };
    sendJson(response, 200, { id: 'x', model: `${model}-v2`, ...reply });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (value: unknown): void =>
    void response.write(`data: ${JSON.stringify(value)}\r\n\r\n`);
  const chunk = (delta: object, finish: string | null): void =>
    send({ model: `${model}-v2`, choices: [{ index: 0, delta, finish_reason: finish }] });
  response.write(': a comment\n\n');
  chunk({ role: 'assistant', content: '' }, null);
  for (const part of said.match(/[\s\S]{1,7}/g) ?? []) chunk({ content: part }, null);
  if (what === 'stall_midway') return;
  if (what === 'break_off') {
    setImmediate(() => response.destroy());
    return;
  }
  chunk({}, 'stop');
  send({ model, choices: [], usage });
  response.end('data: [DONE]\n\n');
}
