/** What a reply over HTTP means, as far as it means the same everywhere. Pure. */
import { limits } from '../domain/limits.ts';
import { type ChannelReply, type HttpService, retry, type Verdict } from './channel.ts';

/** 4xx replies that a later attempt may change. */
const passingStatuses: readonly number[] = [408, 425, 429];
const excerptCharsMax = 200;

/** Any reply that began, by its status first. */
export function judgeReply(
  service: Pick<HttpService, 'name' | 'field' | 'judgeAccepted'>,
  reply: ChannelReply,
): Verdict {
  const { status } = reply;
  if (status >= 200 && status < 300) return judge2xx(service, reply);
  const said = `${service.name} answered ${status}${excerptOf(reply.text)}`;
  if (status >= 300 && status < 400) {
    return {
      kind: 'refused',
      reason: `${said}; redirects are not followed, correct ${service.field}`,
    };
  }
  if (status >= 500 || status < 200 || passingStatuses.includes(status)) {
    return retry(said, retryAfterMs(reply.headers['retry-after']));
  }
  return { kind: 'refused', reason: said };
}

/** A login page of a proxy says 200, too: the message would be lost, with nobody having read it. */
function judge2xx(
  service: Pick<HttpService, 'name' | 'field' | 'judgeAccepted'>,
  reply: ChannelReply,
): Verdict {
  if ((reply.headers['content-type'] ?? '').startsWith('text/html')) {
    return retry(
      `a web page answered ${reply.status} instead of ${service.name}; correct ${service.field} or the proxy before it`,
    );
  }
  return service.judgeAccepted(reply);
}

/** Seconds of a `Retry-After`; null for none, and for a date, which the growing pause serves as well. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return null;
  return Math.min(Number(header) * 1000, limits.notificationPauseMsMax);
}

/** The first words of a reply, on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return '';
  return `: ${line.length > excerptCharsMax ? `${line.slice(0, excerptCharsMax).toWellFormed()}…` : line}`;
}

/** The reply as a JSON object; undefined when it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/** For a 2xx without what the service gives with every message it takes. */
export function noReceipt(name: string, reply: ChannelReply, expected: string): Verdict {
  return retry(
    `${name} answered ${reply.status} without ${expected}, as only something else would${excerptOf(reply.text)}`,
  );
}
