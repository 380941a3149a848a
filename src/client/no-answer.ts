/** Why there is no answer, in words, by the codes that Node has for it. */
import { type Explain, isOfProxy, NoAnswerError, type NoAnswerKind } from './errors.ts';

const perhapsDone =
  '; the service may have done what was asked: look, or ask again with the same idempotency key';

/** Codes of connections that were never made. */
const notConnected: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not take the connection in time',
  EACCES: 'the connection was not allowed',
  EPERM: 'the connection was not allowed',
};

/** Statuses that say what is wrong with the proxy that answered them without the service. */
const ofProxies: Readonly<Record<number, string>> = {
  413: 'takes no body of that size (nginx: client_max_body_size)',
  505: 'asks by HTTP/1.0 (nginx: proxy_http_version 1.1)',
};

/** In the words of the typed client. */
export const explainNoAnswer: Explain = (what, baseUrl) =>
  'status' in what ? ofAnother(what, baseUrl) : ofConnection(what, baseUrl);

/** Something else answered. */
function ofAnother(
  { status, contentType }: { readonly status: number; readonly contentType: string },
  baseUrl: string,
): NoAnswerError {
  const answered = `${baseUrl} answered ${status}`;
  if (isOfProxy(status)) {
    const seen = `${answered}: a proxy there got no answer from the service behind it`;
    return new NoAnswerError('behind', seen, perhapsDone);
  }
  const known = ofProxies[status];
  if (known !== undefined)
    return new NoAnswerError('foreign', `${answered}: what stands before the service ${known}`);
  const as = contentType === '' ? 'without a content type' : `as ${contentType}`;
  const remedy = '; check the address and what stands before it';
  return new NoAnswerError('foreign', `${answered} ${as}, which is not this service`, remedy);
}

/** `fetch` threw. */
function ofConnection(
  call: { readonly error: unknown; readonly timedOut: boolean; readonly timeoutMs: number },
  baseUrl: string,
): NoAnswerError {
  const { error, timedOut, timeoutMs } = call;
  const because = (kind: NoAnswerKind, seen: string, more?: string): NoAnswerError =>
    new NoAnswerError(kind, seen, more, error);
  if (timedOut)
    return because(
      'timeout',
      `no answer from ${baseUrl} within ${timeoutMs / 1000} s`,
      perhapsDone,
    );
  const code = codeOf(error);
  const cannot = `cannot connect to ${baseUrl}: `;
  const reason = notConnected[code];
  if (reason !== undefined)
    return because('unreachable', `${cannot}${reason} (${code})`, '; is the service running?');
  // The other side's certificate is looked at before anything is sent.
  if (/CERT|^UNABLE_/.test(code))
    return because('unreachable', `${cannot}its certificate is not taken (${code})`);
  const named = code === '' ? '' : ` (${code})`;
  const seen = `the connection to ${baseUrl} was lost before the answer`;
  return because('lost', seen, named + perhapsDone);
}

function codeOf(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, errors } = current as {
      code?: unknown;
      cause?: unknown;
      errors?: unknown;
    };
    if (typeof code === 'string') return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return '';
}
