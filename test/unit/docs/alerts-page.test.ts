/** What docs/alerts.md shows works: each configuration loads, and the check of a signature is right. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notificationMessageSchema } from '../../../src/domain/notification.ts';
import { configuredChannels } from '../../../src/notify/channels.ts';
import { createWebhook } from '../../../src/notify/webhook.ts';
import { alertPromises } from '../../support/alert-promises.ts';
import { loadValid } from '../config/support.ts';
import { outgoing } from '../notify/support.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/alerts.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text ?? '',
  );
type Row = Readonly<Record<string, unknown>>;
const shown = blocks('json').map((text) => JSON.parse(text) as Row);

describe('the page about being told', () => {
  it('has a configuration of every channel, and of the heartbeat, that loads', () => {
    const configs = shown.filter((one) => !('notification_id' in one));
    const on = configs.flatMap((one) => configuredChannels(loadValid(one).config));
    expect(on).toEqual(['pushover', 'ntfy', 'gotify', 'webhook', 'smtp', 'alertmanager']);
    const { url } = loadValid(configs.at(-1)).config.heartbeat;
    expect(url).toContain('/ping/');
  });

  it('shows the body of a webhook as it is', () => {
    const body = shown.find((one) => 'notification_id' in one)!;
    const { notification_id: id, ...message } = body;
    expect(notificationMessageSchema.strict().parse(message)).toEqual(message);
    const sent = createWebhook({ url: 'http://127.0.0.1:1', secret: 'x' }).toRequest(
      { id: String(id), message: notificationMessageSchema.parse(message) },
      0,
    );
    expect(JSON.parse(sent.body)).toEqual(body);
  });

  it('promises of every kind of alert what the table of promises says, and nothing else', () => {
    const rows = Object.entries(alertPromises).map(
      ([kind, { cause, withinSec }]) =>
        `| ${cause} | \`${kind === 'readiness_grave' ? 'readiness' : kind}\` | ${withinSec} s |`,
    );
    expect(page.match(/^\|.*\| \d+ s \|$/gm)).toEqual(rows);
  });

  it('checks a signature as it is made, and no other', async () => {
    // The very text of the page, as a receiver would have it.
    const source = encodeURIComponent(`${blocks('js')[0]}\nexport { isOurs };`);
    const { isOurs } = (await import(`data:text/javascript,${source}`)) as {
      isOurs: (secret: string, headers: Row, body: string) => boolean;
    };
    const webhook = createWebhook({ url: 'http://127.0.0.1:1', secret: 'key' });
    const { headers, body } = webhook.toRequest(outgoing(), Date.now());
    expect(isOurs('key', headers, body)).toBe(true);
    expect(isOurs('other', headers, body)).toBe(false);
    expect(isOurs('key', headers, `${body} `)).toBe(false);
    expect(isOurs('key', {}, body)).toBe(false);
    const old = webhook.toRequest(outgoing(), Date.now() - 600_000);
    expect(isOurs('key', old.headers, old.body)).toBe(false);
  });
});
