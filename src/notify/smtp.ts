/**
 * E-mail. The server's last word to a message is the receipt: it has taken it then, whatever becomes of
 * it on its way. All attempts have one Message-ID, and all mails about an incident stand in one thread.
 */
import { limits } from '../domain/limits.ts';
import { productTitle, productWord } from '../domain/product.ts';
import { describeError } from '../lib/describe-error.ts';
import { sha256Hex } from '../lib/hash.ts';
import { withDeadline } from '../worker-wire/deadline.ts';
import { type Channel, type Outgoing, retry, type Verdict } from './channel.ts';
import { describeFailure, type ExchangeOptions } from './http-channel.ts';
import { excerptOf } from './judge.ts';
import { textOf, titleOf } from './words.ts';

/** One mail as the mail server gets it. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The server's answer; `rejected` are recipients that it does not take mail for. */
export interface MailTaken {
  readonly response: string;
  readonly rejected: readonly string[];
}

/** What hands mails to a server. Rejects with the server's `responseCode` where it gave one. */
export interface MailTransport {
  send(mail: Mail, signal: AbortSignal): Promise<MailTaken>;
}

/** The mail of a message. Pure. */
export function toMail(
  { id, message }: Outgoing,
  addresses: { readonly from: string; readonly to: readonly string[] },
): Mail {
  const idOf = (name: string): string => `<${sha256Hex(name).slice(0, 32)}@${productWord}>`;
  const thread = idOf(`incident ${message.incident_id}`);
  return {
    ...addresses,
    subject: titleOf(message, subjectCharsMax),
    text: `${textOf(message, textCharsMax)}\n\n-- \n${productTitle}: ${message.alert_kind}, ${message.severity}, said at ${message.said_at}, incident ${message.incident_id}\n`,
    messageId: idOf(`notification ${id}`),
    headers: {
      'In-Reply-To': thread,
      References: thread,
      'Auto-Submitted': 'auto-generated',
      'X-Notification-Id': id,
    },
  };
}
const subjectCharsMax = 200;
const textCharsMax = 16_000;

/** What the server's word means; a connection that broke after the text may have brought it there. Pure. */
export function judgeMailError(error: unknown): Verdict {
  const { responseCode, response } = error as {
    readonly responseCode?: unknown;
    readonly response?: unknown;
  };
  if (typeof responseCode !== 'number') return retry(describeFailure(error));
  const said = typeof response === 'string' ? excerptOf(response) : `: ${describeError(error)}`;
  const reason = `the mail server answered ${responseCode}${said}`;
  return responseCode >= 500 ? { kind: 'refused', reason } : retry(reason);
}

/** Pure. */
export function judgeMailTaken({ response, rejected }: MailTaken): Verdict {
  const but = rejected.length === 0 ? '' : ` (not for ${rejected.join(', ')})`;
  return {
    kind: 'delivered',
    receipt: `${response.trim() || 'taken'}${but}`.slice(0, limits.notifyReceiptCharsMax),
  };
}

/** The channel over one mail server. */
export function createSmtpChannel(
  transport: MailTransport,
  addresses: { readonly from: string; readonly to: readonly string[] },
  { clock, timeoutMs }: ExchangeOptions,
): Channel {
  return {
    name: 'smtp',
    async send(outgoing, signal) {
      const mail = toMail(outgoing, addresses);
      try {
        const taken = await withDeadline(clock, timeoutMs, signal, (deadline) =>
          transport.send(mail, deadline),
        );
        return judgeMailTaken(taken);
      } catch (error) {
        if (signal.aborted) throw error;
        return judgeMailError(error);
      }
    },
    close: () => Promise.resolve(),
  };
}
