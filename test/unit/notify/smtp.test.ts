/** E-mail: the mail of a message, and what the words of a mail server mean. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import {
  createSmtpChannel,
  judgeMailError,
  judgeMailTaken,
  type Mail,
  toMail,
} from '../../../src/notify/smtp.ts';
import { DeadlineError } from '../../../src/worker-wire/deadline.ts';
import { messageOf, outgoing } from './support.ts';

const addresses = { from: 'orrery@example.org', to: ['ann@example.org', 'ben@example.org'] };
const answered = (responseCode: number, response: string) =>
  Object.assign(new Error(`Message failed: ${response}`), { responseCode, response });

describe('the mail of a message', () => {
  it('has its title as subject and one Message-ID for all attempts', () => {
    const mail = toMail(outgoing(), addresses);
    expect(mail).toMatchObject({ ...addresses, subject: messageOf().title });
    expect(mail.text).toContain(messageOf().text);
    expect(mail.text).toContain('incident worker:gpu-1.3');
    expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@orrery>$/);
    expect(toMail(outgoing(), addresses)).toEqual(mail);
  });

  it('stands in the thread of its incident', () => {
    const [firing, over] = ['a', 'b'].map((id) => toMail({ ...outgoing(), id }, addresses));
    expect(over?.messageId).not.toBe(firing?.messageId);
    expect(over?.headers['References']).toBe(firing?.headers['References']);
  });

  it('has one line of subject, whatever the title holds', () => {
    const { subject } = toMail(outgoing({ title: 'a\r\nBcc: eve@example.org' }), addresses);
    expect(subject).toBe('a Bcc: eve@example.org');
  });
});

describe('the word of a mail server', () => {
  it.each([421, 450, 451, 452])('%i is tried again', (code) => {
    expect(judgeMailError(answered(code, `${code} try later`))).toMatchObject({
      kind: 'retry',
      reason: `the mail server answered ${code}: ${code} try later`,
    });
  });

  it.each([500, 535, 550, 554])('%i is a refusal', (code) => {
    expect(judgeMailError(answered(code, `${code} no`))).toEqual({
      kind: 'refused',
      reason: `the mail server answered ${code}: ${code} no`,
    });
  });

  it('that did not come is no refusal', () => {
    expect(judgeMailError(new DeadlineError('no answer within 10 s'))).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('it may have arrived all the same'),
    });
    expect(judgeMailError(new Error('Unexpected socket close'))).toMatchObject({ kind: 'retry' });
  });

  it('is the receipt, with those it does not take mail for', () => {
    const response = '250 2.0.0 Ok: queued as 4XyZ';
    expect(judgeMailTaken({ response, rejected: [] })).toEqual({
      kind: 'delivered',
      receipt: response,
    });
    expect(judgeMailTaken({ response, rejected: ['eve@example.org'] })).toEqual({
      kind: 'delivered',
      receipt: `${response} (not for eve@example.org)`,
    });
  });
});

describe('the channel', () => {
  const options = { clock: systemClock, timeoutMs: 10_000 };

  it('hands the mail to its transport and tells what came', async () => {
    const mails: Mail[] = [];
    const transport = {
      send: async (mail: Mail) => {
        mails.push(mail);
        return { response: '250 queued', rejected: [] };
      },
    };
    const channel = createSmtpChannel(transport, addresses, options);
    const verdict = await channel.send(outgoing(), new AbortController().signal);
    expect(verdict).toEqual({ kind: 'delivered', receipt: '250 queued' });
    expect(mails).toEqual([toMail(outgoing(), addresses)]);
  });

  it('rejects only when the service is being stopped', async () => {
    const stop = new AbortController();
    const transport = {
      send: async () => {
        stop.abort(new Error('stopping'));
        throw new Error('gone');
      },
    };
    const channel = createSmtpChannel(transport, addresses, options);
    await expect(channel.send(outgoing(), stop.signal)).rejects.toThrow('gone');
  });
});
