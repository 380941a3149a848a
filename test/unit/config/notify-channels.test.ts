/** Channels are configured whole or not at all, and what is missing is named. */
import { describe, expect, it } from 'vitest';
import { loadValid, problemLines } from './support.ts';

describe('a channel over which people are told', () => {
  const url = 'http://127.0.0.1:1';
  const push = { push_app_token: 'hunter2', push_user_key: 'hunter2', push_api_url: url };
  const smtp = {
    notify_smtp_url: 'smtp://127.0.0.1:1',
    notify_smtp_from: 'orrery@example.org',
    notify_smtp_to: ['ann@example.org'],
  };
  const login = { notify_smtp_user: 'me', notify_smtp_password: 'hunter2' };
  const whole: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['push_alerts_enabled is true', { push_alerts_enabled: true, ...push }],
    ['notify_gotify_', { notify_gotify_url: url, notify_gotify_token: 'hunter2' }],
    ['notify_webhook_', { notify_webhook_url: url, notify_webhook_secret: 'hunter2' }],
    ['notify_smtp_', smtp],
    ['notify_smtp_', { ...smtp, ...login }],
  ];

  it('is taken whole, and left out whole', () => {
    for (const [, fields] of whole) loadValid(fields);
    loadValid({ notify_ntfy_url: `${url}/nights`, notify_ntfy_token: 'hunter2' });
    loadValid({ notify_alertmanager_url: url });
    loadValid({ push_alerts_enabled: false, ...push });
  });

  it.each(
    whole.flatMap(([because, fields]) =>
      Object.keys(fields)
        .filter((name) => name !== 'push_alerts_enabled')
        .map((name) => ({ name, because, fields })),
    ),
  )('stops the start without $name', ({ name, because, fields }) => {
    const { [name]: _left, ...rest } = fields;
    const lines = problemLines(rest);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${name}: is required while ${because}.*: [A-Z]`)),
    ]);
    expect(lines[0]).not.toContain('hunter2');
  });

  it('needs its address beside a token', () => {
    expect(problemLines({ notify_ntfy_token: 'hunter2' })).toEqual([
      expect.stringContaining('notify_ntfy_url: is required while notify_ntfy_token is set'),
    ]);
    expect(problemLines(login)).toHaveLength(3);
  });

  it.each([
    ['notify_ntfy_url', url, 'must end with the name of a topic'],
    ['notify_ntfy_url', `${url}/a%20b`, 'must end with the name of a topic'],
    ['notify_ntfy_url', 'https://me:hunter2@ntfy.example.org/x', 'without user name, password'],
    ['notify_smtp_url', 'http://mail.example.org', 'must be smtp://host:port or smtps://host:port'],
    ['notify_smtp_url', 'smtp://me:hunter2@mail', 'without user name or password'],
    ['notify_smtp_from', 'Orrery <orrery@example.org>', 'must be an e-mail address'],
    ['notify_smtp_to', ['ann@example.org, eve@example.org'], 'must be an e-mail address'],
    ['heartbeat_url', 'http://0.0.0.0/x', 'no machine can be reached at'],
  ])('refuses %s: %s', (name, value, words) => {
    const needed = name.startsWith('notify_smtp_') ? smtp : {};
    const lines = problemLines({ ...needed, [name]: value });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}.*${words}`))]);
  });
});
