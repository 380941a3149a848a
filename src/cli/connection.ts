/**
 * The command line's one way to the service: the typed client, with every failure turned into words
 * that say what to do. Nothing here ever prints a token.
 */
import { type ApiClient, createApiClient, wasReplayed } from '../client/client.ts';
import { NoAnswerError } from '../client/errors.ts';
import { productTitle, productWord } from '../domain/product.ts';
import { asText } from '../lib/as-text.ts';
import { findCertificateTrouble, systemFact } from '../lib/system-words.ts';
import { type CommandInput, exitCodes } from './command.ts';
import { CommandFailure, explainFailure } from './failure.ts';
import { type Problem, problemLines, toProblem } from './problem.ts';
import { sendRequest } from './send-request.ts';
import {
  addressVariables,
  configurationWord,
  findService,
  type ServiceAddress,
} from './service-address.ts';

/** What a call of the typed client resolves to. */
interface FetchAnswer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What a single call may ask for; the wait is a minute unless told. */
export interface CallOptions {
  /** How long to wait for the answer. */
  readonly timeoutMs?: number;
  /** What the caller may repeat without doing it twice, when no answer came. */
  readonly key?: string | undefined;
  /** True where the very command does nothing twice, as one whose key is made of its content. */
  readonly isRepeatable?: boolean;
}

/** An answer that was a success. */
export interface Called<Data> {
  readonly data: Data;
  /** True when the service repeated its answer to an earlier request with the same key. */
  readonly replayed: boolean;
  readonly response: Response;
}

/** One service, asked by a command; nothing is sent before the first call. */
export interface Connection {
  readonly address: ServiceAddress;
  /** Role of the service by its open health route; empty when it does not say. */
  role(): Promise<string>;
  /** As `call`, for a request that is data. */
  send<Data>(request: RouteRequest): Promise<Called<Data>>;
  /** The answer to one request; throws `CommandFailure` when there is none or it is a refusal. */
  call<Data>(
    request: (api: ApiClient) => Promise<FetchAnswer<Data>>,
    options?: CallOptions,
  ): Promise<Called<NonNullable<Data>>>;
}

/** A request of a route that a row of a table names, `POST /control/pause`. */
export interface RouteRequest extends CallOptions {
  readonly route: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const replyMsMax = 60_000;
/** For requests that the service answers only when a paper has been written or a batch is done. */
export const longReplyMsMax = 900_000;

/** Connects as the options, environment and configuration say; explains what goes wrong in `work`. */
export function withConnection(
  input: CommandInput,
  work: (connection: Connection) => Promise<number>,
): Promise<number> {
  return explainFailure(input.io, { json: input.options['json'] === true }, () =>
    work(connect(findService(input))),
  );
}

/** A connection to a known address; nothing is sent yet. */
export function connect(address: ServiceAddress): Connection {
  const { baseUrl, token } = address;
  const call: Connection['call'] = async (request, options = {}) => {
    const { timeoutMs = replyMsMax } = options;
    let isRead = false;
    const send = (sent: Request): Promise<Response> => {
      isRead = sent.method === 'GET';
      return sendRequest(sent);
    };
    const api = createApiClient({ baseUrl, token, timeoutMs, fetch: send });
    const answer = await request(api).catch((error: unknown) => {
      throw unanswered(error, baseUrl, { ...options, isRead });
    });
    const { data, response } = answer;
    if (response.ok && isReply(data, response))
      return { data, replayed: wasReplayed(response), response };
    throw await refused(answer, address, api);
  };
  return {
    address,
    role: () =>
      roleOf(createApiClient({ baseUrl, token, timeoutMs: replyMsMax, fetch: sendRequest })),
    call,
    send: ({ route, path, query, body, ...options }) => {
      const [method, address] = route.split(' ');
      const init = { params: { path, query }, body };
      // A test compares the rows with the route table; here they are any text.
      const send = (api: ApiClient) =>
        api.request(method?.toLowerCase() as never, address as never, init as never);
      return call(send as never, options) as never;
    },
  };
}

/** Every reply of ours has one of the two; any other program can answer a request with JSON. */
function isReply<Data>(data: Data | undefined, response: Response): data is NonNullable<Data> {
  if (typeof data !== 'object' || data === null) return false;
  return 'ok' in data || response.headers.has('x-request-id');
}

/** No answer came: nothing listens there, it took too long, or the connection broke. */
function unanswered(
  error: unknown,
  baseUrl: string,
  options: CallOptions & { readonly isRead: boolean },
): unknown {
  if (error instanceof SyntaxError) return notOurs(baseUrl, 'its answer is not JSON');
  if (!(error instanceof NoAnswerError)) return error;
  if (error.kind === 'foreign') return notOurs(baseUrl, error.message);
  const cause = causeOf(error);
  const { name, message } = cause;
  if (name === 'HTTPParserError') return notOurs(baseUrl, 'what it sends is not HTTP');
  if (message === 'bad port')
    return new CommandFailure(
      exitCodes.unreachable,
      `cannot connect to ${baseUrl}: that port is another protocol's, and HTTP clients and browsers do not use it; serve on another`,
    );
  const elsewhere = `start it with \`${productWord} serve\`, or name another with --url or ${addressVariables.url}`;
  const trouble = findCertificateTrouble(cause);
  if (trouble !== null)
    return new CommandFailure(
      exitCodes.unreachable,
      `cannot connect to ${baseUrl}: ${systemFact(trouble)}`,
      { lines: [trouble.remedy] },
    );
  if (error.kind === 'unreachable')
    return new CommandFailure(exitCodes.unreachable, error.message, { lines: [elsewhere] });
  if (!options.isRead)
    return new CommandFailure(exitCodes.unreachable, error.message, {
      lines: [howToRepeat(options)],
    });
  // Of a question nothing may have been done.
  const isIt =
    error.kind === 'behind'
      ? 'does the service run, and is that its address?'
      : `is it ${productTitle} that listens there?`;
  return new CommandFailure(exitCodes.unreachable, error.seen, {
    lines: [`${isIt} Nothing was changed: ask again`],
  });
}

/** What the HTTP client threw, within what the typed client made of it. */
function causeOf({ cause }: NoAnswerError): Partial<Error> {
  const thrown = cause as { readonly cause?: Partial<Error> } | undefined;
  return thrown?.cause ?? {};
}

function howToRepeat({ key, isRepeatable }: CallOptions): string {
  if (isRepeatable === true) return 'repeat the command: what was done already is not done twice';
  return key === undefined
    ? `look with \`${productWord} status\` before you repeat it`
    : `repeat it with --key ${key}: that gives the answer without doing it twice`;
}

/** An answer that is not what was asked for. */
async function refused(
  { error, data, response }: FetchAnswer<unknown>,
  address: ServiceAddress,
  api: ApiClient,
): Promise<CommandFailure> {
  const reply = error ?? data;
  const problem = toProblem(reply);
  if (problem === undefined) return notOurs(address.baseUrl, `it answered ${response.status}`);
  const lines = problemLines(problem, await hintsFor(problem, address, api));
  return new CommandFailure(
    exitCodes.failed,
    `${response.status} ${problem.code}: ${problem.detail}`,
    { lines, reply },
  );
}

function notOurs(baseUrl: string, seen: string): CommandFailure {
  return new CommandFailure(
    exitCodes.unreachable,
    `what listens at ${baseUrl} does not answer as ${productTitle} does: ${seen}`,
    { lines: ['is the address right, and is there a proxy before it?'] },
  );
}

/** What to do about a refusal that the service itself cannot know. */
async function hintsFor(
  { code, detail }: Problem,
  address: ServiceAddress,
  api: ApiClient,
): Promise<string[]> {
  const role = code === 'unauthorized' || code === 'not_found' ? await roleOf(api) : '';
  if (role === 'worker' && address.isGate !== true)
    return [
      `${address.baseUrl} is a worker gate, which has no control plane; name that with --url or ${addressVariables.url}`,
    ];
  if (code === 'unauthorized') {
    const from =
      address.tokenFrom === configurationWord
        ? 'is ORRERY_CONFIG that of the running service, and has it been started since the token changed?'
        : `it came from ${address.tokenFrom}`;
    return [`the token was not accepted; ${from}`];
  }
  // Of what may be explained some is not there under the same code.
  if (code === 'not_found' && detail.startsWith('there is nothing at this address'))
    return [
      'the service does not know this address: it may be of another version than this program',
    ];
  return [];
}

async function roleOf(api: ApiClient): Promise<string> {
  try {
    const { data } = await api.GET('/healthz');
    return asText((data as Readonly<Record<string, unknown>> | undefined)?.['role']);
  } catch {
    return '';
  }
}
