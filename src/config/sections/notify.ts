/** The channels over which people are told, besides the push service of `alerts.ts`. */
import { optionalSecret, optionalText, optionalUrl, seconds, textList } from '../field.ts';
import { defineSection } from '../section.ts';

const address = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/;
const off = (channel: string): string => `nobody is told over ${channel}`;

/** Resolved as `OrreryConfig.notify`. A channel is on when it is configured; half of one stops the start. */
export const notifySection = defineSection({
  title: 'Channels',
  about:
    'Whom to tell, besides the push service: each channel whose fields are set gets every message, in its own way. docs/alerts.md has a working configuration of each, and `orrery alerts test` proves it.',
  prefix: 'notify_',
  shape: {
    notify_ntfy_url: optionalUrl({
      about: 'Address of an ntfy topic, for example https://ntfy.example.org/orrery-nights.',
      whenUnset: off('ntfy'),
    }),
    notify_ntfy_token: optionalSecret({
      about: 'Access token for that topic.',
      whenUnset: 'the topic is open to everybody who knows its name',
    }),
    notify_gotify_url: optionalUrl({
      about: 'Address of a Gotify server.',
      whenUnset: off('Gotify'),
    }),
    notify_gotify_token: optionalSecret({
      about: 'Token of the application that the messages are from.',
      whenUnset: 'refused while `notify_gotify_url` is set',
    }),
    notify_webhook_url: optionalUrl({
      about: 'Address to which each message is posted as signed JSON.',
      whenUnset: off('a webhook'),
    }),
    notify_webhook_secret: optionalSecret({
      about: 'Key of the signature (HMAC-SHA256) by which the receiver knows the sender.',
      whenUnset: 'refused while `notify_webhook_url` is set',
    }),
    notify_smtp_url: optionalText({
      about:
        'Mail server: smtp://host:587 (STARTTLS where the server offers it, required with a password) or smtps://host:465.',
      whenUnset: off('e-mail'),
      pattern: /^smtps?:\/\/(?:\[[0-9A-Fa-f:.]+\]|[^\s/@?#:[\]]+)(?::\d{1,5})?\/?$/,
      expected: 'must be smtp://host:port or smtps://host:port, without user name or password',
    }),
    notify_smtp_user: optionalText({
      about: 'User name at the mail server.',
      whenUnset: 'nobody logs in there',
    }),
    notify_smtp_password: optionalSecret({
      about: 'Password of that user.',
      whenUnset: 'refused while `notify_smtp_user` is set',
    }),
    notify_smtp_from: optionalText({
      about: 'Address the mails are from.',
      whenUnset: 'refused while `notify_smtp_url` is set',
      pattern: address,
      expected: 'must be an e-mail address, without a name',
    }),
    notify_smtp_to: textList({
      about: 'Addresses the mails go to; needed with `notify_smtp_url`.',
      fallback: [],
      pattern: address,
      expected: 'must be an e-mail address, without a name',
    }),
    notify_alertmanager_url: optionalUrl({
      about: 'Address of an Alertmanager, without the path of its API.',
      whenUnset: off('an Alertmanager'),
    }),
    notify_timeout_sec: seconds({
      about: 'How long one attempt over any channel may take; what it did then, nobody knows.',
      min: 1,
      max: 120,
      fallback: 10,
    }),
  },
});
