/** The ways by which a person can be told; which of them there are, the configuration says. */

/** In the order in which they are listed and tried by `orrery alerts test`. */
export const channelNames = [
  'pushover',
  'ntfy',
  'gotify',
  'webhook',
  'smtp',
  'alertmanager',
] as const;
/** Name of a channel in addresses of notifications, in replies and on the command line. */
export type ChannelName = (typeof channelNames)[number];
