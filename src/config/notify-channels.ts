/** A channel is configured whole or not at all: half of one would look as if somebody were told. */
import { metaOf } from './field.ts';
import type { ConfigProblem } from './problems.ts';
import { fileShape, type ParsedConfig } from './schema.ts';

type FieldName = keyof ParsedConfig;

interface ChannelFields {
  /** All of them, or none. */
  readonly needs: readonly FieldName[];
  /** Further fields, which say nothing without the others. */
  readonly may?: readonly FieldName[];
}

const channels: readonly ChannelFields[] = [
  { needs: ['notify_ntfy_url'], may: ['notify_ntfy_token'] },
  { needs: ['notify_gotify_url', 'notify_gotify_token'] },
  { needs: ['notify_webhook_url', 'notify_webhook_secret'] },
  {
    needs: ['notify_smtp_url', 'notify_smtp_from', 'notify_smtp_to'],
    may: ['notify_smtp_user', 'notify_smtp_password'],
  },
];
const pairs: readonly (readonly [FieldName, FieldName])[] = [
  ['notify_smtp_user', 'notify_smtp_password'],
  ['notify_smtp_password', 'notify_smtp_user'],
];
const pushFields = ['push_app_token', 'push_user_key', 'push_api_url'] as const;

/** One problem for each field that is missing, and for an ntfy address without a topic. Pure. */
export function checkChannels(parsed: ParsedConfig): ConfigProblem[] {
  const isSet = (name: FieldName): boolean => {
    const value: unknown = parsed[name];
    return Array.isArray(value) ? value.length > 0 : value !== null;
  };
  const missing = (name: FieldName, because: string): ConfigProblem => ({
    path: name,
    message: `is required while ${because}: ${metaOf(fileShape[name]).about}`,
  });
  const push = parsed.push_alerts_enabled
    ? pushFields
        .filter((name) => !isSet(name))
        .map((name) => missing(name, 'push_alerts_enabled is true'))
    : [];
  const halves = channels.flatMap(({ needs, may = [] }) => {
    const given = [...needs, ...may].find(isSet);
    if (given === undefined) return [];
    return needs.filter((name) => !isSet(name)).map((name) => missing(name, `${given} is set`));
  });
  const logins = pairs
    .filter(([given, needed]) => isSet(given) && !isSet(needed))
    .map(([given, needed]) => missing(needed, `${given} is set`));
  return [...push, ...halves, ...logins, ...checkTopic(parsed)];
}

function checkTopic({ notify_ntfy_url: url }: ParsedConfig): ConfigProblem[] {
  if (url === null || /\/[\w-]{1,64}\/?$/.test(new URL(url).pathname)) return [];
  const message =
    'must end with the name of a topic (letters, digits, _ and -), for example https://ntfy.example.org/orrery-nights';
  return [{ path: 'notify_ntfy_url', message }];
}
