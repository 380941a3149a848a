/** A message in the words that all channels share. Pure. */
import type { NotificationMessage } from '../domain/notification.ts';
import { cutText } from '../lib/cut-text.ts';

/** How loudly a phone shall ring. */
export type Urgency = 'low' | 'normal' | 'high';

/** Only what is broken now may wake somebody. */
export function urgencyOf({ news, severity }: NotificationMessage): Urgency {
  if (news !== 'firing') return 'normal';
  return severity === 'critical' ? 'high' : severity === 'warn' ? 'normal' : 'low';
}

const newsWords: Readonly<Record<NotificationMessage['news'], string>> = {
  firing: '',
  resolved: 'Resolved: ',
  test: 'Test: ',
};

/** The first line; what it is about comes before what is long. */
export function titleOf({ news, title }: NotificationMessage, charsMax: number): string {
  return cutText(`${newsWords[news]}${title}`.replace(/[\s\p{Cc}]+/gu, ' '), charsMax);
}

/** The text, which is never empty: services refuse an empty one. */
export function textOf(message: NotificationMessage, charsMax: number): string {
  const text = message.text.trim() === '' ? message.title : message.text;
  return cutText(text.trim() === '' ? '(no text)' : text, charsMax);
}
