/** The channels of a configuration: which of `domain/notification-channels.ts` there are, and what carries each. */
import type { OrreryConfig } from '../config/resolve.ts';
import type { Secret } from '../config/secret.ts';
import { type ChannelName, channelNames } from '../domain/notification-channels.ts';
import { assert } from '../lib/assert.ts';
import { createAlertmanager } from './alertmanager.ts';
import type { Channel } from './channel.ts';
import { createGotify } from './gotify.ts';
import { createHttpChannel, type ExchangeOptions } from './http-channel.ts';
import { createMailTransport } from './mail-transport.ts';
import { createNtfy } from './ntfy.ts';
import { createPushover } from './pushover.ts';
import { createSmtpChannel } from './smtp.ts';
import { createWebhook } from './webhook.ts';

type ChannelConfig = Pick<OrreryConfig, 'alerts' | 'notify'>;

/** Null where the channel is not configured; the configuration has seen that it is whole. */
type Maker = (config: ChannelConfig, options: ExchangeOptions) => Channel | null;

const makers: Readonly<Record<ChannelName, Maker>> = {
  pushover({ alerts }, options) {
    if (!alerts.pushAlertsEnabled) return null;
    const { pushApiUrl, pushAppToken, pushUserKey } = alerts;
    const service = createPushover({
      url: whole(pushApiUrl),
      token: revealed(pushAppToken),
      user: revealed(pushUserKey),
    });
    return createHttpChannel(service, options);
  },
  ntfy({ notify }, options) {
    if (notify.ntfyUrl === null) return null;
    const token = notify.ntfyToken?.reveal() ?? null;
    return createHttpChannel(createNtfy({ url: notify.ntfyUrl, token }), options);
  },
  gotify({ notify }, options) {
    if (notify.gotifyUrl === null) return null;
    const token = revealed(notify.gotifyToken);
    return createHttpChannel(createGotify({ url: notify.gotifyUrl, token }), options);
  },
  webhook({ notify }, options) {
    if (notify.webhookUrl === null) return null;
    const secret = revealed(notify.webhookSecret);
    return createHttpChannel(createWebhook({ url: notify.webhookUrl, secret }), options);
  },
  smtp({ notify }, options) {
    if (notify.smtpUrl === null) return null;
    const login =
      notify.smtpUser === null
        ? null
        : { user: notify.smtpUser, password: revealed(notify.smtpPassword) };
    const { timeoutMs } = options;
    const transport = createMailTransport({ url: notify.smtpUrl, login, timeoutMs });
    const addresses = { from: whole(notify.smtpFrom), to: notify.smtpTo };
    return createSmtpChannel(transport, addresses, options);
  },
  alertmanager({ notify }, options) {
    if (notify.alertmanagerUrl === null) return null;
    return createHttpChannel(createAlertmanager({ url: notify.alertmanagerUrl }), options);
  },
};

/** Names of the configured channels, in the order of all. */
export function configuredChannels({ alerts, notify }: ChannelConfig): readonly ChannelName[] {
  const isOn: Readonly<Record<ChannelName, boolean>> = {
    pushover: alerts.pushAlertsEnabled,
    ntfy: notify.ntfyUrl !== null,
    gotify: notify.gotifyUrl !== null,
    webhook: notify.webhookUrl !== null,
    smtp: notify.smtpUrl !== null,
    alertmanager: notify.alertmanagerUrl !== null,
  };
  return channelNames.filter((name) => isOn[name]);
}

/** What carries messages over each configured channel, by its name. */
export function createChannels(
  config: ChannelConfig,
  options: Pick<ExchangeOptions, 'clock'>,
): ReadonlyMap<string, Channel> {
  const exchange = { ...options, timeoutMs: config.notify.timeoutMs };
  return new Map(
    configuredChannels(config).flatMap((name) => {
      const channel = makers[name](config, exchange);
      return channel === null ? [] : [[name, channel] as const];
    }),
  );
}

function whole(value: string | null): string {
  assert(value !== null, 'a configuration that passed its relations has every field of a channel');
  return value;
}

function revealed(secret: Secret | null): string {
  assert(
    secret !== null,
    'a configuration that passed its relations has every secret of a channel',
  );
  return secret.reveal();
}
